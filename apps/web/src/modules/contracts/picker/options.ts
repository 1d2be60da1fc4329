import { useCan } from '../../../platform/session/session.ts'
import { richOption } from '../../../ui/fields/choice/richOption.ts'
import { withReferred } from '../../../ui/form/items/withReferred.ts'
import { contractOption, useContracts } from './selects.ts'

/**
 * A form's options, and the contracts that its record names: without the right to read contracts they stay, and no other can be chosen.
 */
export function useContractOptions<R>(
  categories: readonly string[],
  seen: readonly R[],
  contractOf: (record: R) => { code: string; out_code: string; customer?: string } | null,
) {
  const { items, state } = useContracts(categories, useCan()('contract', 'read'))
  return withReferred({ items: items?.map(contractOption), state }, seen, (record) => {
    const contract = contractOf(record)
    return contract && richOption(contract.code, contract.out_code, contract.customer ?? '')
  })
}
