import { today } from '@pianzhang/contract/calendar'
import type { ApprovalRules, DeputyBody } from '@pianzhang/contract/payment-requests'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { holdRequests, retellDeciders } from './deciders.ts'
import { peopleOf } from './people.ts'
import { showRules } from './rules.ts'

/** Names who stands in for the caller from day to day, or that nobody does any more. Throws 422 for who may not decide. */
export async function setDeputy(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, DeputyBody>,
): Promise<ApprovalRules> {
  const { project, userId, now } = context
  const { deputy_code, start_at, end_at } = body
  // Before the row of the deputy, as `retellDeciders` locks in this order.
  await holdRequests(tx, project.id)
  await tx
    .deleteFrom('approval_deputies')
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .execute()
  let name = ''
  if (deputy_code !== null && start_at !== null && end_at !== null) {
    if (end_at < today(now)) throw invalid([{ field: 'end_at', message: '结束日期不能早于今天' }])
    const deputy = (await peopleOf(tx, context)).approvers.find(({ code }) => code === deputy_code)
    if (!deputy) throw invalid([{ field: 'deputy_code', message: '代理人不存在，或没有审批权限' }])
    if (deputy.id === userId) throw invalid([{ field: 'deputy_code', message: '代理人不能是本人' }])
    name = deputy.name
    await tx
      .insertInto('approval_deputies')
      .values({
        project_id: project.id,
        user_id: userId,
        deputy_id: deputy.id,
        start_at,
        end_at,
        created_at: now,
      })
      .execute()
  }
  await audit(tx, context, {
    action: 'update',
    resource: 'payment_approval',
    code: '',
    label: name === '' ? `${context.userName} 取消代理审批` : `${context.userName} 由 ${name} 代理审批`,
    after: { deputy_name: name, start_at: start_at ?? '', end_at: end_at ?? '' },
  })
  await retellDeciders(tx, context, [project.id])
  return await showRules(tx, context)
}
