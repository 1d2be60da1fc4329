import type { FieldError } from '@pianzhang/contract/errors'
import type { ReceiptBody } from '@pianzhang/contract/investment-executions'
import { contractDirection } from '@pianzhang/contract/lists'

/** The fields of a receipt that name other records. */
export type Named = Pick<ReceiptBody, 'investment_category_id' | 'contract_code'>

/** What receipts refer to, found inside the project; what is absent here does not exist for it. */
export interface References {
  /** By id as text. */
  categories: ReadonlyMap<string, bigint>
  contracts: ReadonlyMap<string, { id: bigint; category: number }>
}

/** What a receipt refers to must be there and fit. A field that is absent could not be read, and is not judged. */
export function problemsOf(body: Partial<Named>, found: References): FieldError[] {
  const problems: FieldError[] = []
  const { investment_category_id: category, contract_code } = body
  if (category !== undefined && !found.categories.has(category))
    problems.push({ field: 'investment_category_id', message: '投资类型不存在' })
  if (typeof contract_code === 'string') {
    const contract = found.contracts.get(contract_code)
    if (!contract) problems.push({ field: 'contract_code', message: '合同不存在' })
    else if (contractDirection(String(contract.category)) !== 'in')
      problems.push({ field: 'contract_code', message: '只能关联投资合同或其他收入合同' })
  }
  return problems
}
