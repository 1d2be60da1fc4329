import type { Contract, ContractBody } from '@pianzhang/contract/contracts'
import { audit } from '../../platform/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Input, ProjectContext } from '../../platform/route.ts'
import { contractAnswer, loadContract } from './load.ts'

/** Adds a contract. Throws 422 if its number exists in the project; of concurrent adds the unique constraint stops the second. */
export async function createContract(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, ContractBody>,
): Promise<Contract> {
  const { project } = context
  const existing = await tx
    .selectFrom('contracts')
    .select('id')
    .where('project_id', '=', project.id)
    .where('out_code', '=', body.out_code)
    .executeTakeFirst()
  if (existing) throw invalid([{ field: 'out_code', message: '合同编号已存在' }])
  const code = newCode()
  await tx
    .insertInto('contracts')
    .values({
      ...body,
      category: Number(body.category),
      project_id: project.id,
      code,
      creator_id: context.userId,
      created_at: context.now,
    })
    .execute()
  const saved = contractAnswer(context, await loadContract(tx, project.id, code))
  const { can: _, ...after } = saved
  const label = `${saved.out_code} ${saved.customer} ${saved.amount_yuan}元`
  await audit(tx, context, { action: 'create', resource: 'contract', code, label, after })
  return saved
}
