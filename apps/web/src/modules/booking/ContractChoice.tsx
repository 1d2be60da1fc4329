// biome-ignore lint/style/noRestrictedImports: a filter, which is undefined when it is empty.
import { Select } from 'antd'
import { useRemoteSearch } from '../../ui/fields/choice/useRemoteSearch.ts'
import { type ContractOption, contractSearch, OUT, useContract } from '../contract-picker/selects.ts'

const search = contractSearch(OUT)
const labelOf = ({ out_code, customer }: ContractOption) => `${out_code} ${customer}`

/** Selects a contract by a search on the server. Needs permission to read contracts. */
export function ContractChoice({
  value,
  onChange,
  className,
}: {
  value: string | undefined
  onChange: (code: string | undefined) => void
  className?: string | undefined
}) {
  const chosen = useContract(value, true)
  const { select } = useRemoteSearch({ queryOf: search, chosen, labelOf, lazy: true })
  return (
    <Select<string>
      className={className}
      aria-label="合同"
      placeholder="请选择合同"
      value={value ?? null}
      onChange={(code: string | undefined) => onChange(code)}
      {...select}
      popupMatchSelectWidth={320}
      allowClear
    />
  )
}
