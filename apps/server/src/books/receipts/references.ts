import { receiptBody } from '@pianzhang/contract/receipts'
import { lockByCode } from '../../base/contracts/find.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { problemsOf, type ReferenceFields, type References } from './rules.ts'

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

/** The missing references of a body that its schema refused, so that all errors are reported at once. */
export async function alsoWrong(tx: Tx, { project }: ProjectContext, body: unknown) {
  const fields = validFields(receiptBody, body)
  return problemsOf(fields, await findReferences(tx, project.id, [fields]))
}
