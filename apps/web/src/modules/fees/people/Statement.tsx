import { TAX_HINT } from '@pianzhang/contract/fees'
import { capitals, formatYuan } from '@pianzhang/contract/money'
import { useQueries } from '@tanstack/react-query'
import { useProfile } from '../../../platform/session/session.ts'
import { PaperFoot } from '../../../ui/page/print/PaperFoot.tsx'
import { PrintJob } from '../../../ui/page/print/PrintJob.tsx'
import { useFresh } from '../../../ui/page/useFresh.ts'
import { type PersonRow, statementQuery } from '../api.ts'
import { lastDayOf } from '../words.ts'
import styles from './statement.module.css'

const HEADS = ['税前收入', '增值税及附加', '应纳税所得额', '预扣税额', '实发金额']

interface Props {
  month: string
  row: PersonRow
  onClose: () => void
}

/** A4: what a person was paid in a month, and what was withheld of it, to be signed. */
export default function Statement({ month, row, onClose }: Props) {
  const { company, current_project: project } = useProfile()
  const fresh = useFresh(useQueries({ queries: [statementQuery(month, row.payee.code)] }), onClose)
  if (!fresh) return null
  const [{ items, totals }] = fresh
  return (
    <PrintJob title={`劳务报酬个税单 ${row.payee.name} ${month} ${project?.name ?? ''}`} onDone={onClose}>
      <header className={styles.head}>
        <p>{company.name}</p>
        <h1>劳务报酬个税单</h1>
        <p className={styles.facts}>
          <span>项目：{project?.name}</span>
          <span>月份：{month}</span>
          <span>单位：元</span>
        </p>
        <p className={styles.facts}>
          <span>收款人：{row.payee.name}</span>
          <span>
            {row.id_type_i18n}：{row.id_number}
          </span>
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">付款日期</th>
            <th scope="col">所得项目</th>
            <th scope="col">口径</th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="amount">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((fee) => (
            <tr key={fee.code}>
              <td>{fee.pay_at}</td>
              <td>
                {fee.kind_i18n}
                {fee.remark && <div className={styles.remark}>{fee.remark}</div>}
                {fee.invoice_vat_yuan !== '0.00' && (
                  <div className={styles.remark}>另付发票增值税 {formatYuan(fee.invoice_vat_yuan)}</div>
                )}
              </td>
              <td>{fee.basis_i18n}</td>
              <Amounts of={fee} />
            </tr>
          ))}
          <tr className="strong">
            <td colSpan={3}>合计（{items.length} 笔）</td>
            <Amounts of={totals} />
          </tr>
        </tbody>
      </table>
      <p className={styles.capitals}>
        实发金额大写：{capitals(totals.net_yuan)}；预扣税额大写：{capitals(totals.tax_yuan)}
        {totals.invoice_vat_yuan !== '0.00' &&
          `；另付发票增值税 ${formatYuan(totals.invoice_vat_yuan)}，付款合计 ${formatYuan(totals.paid_yuan)}`}
      </p>
      <p className={styles.note}>
        同一收款人当月同一所得项目的劳务合并为一次计税，各笔税额为累计应扣税额减当月已扣税额。{TAX_HINT}。
      </p>
      <p className={styles.signed}>收款人签字：</p>
      <PaperFoot until={lastDayOf(month)} />
    </PrintJob>
  )
}

interface Fee {
  gross_yuan: string
  vat_yuan: string
  surcharge_yuan: string
  taxable_yuan: string
  tax_yuan: string
  net_yuan: string
}
const Amounts = ({ of }: { of: Fee }) => (
  <>
    <td className="amount">{formatYuan(of.gross_yuan)}</td>
    <td className="amount">
      {of.vat_yuan === '0.00' && of.surcharge_yuan === '0.00'
        ? '0.00'
        : `${formatYuan(of.vat_yuan)} + ${formatYuan(of.surcharge_yuan)}`}
    </td>
    <td className="amount">{formatYuan(of.taxable_yuan)}</td>
    <td className="amount">{formatYuan(of.tax_yuan)}</td>
    <td className="amount">{formatYuan(of.net_yuan)}</td>
  </>
)
