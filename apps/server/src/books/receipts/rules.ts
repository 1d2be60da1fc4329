import type { FieldError } from '@pianzhang/contract/errors'
import { type ReceiptBody, receiptBody } from '@pianzhang/contract/receipts'
import { contractFault, type FoundContract, lockByCode } from '../../base/contracts/find.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'

/** The fields of a receipt that refer to other records. */
type ReferenceFields = Pick<ReceiptBody, 'investment_category_id' | 'contract_code'>

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

/**
 * The types and contracts that bodies name. Contracts are locked until the commit, so that their category stays as the
 * rules saw it; a foreign key checks at the INSERT that a type still exists.
 */
export async function findReferences(
  tx: Tx,
  projectId: bigint,
  bodies: readonly Partial<ReferenceFields>[],
): Promise<References> {
  const ids = new Set(bodies.flatMap((body) => body.investment_category_id ?? []))
  const categories = await tx
    .selectFrom('investment_types')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf([...ids].map(BigInt)))
    .execute()
  return {
    categories: new Map(categories.map(({ id }) => [String(id), id])),
    contracts: await lockByCode(
      tx,
      projectId,
      bodies.flatMap((body) => body.contract_code ?? []),
    ),
  }
}

/** The references that are missing or not allowed in a body with other invalid fields, so that the answer names all mistakes. */
export async function alsoWrong(tx: Tx, { project }: ProjectContext, body: unknown) {
  const fields = validFields(receiptBody, body)
  return problemsOf(fields, await findReferences(tx, project.id, [fields]))
}
