import { changedAccountText } from '@pianzhang/contract/payee-link'
import { PAYEE_FIELDS, type Payee } from '@pianzhang/contract/payees'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { Suspense, use, useState } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { AccountText } from '../../../ui/AccountText.tsx'
import { lightPage } from '../../../ui/code/lazy.tsx'
import { IconWarning } from '../../../ui/icons.tsx'
import { Fact, Facts } from '../../../ui/page/record/Facts.tsx'
import type { DetailProps } from '../../../ui/page/record/RecordDetail.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { useLayer } from '../../../ui/popup/layers.ts'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { MiniTable } from '../../../ui/table/MiniTable.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { revealPayee, usageQuery } from '../api.ts'
import styles from './detail.module.css'
import { OnMerge } from './onMerge.ts'
import { Usage } from './Usage.tsx'

/** Of the feature missing_invoice. */
const Missing = lightPage<{ code: string }>(() => import('./Missing.tsx'))
const WIDTH = 720

/** 收款人详情: a drawer, so that name and account of the row stay legible. */
export default function PayeeDetail({ row, onClose, onEdit }: DetailProps<Payee>) {
  useLayer(onClose)
  const cards = useMedia(CARDS)
  const [full, setFull] = useState<Payee>()
  const shown = full?.version === row.version ? full : row
  const [year, setYear] = useState<number>()
  const query = useQuery(usageQuery(row.code, year))
  const { data } = query
  const change = row.account_change
  const onMerge = use(OnMerge)
  const mayMissing = useCan()('missing_invoice', 'read')
  const hidden = row.can.reveal && [row.id_number, row.phone, row.account].some((text) => text.includes('*'))

  return (
    <Drawer
      open
      onClose={onClose}
      size={cards ? '100%' : WIDTH}
      closable={{ placement: cards ? 'start' : 'end', 'aria-label': '关闭' }}
      title={
        <>
          {row.name}
          <Tag kind="grey" className={styles.kind}>
            {row.kind_i18n}
          </Tag>
        </>
      }
      footer={
        <div className={styles.footer}>
          <span>
            {onMerge && (
              <Button
                onClick={() => {
                  onClose()
                  onMerge(row)
                }}
              >
                合并
              </Button>
            )}
          </span>
          <Button onClick={onClose}>关闭</Button>
          {row.can.write && (
            <Button type="primary" onClick={onEdit}>
              编辑
            </Button>
          )}
        </div>
      }
    >
      {change && (
        <div className={styles.alert} role="alert">
          <IconWarning size={16} />
          <span>
            <strong>{changedAccountText(change)}</strong>
            <small className="num">
              {formatMinute(change.at)} 修改，提醒保留到 {change.until}
            </small>
          </span>
        </div>
      )}
      <Facts columns="repeat(4, minmax(0, 1fr))">
        <Fact name={PAYEE_FIELDS.id_type} value={row.id_type_i18n} />
        <Fact
          name={PAYEE_FIELDS.id_number}
          value={shown.id_number && <span className="num">{shown.id_number}</span>}
        />
        <Fact name={PAYEE_FIELDS.phone} value={shown.phone && <span className="num">{shown.phone}</span>} />
        {row.kind === '0' ? (
          <Fact name={PAYEE_FIELDS.resident} value={row.resident ? '是' : '否'} />
        ) : (
          <Fact name={PAYEE_FIELDS.kind} value={row.kind_i18n} />
        )}
        {row.remark && <Fact name={PAYEE_FIELDS.remark} value={row.remark} wide />}
      </Facts>
      {row.warnings.map((warning) => (
        <p key={warning} className={styles.warn} role="status">
          {warning.replace('（可继续保存）', '')}
        </p>
      ))}
      <section className={styles.section}>
        <h3 className={styles.head}>
          收款账户
          {shown === row && hidden && (
            <Button
              type="link"
              size="small"
              // A failure has been reported by the call.
              onClick={() => void revealPayee(row.code).then(setFull, () => {})}
            >
              查看完整号码
            </Button>
          )}
        </h3>
        {row.account === '' && row.bank_name === '' ? (
          <p className="faint">未填写收款账户</p>
        ) : (
          <MiniTable
            label="收款账户"
            titles={['开户行', '户名', '收款账号', '所在省市', '联行号']}
            cards
            className={styles.table}
          >
            <tr>
              <td data-title="开户行">{row.bank_name || '-'}</td>
              <td data-title="户名">{row.account_name || row.name}</td>
              <td data-title="收款账号">{shown.account ? <AccountText number={shown.account} /> : '-'}</td>
              <td data-title="所在省市">{[row.province, row.city].filter(Boolean).join(' ') || '-'}</td>
              <td className="num" data-title="联行号">
                {row.bank_code || '-'}
              </td>
            </tr>
          </MiniTable>
        )}
      </section>
      {data ? <Usage usage={data} onYear={setYear} /> : <NotLoaded of={query} lines={8} />}
      {mayMissing && (
        <Suspense>
          <Missing code={row.code} />
        </Suspense>
      )}
    </Drawer>
  )
}
