import type { Contract } from '@pianzhang/contract/contracts'
import { useState } from 'react'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { LinesItem } from '../../../../ui/form/items/lines.tsx'
import { typedAmount } from '../../../../ui/form/rules.ts'
import { contracts } from '../../api.ts'
import { AllocationsField } from './AllocationsField.tsx'
import { filledShares, sharesFault, sharesOf, type TypedShare } from './allocations.ts'
import { saveAllocations } from './api.ts'

interface Values {
  items: TypedShare[]
}
const valuesOf = (contract: Contract): Values => ({ items: sharesOf(contract) })
/** `versions`: of the contract, whose shares have the names of their subjects. */
const textOf = ({ subject_code, amount }: TypedShare, versions: readonly Contract[]): string => {
  const known = versions.flatMap(({ allocations = [] }) => allocations)
  const found = known.find((one) => one.subject_code === subject_code)
  return `${found ? `${found.out_code} ${found.name} ` : ''}${amount} 元`
}

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
      onSaved={contracts.changed}
      onClose={onClose}
    >
      <LinesItem<TypedShare>
        label="分摊到科目"
        unit="个科目"
        filled={filledShares}
        // By subject, as two people may add the same one.
        keyOf={({ subject_code, key }) => subject_code ?? key}
        contentOf={({ subject_code, amount }) => `${subject_code} ${typedAmount(amount)}`}
        textOf={(share) => textOf(share, [latest, contract])}
        fault={(shares) => sharesFault(latest.amount_yuan, shares)}
      >
        <AllocationsField contract={latest} />
      </LinesItem>
    </FormDialog>
  )
}
