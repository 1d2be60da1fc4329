import { useCan } from '../../../platform/session/session.ts'
import { richOption } from '../../../ui/fields/choice/richOption.ts'
import { withReferred } from '../../../ui/form/items/withReferred.ts'
import { contractOption, useContracts } from './selects.ts'

/**
 * A form's options, with the contracts that its record refers to. Without the right to read contracts only the latter are offered.
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
