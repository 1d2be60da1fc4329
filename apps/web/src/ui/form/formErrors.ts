import type { FieldError } from '@pianzhang/contract/errors'
import type { FormInstance } from 'antd'
import { toast } from '../popup/toast.ts'
import { fieldName } from './fieldName.ts'

/**
 * Shows the server's messages at the fields and focuses the first; those of no field become a toast. For a 422 that a
 * form takes over by `handled: [422]`.
 */
export function showFieldErrors(
  form: FormInstance,
  error: { message: string; errors: readonly FieldError[] },
): void {
  const known = error.errors.filter(
    ({ field }) =>
      form.getFieldInstance(fieldName(field)) !== undefined ||
      form.getFieldValue(fieldName(field)) !== undefined,
  )
  form.setFields(known.map(({ field, message }) => ({ name: fieldName(field), errors: [message] })))
  const first = known[0]
  if (first) form.scrollToField(fieldName(first.field), { block: 'center', focus: true })
  const rest = error.errors.filter((one) => !known.includes(one))
  if (known.length === 0 || rest.length > 0) toast.error(rest[0]?.message ?? error.message)
}
