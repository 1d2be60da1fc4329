import { MoneyText } from '../../ui/MoneyText.tsx'
import { Fact, Facts } from '../../ui/page/record/Facts.tsx'
import styles from './ContractFacts.module.css'
import { amountsOf, TOGETHER } from './contractFigures.ts'
import type { ContractOption } from './selects.ts'

/** The amounts of a contract, then those of the contract and its supplement together. */
export function ContractFacts({ contract }: { contract: ContractOption }) {
  const { with_supplement: together, category } = contract
  const facts = (of: ReturnType<typeof amountsOf>, prefix: string) =>
    of.map(([name, amount]) => (
      <Fact key={name} name={`${prefix}${name}（元）`} value={<MoneyText amount={amount} />} />
    ))
  return (
    <Facts className={styles.facts}>
      {facts(amountsOf(contract), '合同')}
      {together && facts(amountsOf({ ...together, category }), TOGETHER)}
    </Facts>
  )
}
