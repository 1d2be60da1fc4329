import type { Invoice } from '@pianzhang/contract/invoices'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { PaymentLink } from '../../booking/PaymentLink.tsx'
import styles from '../detail/Detail.module.css'

/** The lines that use an invoice, each with a link to its payment, and what they leave of it. */
export default function Uses({ invoice }: { invoice: Invoice }) {
  const { uses, used, left_amount_yuan: left } = invoice
  return (
    <section>
      <h2 className={styles.heading}>使用情况</h2>
      <div className={styles.frame}>
        <table className={`${styles.items} ${styles.narrow}`} aria-label="使用情况">
          <thead>
            <tr>
              <th scope="col">付款编号</th>
              <th scope="col">关联金额（元）</th>
            </tr>
          </thead>
          <tbody>
            {uses.map(({ code, line_code, amount_yuan }) => (
              <tr key={line_code}>
                <td>
                  <PaymentLink code={code} />
                </td>
                <td>
                  <MoneyText amount={amount_yuan} tip={false} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {[
              ['已用', used.amount_yuan],
              ['余额', left],
            ].map(
              ([name, amount]) =>
                amount != null && (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>
                      <MoneyText amount={amount} tip={false} />
                    </td>
                  </tr>
                ),
            )}
          </tfoot>
        </table>
      </div>
    </section>
  )
}
