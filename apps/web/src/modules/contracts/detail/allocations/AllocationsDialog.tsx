import type { Contract } from '@pianzhang/contract/contracts'
import { useState } from 'react'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { basicItems } from '../../../../ui/form/items/basic.tsx'
import { typedAmount } from '../../../../ui/form/rules.ts'
import { contracts } from '../../api.ts'
import { AllocationsField } from './AllocationsField.tsx'
import { filledShares, sharesFault, sharesOf, type TypedShare } from './allocations.ts'
import { saveAllocations } from './api.ts'

interface Values {
  items: TypedShare[]
}
const Item = basicItems<Values>()
const valuesOf = (contract: Contract): Values => ({ items: sharesOf(contract) })
const listOf = (values: Readonly<Record<string, unknown>>): readonly TypedShare[] =>
  filledShares((values.items as readonly TypedShare[] | undefined) ?? [])
const contentOf = ({ subject_code, amount }: TypedShare): string => `${subject_code} ${typedAmount(amount)}`
/** Shares are merged one by one when a colleague saved first. `versions`: of the contract, whose shares have the names of their subjects. */
const mergedOf =
  (...versions: readonly Contract[]) =>
  (name: string, label: string) => ({
    names: [name] as [string],
    label,
    canonical: (values: Readonly<Record<string, unknown>>) => listOf(values).map(contentOf).join(),
    text: (values: Readonly<Record<string, unknown>>) => `${listOf(values).length} 个科目`,
    // By subject, as two people may add the same one.
    entryKey: ({ subject_code, key }: TypedShare) => subject_code ?? key,
    entryContent: contentOf,
    entryText: ({ subject_code, amount }: TypedShare) => {
      const found = versions
        .flatMap(({ allocations = [] }) => allocations)
        .find((one) => one.subject_code === subject_code)
      return `${found ? `${found.out_code} ${found.name} ` : ''}${amount} 元`
    },
  })

/** 科目分摊: shares of the contract's amount by subject. */
export default function AllocationsDialog({
  contract,
  onClose,
}: {
  contract: Contract
  onClose: () => void
}) {
  const { code } = contract
  const [latest, setLatest] = useState(contract)
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof saveAllocations>>, Contract>
      title="科目分摊"
      width={720}
      initial={valuesOf(contract)}
      edited={{ record: contract, latest: () => contracts.latest(code), onLatest: setLatest, valuesOf }}
      send={({ items }, key, version) =>
        saveAllocations(
          code,
          {
            items: filledShares(items).map(({ subject_code, amount }) => ({
              subject_code,
              amount: typedAmount(amount),
            })),
            version,
          },
          key,
        )
      }
      fieldOf={(field) => (field.startsWith('items') ? 'items' : field)}
      onSaved={contracts.changed}
      onClose={onClose}
    >
      <Item.Own
        name="items"
        label="分摊到科目"
        merged={mergedOf(latest, contract) as never}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: async (_: unknown, items: TypedShare[]) => {
              const fault = sharesFault(latest.amount_yuan, items)
              if (fault) throw new Error(fault)
            },
          },
        ]}
      >
        <AllocationsField contract={latest} />
      </Item.Own>
    </FormDialog>
  )
}
