import type { Fen } from '@pianzhang/contract/money'
import { type RichOption, richOption } from '../../ui/fields/choice/richOption.ts'
import { FieldHint } from '../../ui/fields/FieldHint.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { amountsOf, overpaid, TOGETHER } from './contractFigures.ts'
import styles from './contractOption.module.css'
import type { ContractOption } from './selects.ts'

/** A contract in a picker. */
export interface ContractChoice extends RichOption {
  /** Absent for one that only the record names, such as for people who may not read contracts. */
  contract?: ContractOption
}

/** An option with what was signed, paid and is left. */
export const contractOption = (contract: ContractOption): ContractChoice => ({
  ...richOption(contract.code, contract.out_code, contract.customer),
  below: <Amounts amounts={amountsOf(contract)} />,
  contract,
})

const Amounts = ({ amounts }: { amounts: readonly (readonly [name: string, amount: string])[] }) =>
  amounts.map(([name, amount], index) => (
    <span key={name} className={styles.amount}>
      {name} <MoneyText amount={amount} tip={false} />
      {index < amounts.length - 1 && '，'}
    </span>
  ))

interface HintProps {
  /** The chosen contract. */
  contract: ContractOption
  /** What the record books on it. */
  typed: Fen
  /** What it already has there as stored. */
  own: Fen
}

/** Beside a field: the amounts of the chosen contract, and amber where the record would overpay it. */
export function ContractHint({ contract, typed, own }: HintProps) {
  const warning = overpaid(contract, typed, own)
  const { with_supplement: together, category } = contract
  const rest = together && amountsOf({ ...together, category }, own)[2]
  return (
    <FieldHint warnings={warning ? [warning] : []}>
      <Amounts
        amounts={[
          ...amountsOf(contract, own),
          ...(rest ? ([[`${TOGETHER}${rest[0]}`, rest[1]]] as const) : []),
        ]}
      />
      {own !== 0n && '（不含本笔）'}
    </FieldHint>
  )
}
