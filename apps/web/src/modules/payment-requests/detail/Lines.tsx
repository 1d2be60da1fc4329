import type { PaymentLineAnswer } from '@pianzhang/contract/payments'
import { count } from '../../../ui/count.ts'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { ContractLink } from '../../contract-picker/ContractLink.tsx'
import { InvoiceNumbers } from '../../payments/InvoiceNumbers.tsx'
import styles from './detail.module.css'

/** The lines, folded in a table: what they do to budgets and contracts is said above. */
export const Lines = ({ lines }: { lines: readonly PaymentLineAnswer[] }) => (
  <details className={styles.fold}>
    <summary>付款明细（{count(lines.length)} 条）</summary>
    <MiniTable
      label="付款明细"
      titles={['科目', '付款方式', '付款类型', '凭证类型', '合同编号', '发票号码', '备注']}
      ends={['金额（元）']}
      className={styles.table}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no code before it is booked
        <tr key={index}>
          <th scope="row">
            <span className="num">{line.subject_three_out_code}</span> {line.subject_three_name || '已删除'}
          </th>
          <td>{line.pay_channel_i18n}</td>
          <td>{line.pay_category_name || '-'}</td>
          <td>{[line.voucher_category_i18n, line.face_tax_rate].filter(Boolean).join(' ') || '-'}</td>
          <td>
            {line.contract ? <ContractLink contract={line.contract} /> : '-'}
            {line.instalment && <> {line.instalment.title}</>}
          </td>
          <td className="num">
            <InvoiceNumbers line={line} />
            {line.no_invoice_reason && <div>无需发票：{line.no_invoice_reason}</div>}
          </td>
          <td>{line.remark || '-'}</td>
          <MoneyCell amount={line.pay_amount_yuan} />
        </tr>
      ))}
    </MiniTable>
  </details>
)
