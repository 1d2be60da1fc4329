import type { Instalments } from '@pianzhang/contract/payables'
import { useState } from 'react'
import type { Answer } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { latestPlan, planChanged, savePlan } from '../../contract-picker/instalments.ts'
import { PlanField } from './PlanField.tsx'
import { filledLines, itemsOf, linesOf, planFault, type TypedInstalment } from './typed.ts'

interface Values {
  items: TypedInstalment[]
}
/** The plan under the version of its contract, which each of its saves makes a new one. */
type Versioned = Instalments & { version: number }
const Item = basicItems<Values>()

const versioned = (plan: Instalments): Versioned => ({ ...plan, version: plan.contract.version })
const valuesOf = (plan: Instalments): Values => ({ items: linesOf(plan) })
const linesIn = (values: Readonly<Record<string, unknown>>): readonly TypedInstalment[] =>
  filledLines((values.items as readonly TypedInstalment[] | undefined) ?? [])
const contentOf = (line: TypedInstalment): string => JSON.stringify(itemsOf([line]))
/** Instalments are merged one by one when a colleague saved first. */
const merged = (name: string, label: string) => ({
  names: [name] as [string],
  label,
  canonical: (values: Readonly<Record<string, unknown>>) => linesIn(values).map(contentOf).join(),
  text: (values: Readonly<Record<string, unknown>>) => `${linesIn(values).length} 期`,
  entryKey: ({ key }: TypedInstalment) => key,
  entryContent: contentOf,
  entryText: ({ title, due_at, amount }: TypedInstalment) =>
    [title, due_at, amount && `${amount} 元`].filter(Boolean).join(' '),
})

/** The payment plan of a contract as a small table. */
export default function PlanDialog({ plan, onClose }: { plan: Instalments; onClose: () => void }) {
  const { code } = plan.contract
  const [latest, setLatest] = useState(plan)
  const name = plan.contract.direction === 'in' ? '收款计划' : '付款计划'
  return (
    <FormDialog<Values, Answer<Instalments>, Versioned>
      title={name}
      width={1080}
      initial={valuesOf(plan)}
      edited={{
        record: versioned(plan),
        latest: async () => versioned(await latestPlan(code)),
        onLatest: setLatest,
        valuesOf,
      }}
      send={({ items }, key, version) => savePlan(code, { items: itemsOf(items), version }, key)}
      fieldOf={(field) => (field.startsWith('items') ? 'items' : field)}
      onSaved={planChanged}
      onClose={onClose}
    >
      <Item.Own
        name="items"
        label={name}
        merged={merged as never}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: async (_: unknown, items: TypedInstalment[]) => {
              const fault = planFault(latest.contract.amount_yuan, items)
              if (fault) throw new Error(fault)
            },
          },
        ]}
      >
        <PlanField plan={latest} />
      </Item.Own>
    </FormDialog>
  )
}
