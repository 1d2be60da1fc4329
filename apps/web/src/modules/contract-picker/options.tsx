import { fenOf } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { Form } from 'antd'
import { useCan } from '../../platform/session/session.ts'
import { richOption } from '../../ui/fields/choice/richOption.ts'
import { withReferred } from '../../ui/form/items/withReferred.ts'
import { type ContractChoice, ContractHint, contractOption } from './contractOption.tsx'
import { useContracts } from './selects.ts'

/**
 * A form's options, with the contracts that its record refers to. Without the right to read contracts only the latter are offered.
 */
export function useContractOptions<R>(
  categories: readonly string[],
  seen: readonly R[],
  contractOf: (record: R) => { code: string; out_code: string; customer?: string } | null,
) {
  const { items, state } = useContracts(categories, useCan()('contract', 'read'))
  return withReferred<R, ContractChoice>({ items: items?.map(contractOption), state }, seen, (record) => {
    const contract = contractOf(record)
    return contract && richOption(contract.code, contract.out_code, contract.customer ?? '')
  })
}

interface Props {
  options: readonly ContractChoice[]
  /** Name of the field with the amount that the record books on the contract; without it nothing is booked. */
  amount?: string
  /** The record as stored, if its amount counts as paid on its contract. */
  stored?: { contract: string; amount: string } | undefined
}

/** The amounts of the contract that a form has chosen as `contract_code`: the `extra` of the field. */
export function ContractExtra({ options, amount, stored }: Props) {
  const form = Form.useFormInstance()
  const chosen = Form.useWatch<string | null>('contract_code', form)
  const typed = Form.useWatch<string>(amount ?? [], form)
  const contract = options.find(({ value }) => value === chosen)?.contract
  if (!contract) return null
  return (
    <ContractHint
      contract={contract}
      typed={(amount && typeof typed === 'string' && parseField(typed).fen) || 0n}
      own={stored && stored.contract === chosen ? fenOf(stored.amount) : 0n}
    />
  )
}
