import { labelOf } from '@pianzhang/contract/lists'
import { SECOND_FACTOR_RULES, type SecondFactorRuleBody } from '@pianzhang/contract/second-factor'
import { audit, ofCompany } from '../../../platform/audit/audit.ts'
import { afterCommit, type Db, type Tx } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../../platform/http/route.ts'
import { factorOf } from './codes.ts'

/** Of whom the company requires two-step verification. */
export async function showRule(db: Db, { companyId }: PersonContext): Promise<SecondFactorRuleBody> {
  const { second_factor: rule } = await db
    .selectFrom('companies')
    .select('second_factor')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { rule }
}

/**
 * Changes it, effective from the next request of everybody. Who requires it has it on: otherwise the first whom the rule shuts out would be who made it.
 * Logs nothing where nothing changes.
 */
export async function changeRule(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, SecondFactorRuleBody>,
): Promise<SecondFactorRuleBody> {
  const { companyId, services } = context
  const { second_factor: before } = await tx
    .selectFrom('companies')
    .select('second_factor')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (body.rule !== 'none' && !(await factorOf(tx, context.userId)))
    throw invalid([{ field: 'rule', message: '请先为自己开启两步验证，再要求他人' }])
  if (before === body.rule) return body
  await tx.updateTable('companies').set({ second_factor: body.rule }).where('id', '=', companyId).execute()
  await audit(tx, ofCompany(context), {
    action: 'update',
    resource: 'company',
    code: context.companyCode,
    label: '两步验证',
    before: { second_factor: labelOf(SECOND_FACTOR_RULES, before) },
    after: { second_factor: labelOf(SECOND_FACTOR_RULES, body.rule) },
  })
  // Open streams check their people as after a change of a role, and their pages read the profile again.
  afterCommit(tx, () =>
    services.notices.announceOfCompany(companyId, [{ resource: 'role', action: 'update' }], context.clientId),
  )
  return body
}
