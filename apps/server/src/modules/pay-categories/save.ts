import type { PayCategory, PayCategoryBody } from '@pianzhang/contract/pay-categories'
import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { Failure, invalid } from '../../platform/errors.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { insertCategories } from '../common/insert-categories.ts'
import { lockPayCategory, payCategoryAnswer } from './load.ts'

/** Adds a payment type. Two who add the same name meet at the unique name; the second then finds it taken: 422. */
export async function createPayCategory(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, PayCategoryBody>,
): Promise<PayCategory> {
  const { project, now } = context
  await refuseTaken(tx, project.id, body.name, null)
  const [id = 0n] = await insertCategories(tx, 'pay_categories', project.id, now, [body.name])
  const answer = payCategoryAnswer(context, { id, name: body.name, version: 1, updated_at: now })
  await audit(tx, context, {
    action: 'create',
    resource: 'pay_category',
    code: answer.id,
    label: body.name,
    after: { name: body.name },
  })
  return answer
}

/** Renames it, also where payments use it: they show the new name. */
export async function updatePayCategory(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ id: string }, unknown, PayCategoryBody>,
): Promise<PayCategory> {
  const { project, now } = context
  const before = await lockPayCategory(tx, project.id, params.id)
  await refuseTaken(tx, project.id, body.name, before.id)
  if (body.version !== undefined && body.version !== before.version) throw new Failure('stale')
  const after = { id: before.id, name: body.name, version: before.version + 1, updated_at: now }
  await tx
    .updateTable('pay_categories')
    .set({ name: after.name, version: after.version, updated_at: now })
    .where('project_id', '=', project.id)
    .where('id', '=', before.id)
    .execute()
  await audit(tx, context, {
    action: 'update',
    resource: 'pay_category',
    code: String(before.id),
    label: after.name,
    before: { name: before.name },
    after: { name: after.name },
  })
  return payCategoryAnswer(context, after)
}

async function refuseTaken(tx: Tx, projectId: bigint, name: string, own: bigint | null): Promise<void> {
  const taken = await tx
    .selectFrom('pay_categories')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (taken && taken.id !== own) throw invalid([{ field: 'name', message: '类型名称已存在' }])
}
