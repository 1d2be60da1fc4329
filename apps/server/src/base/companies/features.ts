import { FEATURES, type FeaturesAnswer, type FeaturesBody } from '@pianzhang/contract/features'
import { sql } from 'kysely'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { afterCommit, type Db, type Tx } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'

const namesOf = (on: ReadonlySet<string>): string[] =>
  FEATURES.filter(({ feature }) => on.has(feature)).map(({ name }) => name)

/** The features that are on. `lock`: until the commit nobody else switches one. */
async function featuresOn(db: Db | Tx, companyId: bigint, lock = false): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('company_features')
    .select(['feature', 'is_on'])
    .where('company_id', '=', companyId)
    .orderBy('feature')
    .$if(lock, (query) => query.forUpdate())
    .execute()
  return new Set(rows.filter(({ is_on }) => is_on).map(({ feature }) => feature))
}

const answerOf = (on: ReadonlySet<string>, context: PersonContext): FeaturesAnswer => ({
  items: FEATURES.map(({ feature, name, text }) => ({ feature, name, text, on: on.has(feature) })),
  can: { write: context.isSuper },
})

export const showFeatures = async (_db: Db, context: PersonContext): Promise<FeaturesAnswer> =>
  answerOf(context.features, context)

/** Switches features; the others stay. Nothing is logged where nothing changes. */
export async function changeFeatures(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, FeaturesBody>,
): Promise<FeaturesAnswer> {
  const { companyId, services } = context
  // A feature that is newer than the company has no row yet.
  await tx
    .insertInto('company_features')
    .values(body.items.map(({ feature }) => ({ company_id: companyId, feature, is_on: false })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const before = await featuresOn(tx, companyId, true)
  await sql`update company_features f set is_on = n.is_on
    from jsonb_to_recordset(${JSON.stringify(body.items.map(({ feature, on: is_on }) => ({ feature, is_on })))}::jsonb)
      as n(feature text, is_on boolean)
    where f.company_id = ${companyId} and f.feature = n.feature`.execute(tx)
  const after = await featuresOn(tx, companyId)
  const [was, is] = [namesOf(before), namesOf(after)]
  if (was.join() !== is.join()) {
    await audit(tx, ofCompany(context), {
      action: 'update',
      resource: 'company',
      code: context.companyCode,
      label: '功能设置',
      before: { features: was },
      after: { features: is },
    })
    // Rights follow from features: open streams end as after a change of a role, and their pages read the profile again.
    afterCommit(tx, () =>
      services.notices.announceOfCompany(
        companyId,
        [{ resource: 'role', action: 'update' }],
        context.clientId,
      ),
    )
  }
  return answerOf(after, context)
}
