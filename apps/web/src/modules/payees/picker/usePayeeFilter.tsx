import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../platform/session/session.ts'
import styles from '../../../ui/filters/FilterRow.module.css'
import { type Filter, valueFilter } from '../../../ui/filters/filter.tsx'
import { laterField } from '../../../ui/filters/lateFields.tsx'
import { payeeQuery } from './api.ts'

const NAME = '收款人'
const Field = laterField(
  () => import('./PayeeFilterField.tsx'),
  () => [{ placeholder: `请选择${NAME}`, name: NAME }],
)

/** Filters by the code of a payee, for those who may read payees. */
export function usePayeeFilter(
  code: string | undefined,
): Filter<{ payee_code?: string | undefined }> | undefined {
  const mayRead = useCan()('payee', 'read')
  const query = payeeQuery(code)
  const [payee] = useQuery({ ...query, enabled: mayRead && code !== undefined }).data ?? []
  if (!mayRead) return undefined
  return valueFilter(
    NAME,
    'payee_code',
    () => payee?.label ?? '…',
    (value, set) => <Field className={styles.field} code={value} onChange={set} />,
  )
}
