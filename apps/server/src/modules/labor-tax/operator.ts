import { DELIVERED_CONTENTS, type LaborRate, laborRate } from '@pianzhang/contract/labor-tax-rates'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import { allRates, keyOf } from './rates.ts'

/** Rates as the operator writes them. */
export type RateContent = z.input<typeof laborRate>

/** All rates for the operator, and whether each is a delivered one. */
export async function ratesOf(db: Db): Promise<{ content: RateContent; delivered: boolean }[]> {
  const { rows } = await sql<{
    content: RateContent
  }>`select r.content from labor_rates r order by r.id`.execute(db)
  return [
    ...DELIVERED_CONTENTS.map((content) => ({ content, delivered: true })),
    ...rows.map(({ content }) => ({ content, delivered: false })),
  ]
}

/** Adds rates from JSON. Throws an Error in Chinese that names what is wrong, or that they exist: records were computed with those. */
export async function addRate(db: Db, json: string): Promise<LaborRate> {
  const { content, rate } = readRate(json)
  await inTransaction(db, async (tx) => {
    await sql`lock table labor_rates in share row exclusive mode`.execute(tx)
    if ((await allRates(tx)).some((other) => keyOf(other) === keyOf(rate)))
      throw new Error(`${rate.kind} 自 ${rate.holds_from} 起的税率已存在，请使用新的起用日期`)
    await tx
      .insertInto('labor_rates')
      .values({
        kind: rate.kind,
        holds_from: rate.holds_from,
        content: JSON.stringify(content),
        created_at: new Date(),
      })
      .execute()
  })
  return rate
}

function readRate(json: string): { content: unknown; rate: LaborRate } {
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch (error) {
    throw new Error(`税率文件不是有效的 JSON：${(error as Error).message}`)
  }
  const { data, error } = laborRate.safeParse(content)
  if (!data) throw new Error(`税率文件有误：\n${z.prettifyError(error)}`)
  return { content, rate: data }
}
