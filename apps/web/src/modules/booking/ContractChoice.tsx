// biome-ignore lint/style/noRestrictedImports: a filter, which is undefined when it is empty.
import { Select } from 'antd'
import { useState } from 'react'
import { useLoaded } from '../../platform/ledger/selects.ts'
import { useDebounced } from '../../ui/fields/useDebounced.ts'
import { loadProps } from '../../ui/states/LoadFailed.tsx'
import { OUT, useContract, useContractSearch } from '../contracts/picker/selects.ts'

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
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const keywords = useDebounced(typed.trim())
  const search = useContractSearch(OUT, keywords, open)
  const { items, state } = useLoaded(search)
  const selected = useContract(value, true)
  // What was found for other words is not offered: Enter and Tab choose the first.
  const searching = search.isPlaceholderData || keywords !== typed.trim()
  const found = searching ? [] : (items ?? [])
  const options = (
    selected && !found.some((one) => one.code === selected.code) ? [selected, ...found] : found
  ).map(({ code, out_code, customer }) => ({
    value: code,
    label: `${out_code} ${customer}`,
  }))
  return (
    <Select<string>
      className={className}
      aria-label="合同"
      placeholder="请选择合同"
      value={value ?? null}
      onChange={(code: string | undefined) => onChange(code)}
      options={options}
      notFoundContent={searching || search.isFetching ? '加载中…' : '没有符合条件的数据'}
      {...loadProps(state, options.length, setOpen)}
      loading={searching || search.isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      popupMatchSelectWidth={320}
      allowClear
    />
  )
}
