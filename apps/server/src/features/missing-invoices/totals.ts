import { today } from '@pianzhang/contract/calendar'
import {
  AGES,
  FLAGS,
  type MissingCounts,
  type MissingFilters,
  type MissingTotals,
  REASONS,
} from '@pianzhang/contract/missing-invoices'
import { type Fen, sum, yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { ageSql, conditions, dayRows, flagSql } from './filters.ts'
import { onKept } from './stored-lines.ts'

/** Sums of lines by reason, age and flag. */
interface Part {
  reason: number
  age: number
  due: boolean
  late: boolean
  amount: Fen
  entries: bigint
}

/** What the filters match, by age, reason and flag. */
export async function totalMissing(
  _db: Db,
  context: ProjectContext,
  { query }: Input<unknown, MissingFilters, unknown>,
): Promise<MissingTotals> {
  const parts = await partsOf(context, query)
  const of = (matches: (part: Part) => boolean) => summed(parts.filter(matches))
  return {
    ...summed(parts),
    today: today(context.now),
    ages: AGES.map(({ code }, index) => ({ age: code, ...of(({ age }) => age === index) })),
    reasons: REASONS.map(({ code }, index) => ({
      reason: code,
      ...of(({ reason }) => reason === index + 1),
    })),
    flags: FLAGS.map(({ code }) => ({ flag: code, ...of((part) => part[code]) })),
  }
}

export async function countMissing(_db: Db, context: ProjectContext): Promise<MissingCounts> {
  const parts = await partsOf(context, { line_codes: [] })
  return {
    ...summed(parts),
    over_90: summed(parts.filter(({ age }) => age === AGES.length - 1)),
    due: summed(parts.filter(({ due }) => due)),
    late: summed(parts.filter(({ late }) => late)),
  }
}

async function partsOf({ project, services, now }: ProjectContext, query: MissingFilters): Promise<Part[]> {
  const day = today(now)
  return await onKept(services, project.id, async (tx) => {
    const where = await conditions(tx, project.id, query, day)
    const [due, late] = flagSql(sql`t.pay_at`, day)
    const { rows } = await sql<Part>`
      select t.reason, ${ageSql(sql`t.pay_at`, day)} as age, ${due} as due, ${late} as late, sum(t.amount) as amount,
        sum(t.entries)::int8 as entries
      from (${dayRows(project.id, query, where, day)}) t group by 1, 2, 3, 4`.execute(tx)
    return rows
  })
}

const summed = (parts: readonly Part[]) => ({
  count: Number(sum(parts.map(({ entries }) => entries))),
  lacking_yuan: yuan(sum(parts.map(({ amount }) => amount))),
})
