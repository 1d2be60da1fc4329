import type { Invoice } from '@pianzhang/contract/invoices'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { PaymentLink } from '../../booking/PaymentLink.tsx'
import styles from '../detail/Detail.module.css'

/** The lines that use an invoice, each with a link to its payment, and what they leave of it. */
export default function Uses({ invoice }: { invoice: Invoice }) {
  const { uses, used, left_amount_yuan: left } = invoice
  return (
    <section>
      <h2 className={styles.heading}>使用情况</h2>
      <MiniTable
        label="使用情况"
        titles={['付款编号']}
        ends={['关联金额（元）']}
        className={styles.table}
        box={styles.frame}
        foot={[
          ['已用', used.amount_yuan],
          ['余额', left],
        ].map(
          ([name, amount]) =>
            amount != null && (
              <tr key={name}>
                <th scope="row">{name}</th>
                <MoneyCell amount={amount} tip={false} />
              </tr>
            ),
        )}
      >
        {uses.map(({ code, line_code, amount_yuan }) => (
          <tr key={line_code}>
            <th scope="row">
              <PaymentLink code={code} />
            </th>
            <MoneyCell amount={amount_yuan} tip={false} />
          </tr>
        ))}
      </MiniTable>
    </section>
  )
}
