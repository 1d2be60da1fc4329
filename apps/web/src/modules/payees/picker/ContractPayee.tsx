import { changedAccountText, type PayeeLink } from '@pianzhang/contract/payee-link'
import { PayeeWarning } from './PayeeMark.tsx'
import { PayeePicker } from './PayeePicker.tsx'

/** The payee of a contract, as the control of a form's item. */
export default function ContractPayee(props: {
  id?: string
  value?: PayeeLink | null
  onChange?: (payee: PayeeLink | null) => void
}) {
  const change = props.value?.account_change
  return (
    <>
      <PayeePicker {...props} />
      {change && <PayeeWarning>{changedAccountText(change)}</PayeeWarning>}
    </>
  )
}
