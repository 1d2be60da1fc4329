import { today } from '@pianzhang/contract/calendar'
import type { DailyCosts, ShootingDays, ShootingDaysBody } from '@pianzhang/contract/cost-report'
import { divideRounded } from '@pianzhang/contract/decimal'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { costBudgetTotal } from '../../books/cost-budgets/load.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { checkVersion } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { canOf } from './report.ts'

/** The shooting days in their order; version 0 while none was ever saved. */
export async function showShootingDays(db: Db | Tx, context: ProjectContext): Promise<ShootingDays> {
  const { rows } = await sql<{ items: ShootingDays['items']; version: number }>`select
    coalesce((select jsonb_agg(jsonb_build_object('day', d.day, 'day_no', d.day_no, 'remark', d.remark) order by d.day)
      from shooting_days d where d.project_id = ${context.project.id}), '[]') as items,
    coalesce((select p.version from shooting_plans p where p.project_id = ${context.project.id}), 0) as version`.execute(
    db,
  )
  const [{ items, version } = { items: [], version: 0 }] = rows
  return { items, version, can: { write: canOf(context).write } }
}

/** Replaces all shooting days. Throws 409 for a stale version. */
export async function saveShootingDays(
  tx: Tx,
  context: ProjectContext,
  { body }: Input<unknown, unknown, ShootingDaysBody>,
): Promise<ShootingDays> {
  const projectId = context.project.id
  // The first person to save them inserts the row, so that every later one finds a row to lock.
  await tx
    .insertInto('shooting_plans')
    .values({ project_id: projectId, version: 0 })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute()
  const plan = await tx
    .selectFrom('shooting_plans')
    .select('version')
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  checkVersion(body.version, plan.version)
  const before = await showShootingDays(tx, context)
  await tx.deleteFrom('shooting_days').where('project_id', '=', projectId).execute()
  if (body.items.length > 0)
    await tx
      .insertInto('shooting_days')
      .values(body.items.map(({ day, day_no, remark }) => ({ project_id: projectId, day, day_no, remark })))
      .execute()
  await tx
    .updateTable('shooting_plans')
    .set({ version: plan.version + 1 })
    .where('project_id', '=', projectId)
    .execute()
  const after = await showShootingDays(tx, context)
  const words = ({ items }: ShootingDays) =>
    items.map(({ day, day_no, remark }) => `第${day_no}天 ${day}${remark && ` ${remark}`}`)
  await audit(tx, context, {
    action: 'update',
    resource: 'cost_report',
    code: 'shooting_days',
    label: '拍摄日',
    before: { shooting_days: words(before) },
    after: { shooting_days: words(after) },
  })
  return after
}

/** A day with cost, or a shooting day, in fen. */
export interface DayRow {
  day: string
  day_no: number | null
  remark: string
  spent: bigint
  cumulative: bigint
}

/** SELECT of the days up to `until`, the latest first. Cost is payments and open petty cash, as in the report. */
export const dailyRows = (projectId: bigint, until: string): RawBuilder<DayRow> => sql`
  with cost as (
    select c.pay_at as day, sum(c.pay_amount) as spent
    from payments c where c.project_id = ${projectId} and c.pay_at <= ${until} group by 1
    union all
    select e.pay_at, sum(e.pay_amount)
    from petty_cash e where e.project_id = ${projectId} and e.write_off_id is null and e.pay_at <= ${until} group by 1
    union all
    select d.day, 0 from shooting_days d where d.project_id = ${projectId} and d.day <= ${until}),
  added as (select cost.day, sum(cost.spent) as spent from cost group by 1)
  select a.day, d.day_no, coalesce(d.remark, '') as remark, a.spent, sum(a.spent) over (order by a.day) as cumulative
  from added a left join shooting_days d on d.project_id = ${projectId} and d.day = a.day
  order by a.day desc`

/** 每日支出. 每拍摄日成本: what was spent on shooting days ÷ their number, rounded half away from zero. */
export async function showDaily(db: Db, context: ProjectContext): Promise<DailyCosts> {
  const projectId = context.project.id
  const { rows } = await sql<DayRow & { budget: bigint }>`
    select b.amount as budget, r.* from (${costBudgetTotal(projectId)}) b
    left join (${dailyRows(projectId, today(context.now))}) r on true order by r.day desc`.execute(db)
  const days = rows.filter(({ day }) => day !== null)
  const shooting = days.filter(({ day_no }) => day_no !== null)
  const onSet = shooting.reduce((sum, { spent }) => sum + spent, 0n)
  return {
    items: days.map(({ day, day_no, remark, spent, cumulative }) => ({
      day,
      day_no,
      remark,
      spent_yuan: yuan(spent),
      cumulative_yuan: yuan(cumulative),
    })),
    spent_yuan: yuan(days[0]?.cumulative ?? 0n),
    budget_yuan: yuan(rows[0]?.budget ?? 0n),
    shooting_days: shooting.length,
    shooting_yuan: yuan(onSet),
    per_day_yuan: shooting.length === 0 ? null : yuan(divideRounded(onSet, BigInt(shooting.length))),
    can: { write: canOf(context).write },
  }
}
