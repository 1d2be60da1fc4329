import { formatYuan } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useLoaded } from '../../../platform/ledger/selects.ts'
import { RichSelect } from '../../../ui/fields/choice/RichSelect.tsx'
import { type RichOption, richOption } from '../../../ui/fields/choice/richOption.ts'
import { Field } from '../../../ui/fields/Field.tsx'
import { planQuery } from '../../contract-picker/instalments.ts'

interface Chosen {
  code: string
  title: string
}
export interface InstalmentProps {
  /** The contract of the line. */
  contract: string
  value: Chosen | null
  /** `rest`: what is left to pay of the instalment, in yuan. */
  onChange: (chosen: Chosen | null, rest: string) => void
  field: { id: string; error: string | undefined; note: string | undefined }
}

/** 付款期次: which instalment of the contract's plan a line pays. Nothing where the contract has no plan. */
export default function LineInstalment({ contract, value, onChange, field }: InstalmentProps) {
  const { items: plan, state } = useLoaded(useQuery(planQuery(contract)))
  if (!value && (plan?.items.length ?? 0) === 0) return null
  const optionOf = ({
    code,
    title,
    due_at,
    rest_yuan,
    status,
  }: NonNullable<typeof plan>['items'][number]): RichOption => ({
    ...richOption(code, title, status),
    below: `${due_at ?? '待达成'} · 待付 ${formatYuan(rest_yuan)}`,
  })
  const all = (plan?.items ?? []).map(optionOf)
  const named =
    value && !all.some((one) => one.value === value.code) ? richOption(value.code, value.title, '') : null
  const open = (plan?.items ?? []).filter(
    ({ code, rest_yuan }) => code === value?.code || rest_yuan !== '0.00',
  )
  const choose = (code: string | null) => {
    const chosen = plan?.items.find((one) => one.code === code)
    onChange(chosen ? { code: chosen.code, title: chosen.title } : null, chosen?.rest_yuan ?? '')
  }
  return (
    <Field {...field} label="付款期次" span={3}>
      {(props) => (
        <RichSelect
          {...props}
          value={value?.code ?? null}
          onChange={choose}
          all={named ? [...all, named] : all}
          state={state}
          options={open.map(optionOf)}
          placeholder="按到期日自动冲抵"
        />
      )}
    </Field>
  )
}
