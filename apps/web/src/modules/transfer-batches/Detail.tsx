import { formatYuan } from '@pianzhang/contract/money'
import type { TransferBatch } from '@pianzhang/contract/transfer-batches'
import { useQuery } from '@tanstack/react-query'
import { AccountText } from '../../ui/AccountText.tsx'
import { count } from '../../ui/count.ts'
import { DetailDialog } from '../../ui/page/record/DetailDialog.tsx'
import { Fact, Facts } from '../../ui/page/record/Facts.tsx'
import { NotLoaded } from '../../ui/states/States.tsx'
import { formatMinute } from '../../ui/time.ts'
import { batchQuery } from './api.ts'
import styles from './batch.module.css'
import { TransferTable } from './TransferTable.tsx'

/** A batch with its payments. */
export default function BatchDetail({ row, onClose }: { row: TransferBatch; onClose: () => void }) {
  const query = useQuery(batchQuery(row.code))
  const { data } = query
  return (
    <DetailDialog
      title={
        <>
          网银批量文件 <span className="num">{row.code}</span>
        </>
      }
      width={760}
      onClose={onClose}
      actions={null}
    >
      <Facts>
        <Fact name="格式" value={`${row.bank_i18n}（版本 ${row.format_version}）`} />
        <Fact name="状态" value={row.state_i18n} />
        <Fact name="生成时间" value={<span className="num">{formatMinute(row.created_at)}</span>} />
        <Fact name="生成人" value={row.creator_name} />
        {row.cancelled_at && (
          <>
            <Fact name="作废时间" value={<span className="num">{formatMinute(row.cancelled_at)}</span>} />
            <Fact name="作废人" value={data?.canceller_name} />
          </>
        )}
        <Fact name="付款户名" value={row.pay_account_name} />
        <Fact name="付款账号" value={<AccountText number={row.pay_account} />} />
        <Fact name="付款开户行" value={row.pay_bank_name} />
      </Facts>
      <p className={styles.total}>
        共 {count(row.count)} 笔，
        <span className="num">
          合计 <b>{formatYuan(row.total_yuan)}</b> 元
        </span>
      </p>
      {data ? <TransferTable rows={data.payments} /> : <NotLoaded of={query} lines={6} />}
    </DetailDialog>
  )
}
