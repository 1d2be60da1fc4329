import { accountText } from '@pianzhang/contract/numbers'
import type { PayeeLink } from '@pianzhang/contract/payee-link'
import type { PayeeOption } from '@pianzhang/contract/payees'
import { useQuery } from '@tanstack/react-query'
// biome-ignore lint/style/noRestrictedImports: a cleared select says null here
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useLoaded } from '../../../platform/ledger/selects.ts'
import { useCan } from '../../../platform/session/session.ts'
import { IconPlus } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { LoadFailed, loadProps } from '../../../ui/states/LoadFailed.tsx'
import { addPayee, searchQuery } from './api.ts'
import { PayeeMark } from './PayeeMark.tsx'
import styles from './payees.module.css'

interface Props {
  id?: string
  value?: PayeeLink | null
  onChange?: (payee: PayeeLink | null) => void
  disabled?: boolean
  className?: string | undefined
  placeholder?: string
  /** Whether a name that is none becomes a payee in place. */
  adds?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
}

const linkOf = ({ value, label, account_change }: PayeeOption): PayeeLink => ({
  code: value,
  name: label,
  account_change,
})

/** Chooses a payee by name, pinyin, initials or a whole account; a name that is none becomes one in place. */
export function PayeePicker({
  value = null,
  onChange,
  className = '',
  placeholder = '名称、拼音首字母或完整账号',
  adds = true,
  ...control
}: Props) {
  const mayAdd = useCan()('payee', 'write') && adds
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [adding, setAdding] = useState(false)
  const keywords = typed.trim()
  // Not debounced: the server answers in milliseconds. No former results meanwhile: Enter would choose the first of them.
  const search = useQuery({ ...searchQuery(keywords), enabled: open })
  const { items = [], state } = useLoaded(search)
  const isNew = keywords !== '' && !/^\d+$/.test(keywords) && !items.some(({ label }) => label === keywords)
  const choose = (payee: PayeeLink | null) => {
    setTyped('')
    onChange?.(payee)
  }
  const add = async () => {
    if (adding) return
    setAdding(true)
    try {
      const { code, name } = await addPayee(keywords)
      choose({ code, name, account_change: null })
      setOpen(false)
      toast.success(`已新增收款人 ${name}`)
    } catch {
      // Reported by the call; the typed name stays.
    } finally {
      setAdding(false)
    }
  }

  return (
    <Select<string, PayeeOption>
      {...control}
      className={className}
      {...(className === '' && { style: { width: '100%' } })}
      value={value?.code ?? null}
      placeholder={placeholder}
      allowClear
      options={items}
      notFoundContent="没有符合条件的收款人"
      {...loadProps(state, items.length, setOpen)}
      open={open}
      loading={search.isFetching}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      onChange={(code: string | undefined) => {
        const option = items.find((one) => one.value === code)
        choose(option ? linkOf(option) : null)
      }}
      optionRender={({ data }) => (
        <>
          <span>{data.label}</span>
          {data.account_change && <PayeeMark change={data.account_change} />}
          <span className={styles.below}>
            <span>{data.kind_i18n}</span>
            <span className="num">{accountText(data.account) || '无收款账号'}</span>
            <span>{data.bank_name}</span>
          </span>
        </>
      )}
      labelRender={({ value: code }) => (code === value?.code ? value?.name : null)}
      popupRender={(menu) => (
        <>
          {menu}
          {state.failed && items.length > 0 && <LoadFailed state={state} />}
          {mayAdd && isNew && search.isSuccess && !search.isFetching && (
            <div className={styles.add}>
              <Button
                type="link"
                size="small"
                icon={<IconPlus size={14} />}
                loading={adding}
                // The select would close on blur before the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => void add()}
              >
                新增收款人“{keywords}”
              </Button>
            </div>
          )}
        </>
      )}
    />
  )
}
