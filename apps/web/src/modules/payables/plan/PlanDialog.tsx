import type { Instalments } from '@pianzhang/contract/payables'
import { useState } from 'react'
import type { Answer } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { LinesItem } from '../../../ui/form/items/lines.tsx'
import { latestPlan, planChanged, savePlan } from '../../contract-picker/instalments.ts'
import { PlanField } from './PlanField.tsx'
import { filledLines, itemsOf, linesOf, planFault, type TypedInstalment } from './typed.ts'

interface Values {
  items: TypedInstalment[]
}
/** The plan under the version of its contract, which each of its saves makes a new one. */
type Versioned = Instalments & { version: number }

const versioned = (plan: Instalments): Versioned => ({ ...plan, version: plan.contract.version })
const valuesOf = (plan: Instalments): Values => ({ items: linesOf(plan) })

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
      onSaved={planChanged}
      onClose={onClose}
    >
      <LinesItem<TypedInstalment>
        label={name}
        unit="期"
        filled={filledLines}
        keyOf={({ key }) => key}
        contentOf={(line) => JSON.stringify(itemsOf([line]))}
        textOf={({ title, due_at, amount }) =>
          [title, due_at, amount && `${amount} 元`].filter(Boolean).join(' ')
        }
        fault={(lines) => planFault(latest.contract.amount_yuan, lines)}
      >
        <PlanField plan={latest} />
      </LinesItem>
    </FormDialog>
  )
}
