import { receiptBody } from '@pianzhang/contract/investment-executions'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { problemsOf, type ReferenceFields, type References } from './rules.ts'

/**
 * The types and contracts that bodies name. Contracts are locked until the commit, so that their category stays as the
 * rules saw it; that a type is still there is checked by its foreign key at the INSERT.
 */
export async function findReferences(
  tx: Tx,
  projectId: bigint,
  bodies: readonly Partial<ReferenceFields>[],
): Promise<References> {
  const ids = new Set(bodies.flatMap((body) => body.investment_category_id ?? []))
  const codes = new Set(bodies.flatMap((body) => body.contract_code ?? []))
  const categories = await tx
    .selectFrom('investment_categories')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf([...ids].map(BigInt)))
    .execute()
  // In the order of ids, so that concurrent requests cannot deadlock.
  const contracts = await tx
    .selectFrom('contracts')
    .select(['code', 'id', 'category'])
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf([...codes]))
    .orderBy('id')
    .forShare()
    .execute()
  return {
    categories: new Map(categories.map(({ id }) => [String(id), id])),
    contracts: new Map(contracts.map((row) => [row.code, row])),
  }
}

/** The missing references of a body that its schema refused, so that all errors are reported at once. */
export async function wrongReferences(tx: Tx, { project }: ProjectContext, body: unknown) {
  const fields = validFields(receiptBody, body)
  return problemsOf(fields, await findReferences(tx, project.id, [fields]))
}
