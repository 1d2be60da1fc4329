import { receiptBody } from '@pianzhang/contract/investment-executions'
import { anyOf, type Tx } from '../../platform/database.ts'
import { readableFields } from '../../platform/readable.ts'
import type { ProjectContext } from '../../platform/route.ts'
import { type Named, problemsOf, type References } from './rules.ts'

/**
 * Finds them, one statement a kind. Contracts stay locked until the commit: their category, which the rules read, must not change before the
 * receipt is written. Types only exist or not, which the foreign key holds.
 */
export async function findReferences(
  tx: Tx,
  projectId: bigint,
  bodies: readonly Partial<Named>[],
): Promise<References> {
  const ids = new Set(bodies.flatMap((body) => body.investment_category_id ?? []))
  const codes = new Set(bodies.flatMap((body) => body.contract_code ?? []))
  const categories = await tx
    .selectFrom('investment_categories')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', anyOf([...ids].map(BigInt)))
    .execute()
  // In the order of ids, so that two requests never wait for each other in a circle.
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

/** What a body that its schema refuses refers to in vain, so that every wrong field is named at once. */
export async function wrongReferences(tx: Tx, { project }: ProjectContext, body: unknown) {
  const readable = readableFields(receiptBody, body)
  return problemsOf(readable, await findReferences(tx, project.id, [readable]))
}
