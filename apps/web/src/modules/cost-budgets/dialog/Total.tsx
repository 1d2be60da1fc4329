import { capitals, formatYuan } from '@pianzhang/contract/money'
import { Form, Input } from 'antd'
import styles from './Dialog.module.css'
import { typedTotal } from './typed.ts'

/** 合计: what the typed price and quantity come to, with its capitals. Not a field of the form. */
export const Total = () => (
  <Form.Item noStyle dependencies={['unit_price', 'quantity']}>
    {({ getFieldValue }) => (
      <Product price={getFieldValue('unit_price')} quantity={getFieldValue('quantity')} />
    )}
  </Form.Item>
)

function Product({ price, quantity }: { price: string; quantity: string }) {
  const total = typedTotal(price, quantity)
  const amount = 'amount' in total ? total.amount : undefined
  return (
    <Form.Item label="合计（元）" htmlFor="budget-total" extra={amount && capitals(amount)}>
      <Input
        id="budget-total"
        className={`num ${styles.total} ${amount?.startsWith('-') ? styles.minus : ''}`}
        readOnly
        // No stop between the fields that are filled in.
        tabIndex={-1}
        value={amount === undefined ? '-' : formatYuan(amount)}
      />
    </Form.Item>
  )
}
