import { selectApi } from '@pianzhang/contract/api/views'
import { NAME_PAYEES } from '@pianzhang/contract/payee-link'
import { useQuery } from '@tanstack/react-query'
import { itemsOf } from '../../../platform/ledger/selects.ts'
import { useCan, useFeature } from '../../../platform/session/session.ts'
import { type Filter, valueFilter } from '../../../ui/filters/filter.tsx'
import { laterField } from '../../../ui/filters/lateFields.tsx'
import styles from './payeeFilter.module.css'

const NAME = '收款人'
const PayeeFilter = laterField(
  () => import('./PayeeFilter.tsx'),
  () => [{ placeholder: `请选择${NAME}`, name: NAME }],
)

/** The filter of a list by a payee; undefined where the company has the feature off, and for people who may not pick one. */
export function usePayeeFilter(
  code: string | undefined,
): Filter<{ payee_code?: string | undefined }> | undefined {
  const can = useCan()
  // As the server lets people pick: those who see payees, and those who enter records that name one.
  const mayPick = can('payee', 'read') || NAME_PAYEES.some((model) => can(model, 'write'))
  const on = useFeature('payee') && mayPick
  const { data } = useQuery({
    queryKey: ['selects', 'payees', { code }],
    meta: { shows: ['payee'] },
    queryFn: ({ signal }) => itemsOf(selectApi.payees, { query: { codes: [code ?? ''] }, signal }),
    enabled: on && code !== undefined,
  })
  if (!on) return undefined
  const nameOf = (value: string) => data?.find((one) => one.value === value)?.label
  return valueFilter(
    NAME,
    'payee_code',
    (value) => nameOf(value) ?? (data ? '已合并或已删除的收款人' : '…'),
    (value, set) => (
      <PayeeFilter
        className={styles.payee ?? ''}
        name={NAME}
        code={value}
        known={value === undefined ? undefined : nameOf(value)}
        onChange={set}
      />
    ),
  )
}
