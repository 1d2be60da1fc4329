import { DELIVERED_RATES, type FeeRate, feeRate } from '@pianzhang/contract/fee-rates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

/** The rates in force: the delivered ones and those that the operator added. An added one with the kind and first day of a delivered one replaces it. */
export const allRates = async (db: Db | Tx): Promise<FeeRate[]> => [
  ...new Map((await everyRate(db)).map((rate) => [keyOf(rate), rate])).values(),
]

/** All rates, also delivered ones that an added one replaces: fees saved before it was added were computed by these. */
export async function everyRate(db: Db | Tx): Promise<FeeRate[]> {
  const { rows } = await sql<{ content: unknown }>`select r.content from fee_rates r order by r.id`.execute(
    db,
  )
  return [...DELIVERED_RATES, ...rows.map(({ content }) => feeRate.parse(content))]
}

export const keyOf = ({ kind, holds_from }: Pick<FeeRate, 'kind' | 'holds_from'>): string =>
  `${kind} ${holds_from}`
