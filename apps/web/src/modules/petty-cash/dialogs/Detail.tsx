import { inYuan } from '@pianzhang/contract/money'
import { PETTY_CASH_FIELDS, type PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { historyOf } from '../../../platform/ledger/history.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Pictures } from '../../../ui/images/Pictures.tsx'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../../ui/page/record/Facts.tsx'
import { FoldedHistory } from '../../../ui/page/record/History.tsx'
import { type DetailProps, RecordDetail } from '../../../ui/page/record/RecordDetail.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { ContractLink } from '../../contract-picker/ContractLink.tsx'
import { pettyCash } from '../api.ts'
import { State } from '../State.tsx'

const historyQuery = historyOf(pettyCash, 'imprest')

/** 备用金明细详情, read-only. */
export default function PettyCashPanel({ row, ...dialog }: DetailProps<PettyCashDetail>) {
  return (
    <RecordDetail
      row={row}
      {...dialog}
      title={
        <>
          备用金明细详情 <span className="num">{row.code}</span>
        </>
      }
      width={720}
    >
      <Facts>
        <Fact name={PETTY_CASH_FIELDS.pay_at} value={<span className="num">{row.pay_at}</span>} />
        <Fact
          name={inYuan(PETTY_CASH_FIELDS.pay_amount)}
          value={<MoneyText amount={row.pay_amount_yuan} strong />}
        />
        <Fact name="核销状态" value={<State row={row} />} />
        {row.cost_execution_code !== null && (
          <Fact name="核销付款" value={<PaymentNumber code={row.cost_execution_code} />} />
        )}
        <Fact name={PETTY_CASH_FIELDS.payer} value={row.payer} />
        <Fact name={PETTY_CASH_FIELDS.post} value={row.post} />
        <Fact name={PETTY_CASH_FIELDS.pay_channel} value={row.pay_channel.pay_channel_i18n} />
        <Fact name="一级科目" value={row.subject_one_name} />
        <Fact name="二级科目" value={row.subject_two_name} />
        <Fact
          name="三级科目"
          value={
            <>
              <span className="num">{row.subject_three_out_code}</span> {row.subject_three_name}
            </>
          }
        />
        <Fact name={PETTY_CASH_FIELDS.voucher_category} value={row.voucher_category?.voucher_category_i18n} />
        <Fact name={PETTY_CASH_FIELDS.face_tax_rate} value={row.face_tax_rate} />
        <Fact
          name={PETTY_CASH_FIELDS.contract_code}
          value={row.contract && <ContractLink contract={row.contract} />}
        />
        <Fact name={PETTY_CASH_FIELDS.summary} value={row.summary} wide />
        <Fact
          name={PETTY_CASH_FIELDS.voucher_attachment_codes}
          value={<Pictures name="凭证图片" images={row.voucher_attachments} />}
          wide
        />
        <Fact name={PETTY_CASH_FIELDS.remark} value={row.remark} wide />
        <Fact name="创建人" value={row.creator_name} />
        <Fact name="创建时间" value={<span className="num">{formatMinute(row.created_at)}</span>} />
        <Fact name="更新时间" value={<span className="num">{formatMinute(row.updated_at)}</span>} />
      </Facts>
      <FoldedHistory of={historyQuery} code={row.code} />
    </RecordDetail>
  )
}

/** A payment that a write-off posted, as a link to it for those who may read payments. */
function PaymentNumber({ code, children }: { code: string; children?: ReactNode }) {
  const shown = children ?? <span className="num">{code}</span>
  if (!useCan()('cost_execution', 'read')) return shown
  return (
    <Link to="/implement/cost" search={{ activeName: 'second', keywords: code }}>
      {shown}
    </Link>
  )
}
