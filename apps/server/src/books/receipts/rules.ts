import type { FieldError } from '@pianzhang/contract/errors'
import type { ReceiptBody } from '@pianzhang/contract/receipts'
import { contractFault, type FoundContract } from '../../base/contracts/find.ts'

/** The fields of a receipt that refer to other records. */
export type ReferenceFields = Pick<ReceiptBody, 'investment_category_id' | 'contract_code'>

/** The records that receipts refer to, found in the project; those of other projects are absent. */
export interface References {
  /** Ids by their decimal text. */
  categories: ReadonlyMap<string, bigint>
  contracts: ReadonlyMap<string, FoundContract>
}

/** The references of a body that are missing or not allowed. A field that failed the schema is absent here, and already has its message. */
export function problemsOf(body: Partial<ReferenceFields>, found: References): FieldError[] {
  const problems: FieldError[] = []
  const { investment_category_id: category, contract_code } = body
  if (category !== undefined && !found.categories.has(category))
    problems.push({ field: 'investment_category_id', message: '投资类型不存在' })
  if (typeof contract_code === 'string') {
    const fault = contractFault(found.contracts.get(contract_code), 'in')
    if (fault !== undefined) problems.push({ field: 'contract_code', message: fault })
  }
  return problems
}
