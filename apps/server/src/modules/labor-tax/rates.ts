import { DELIVERED_RATES, type LaborRate, laborRate } from '@pianzhang/contract/labor-tax-rates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

/** All rates, delivered ones and those that the operator added; one with the kind and the day of a delivered one replaces it. */
export async function allRates(db: Db | Tx): Promise<LaborRate[]> {
  const { rows } = await sql<{ content: unknown }>`select r.content from labor_rates r order by r.id`.execute(
    db,
  )
  const rates = new Map(DELIVERED_RATES.map((rate) => [keyOf(rate), rate]))
  for (const { content } of rows) {
    const rate = laborRate.parse(content)
    rates.set(keyOf(rate), rate)
  }
  return [...rates.values()]
}

export const keyOf = ({ kind, holds_from }: Pick<LaborRate, 'kind' | 'holds_from'>): string =>
  `${kind} ${holds_from}`
