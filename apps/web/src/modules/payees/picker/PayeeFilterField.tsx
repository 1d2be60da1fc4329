import type { PayeeOption } from '@pianzhang/contract/payees'
import { useQuery } from '@tanstack/react-query'
// biome-ignore lint/style/noRestrictedImports: a filter is no field of a form
import { Select } from 'antd'
import { itemsOf, SELECTS } from '../../../platform/ledger/selects.ts'
import { useRemoteSearch } from '../../../ui/fields/choice/useRemoteSearch.ts'
import { payeeQuery } from './api.ts'

interface Found {
  code: string
  name: string
}

interface Props {
  code: string | undefined
  onChange: (code: string | undefined) => void
  className?: string | undefined
}

const queryOf = (keywords: string) => ({
  queryKey: ['selects', 'payees', 'filter', keywords],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found[]> =>
    (await itemsOf<PayeeOption>(`${SELECTS}/payees`, { keywords }, { signal })).map(({ value, label }) => ({
      code: value,
      name: label,
    })),
  staleTime: 60_000,
})

/** Chooses the payee of a filter, found by name, pinyin or a whole account. */
export default function PayeeFilterField({ code, onChange, className }: Props) {
  const [payee] = useQuery(payeeQuery(code)).data ?? []
  const chosen = code === undefined ? undefined : { code, name: payee?.label ?? '…' }
  const { select } = useRemoteSearch<Found>({ queryOf, chosen, labelOf: ({ name }) => name, lazy: true })
  return (
    <Select<string>
      {...select}
      className={className ?? ''}
      aria-label="收款人"
      placeholder="请选择收款人"
      value={code ?? null}
      onChange={(next: string | undefined) => onChange(next)}
      popupMatchSelectWidth={240}
      allowClear
    />
  )
}
