import {
  DELIVERED_CONTENTS,
  DELIVERED_RATES,
  type FeeRate,
  feeRate,
  type RateKind,
} from '@pianzhang/contract/fee-rates'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { anyOf, type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { parseWritten } from '../../platform/written-json.ts'
import { lockRates } from './month-locks.ts'
import { allRates, keyOf } from './rates.ts'

/** Rates as the operator writes them. */
type RateContent = z.input<typeof feeRate>

/** All rates for the operator, and whether each is a delivered one; also those that an added one replaces. */
export async function ratesOf(db: Db): Promise<{ content: RateContent; delivered: boolean }[]> {
  const { rows } = await sql<{
    content: RateContent
  }>`select r.content from fee_rates r order by r.id`.execute(db)
  return [
    ...DELIVERED_CONTENTS.map((content) => ({ content, delivered: true })),
    ...rows.map(({ content }) => ({ content, delivered: false })),
  ]
}

/** What a change of rates means for fees: those that keep the tax of the rates before, as their month is not remitted. */
export interface RateChange {
  kind: RateKind
  holds_from: string
  open: number
}

/**
 * Adds rates from JSON; those with the kind and day of delivered ones replace them (`replaced`). Throws an Error in Chinese that names what is wrong, or
 * that such rates were added, or that tax was remitted by those that would be replaced.
 */
export async function addRate(db: Db, json: string): Promise<RateChange & { replaced: boolean }> {
  const { content, rate } = readRate(json)
  const { kind, holds_from } = rate
  return await inTransaction(db, async (tx) => {
    await lockRates(tx, false)
    if (await isAdded(tx, rate))
      throw new Error(
        `${kind} 自 ${holds_from} 起的税率已添加，请使用新的起用日期，或先用 rate:remove 删除原来添加的`,
      )
    const replaced = DELIVERED_RATES.some((other) => keyOf(other) === keyOf(rate))
    const { open, remitted } = await computedWith(tx, rate)
    if (replaced && remitted > 0) throw new Error(remittedText(rate, remitted))
    await tx
      .insertInto('fee_rates')
      .values({ kind, holds_from, content: JSON.stringify(content), created_at: new Date() })
      .execute()
    return { kind, holds_from, replaced, open }
  })
}

/** Takes added rates away: those before hold again. Throws an Error in Chinese if there are none, or if tax was remitted by them. */
export async function removeRate(db: Db, kind: RateKind, holds_from: string): Promise<RateChange> {
  const rate = { kind, holds_from }
  return await inTransaction(db, async (tx) => {
    await lockRates(tx, false)
    if (!(await isAdded(tx, rate)))
      throw new Error(`没有自行添加的 ${kind} 自 ${holds_from} 起的税率；随产品提供的税率不能删除`)
    const { open, remitted } = await computedWith(tx, rate)
    if (remitted > 0) throw new Error(remittedText(rate, remitted))
    await tx.deleteFrom('fee_rates').where('kind', '=', kind).where('holds_from', '=', holds_from).execute()
    return { ...rate, open }
  })
}

type Key = Pick<FeeRate, 'kind' | 'holds_from'>

const remittedText = ({ kind, holds_from }: Key, remitted: number): string =>
  `已有 ${remitted} 笔按 ${kind} 自 ${holds_from} 起的税率计税的劳务缴税，该税率不能更换或删除；请以新的起用日期添加税率`

async function isAdded(tx: Tx, { kind, holds_from }: Key): Promise<boolean> {
  const { rows } =
    await sql`select 1 from fee_rates r where r.kind = ${kind} and r.holds_from = ${holds_from}::date`.execute(
      tx,
    )
  return rows.length > 0
}

/** Of which fees rates are. */
const FEES: Record<RateKind, RawBuilder<unknown>> = {
  labor: sql`r.kind = 'labor' and r.resident`,
  script: sql`r.kind = 'script' and r.resident`,
  nonresident: sql`not r.resident`,
  vat: sql`r.kind = 'labor' and r.vat_withheld`,
  script_vat: sql`r.kind = 'script' and r.vat_withheld`,
}

/**
 * How many fees of all companies have days on which these rates hold, or would: with tax that is not remitted, and that is. One statement for all projects,
 * as no fee is saved meanwhile.
 */
async function computedWith(tx: Tx, { kind, holds_from }: Key): Promise<{ open: number; remitted: number }> {
  const later = (await allRates(tx))
    .filter((other) => other.kind === kind && other.holds_from > holds_from)
    .map((other) => other.holds_from)
    .toSorted()
    .at(0)
  const { rows: projects } = await sql<{ id: bigint }>`select p.id from projects p
    where p.purging_at is null and p.purged_at is null order by p.id`.execute(tx)
  const { rows } = await sql<{ open: number; remitted: number }>`
    select count(*) filter (where r.remitted_line_id is null)::int4 as open, count(r.remitted_line_id)::int4 as remitted
    from fees r where r.project_id = ${anyOf(projects.map(({ id }) => id))} and ${FEES[kind]}
      and r.month >= date_trunc('month', ${holds_from}::timestamp)::date and r.pay_at >= ${holds_from}::date
      ${later === undefined ? sql`` : sql`and r.pay_at < ${later}::date`}`.execute(tx)
  return rows[0] ?? { open: 0, remitted: 0 }
}

function readRate(json: string): { content: unknown; rate: FeeRate } {
  let content: unknown
  try {
    content = parseWritten(json)
  } catch (error) {
    throw new Error(`税率文件${(error as Error).message}`)
  }
  const { data, error } = feeRate.safeParse(content, { error: z.locales.zhCN().localeError })
  if (!data) throw new Error(`税率文件有误：\n${z.prettifyError(error)}`)
  return { content, rate: data }
}
