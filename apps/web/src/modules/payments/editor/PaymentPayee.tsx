import { changedAccountText, type PayeeLink } from '@pianzhang/contract/payee-link'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../platform/session/session.ts'
import { Field } from '../../../ui/fields/Field.tsx'
import { useDebounced } from '../../../ui/fields/useDebounced.ts'
import { RecordsLink } from '../../../ui/list/RecordsLink.tsx'
import { PayeeWarning } from '../../payees/picker/PayeeMark.tsx'
import { PayeePicker } from '../../payees/picker/PayeePicker.tsx'
import styles from '../../payees/picker/payees.module.css'
import { DuplicatesText, duplicatesQuery } from './repeats.tsx'

interface Props {
  payee: PayeeLink | null
  onChange: (payee: PayeeLink | null) => void
  payAt: string
  /** In yuan. */
  total: string
  /** The edited payment. */
  code: string | undefined
  /** A sentence on a colleague's change. */
  note: string | undefined
}

/** The payee of a payment, and what one should look at before it is saved. */
export default function PaymentPayee({ payee, onChange, payAt, total, code, note }: Props) {
  const typed = payee ? JSON.stringify({ payee_code: payee.code, amount: total, pay_at: payAt, code }) : ''
  const settled = useDebounced(typed)
  const mayLook = useCan()('cost_execution', 'read')
  const { data } = useQuery({
    ...duplicatesQuery(settled === '' ? { payee_code: '', amount: '', pay_at: '' } : JSON.parse(settled)),
    enabled: mayLook && settled !== '' && payAt !== '' && total !== '0.00',
  })
  const found = settled === typed && typed !== '' && data && data.count > 0 ? data : undefined
  const change = payee?.account_change
  return (
    <>
      <Field id="pay-payee_code" label="收款人" span={2} note={note}>
        {(props) => <PayeePicker {...props} value={payee} onChange={onChange} />}
      </Field>
      <div className={`${styles.warnings} ${found ? styles.repeats : ''}`}>
        {change && <PayeeWarning>{changedAccountText(change)}</PayeeWarning>}
        {found && (
          <PayeeWarning>
            疑似重复付款：7天内已有 <DuplicatesText {...found} />{' '}
            <RecordsLink of="cost_execution" search={{ codes: found.items.map((item) => item.code) }}>
              查看
            </RecordsLink>
          </PayeeWarning>
        )}
      </div>
    </>
  )
}
