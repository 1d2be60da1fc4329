import { grouped } from '@pianzhang/contract/decimal'
import type { InvoiceItem } from '@pianzhang/contract/invoices'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import styles from './Detail.module.css'

/** The lines of an electronic original. */
export const Items = ({ items }: { items: readonly InvoiceItem[] }) => (
  <div className={styles.frame}>
    <table className={styles.items} aria-label="发票明细">
      <thead>
        <tr>
          <th scope="col">项目名称</th>
          <th scope="col">数量</th>
          <th scope="col">单价</th>
          <th scope="col">金额（元）</th>
          <th scope="col">税率</th>
          <th scope="col">税额（元）</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a stored original have no key and never change
          <tr key={index}>
            <td>{item.name || '-'}</td>
            <td className="num">{grouped(item.quantity)}</td>
            <td className="num">{grouped(item.unit_price)}</td>
            <td>
              <MoneyText amount={item.amount_yuan} tip={false} />
            </td>
            <td className="num">{item.tax_rate}</td>
            <td>
              <MoneyText amount={item.tax_amount_yuan} tip={false} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
