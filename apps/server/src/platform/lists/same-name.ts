import { sameName } from '@pianzhang/contract/same-name'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'

// Names and numbers that differ only in full width or case are one, as people who read them cannot tell them apart.

/** `sameName` in SQL. */
const comparable = (text: RawBuilder<unknown>) => sql`lower(normalize(${text}, nfkc))`

/** SQL condition that a column has one of these names, however they are written. */
export const hasName = (column: string, names: readonly string[]): RawBuilder<unknown> =>
  sql`${comparable(sql.ref(column))} = any(select ${comparable(sql`n`)} from unnest(${[...names]}::text[]) as n)`

/** The stored name that stands in the way of `name`, rather one that is written alike. */
export const takenName = (stored: readonly string[], name: string): string | undefined =>
  stored.find((one) => one === name) ?? stored.find((one) => sameName(one) === sameName(name))

/** Why there cannot be another one: `what` (投资方) is there under the name `stored`. */
export const onlyDiffers = (what: string, stored: string): string =>
  `与已有${what}“${stored}”只有全角半角或大小写的差别，请核对`

/** Makes concurrent writes of a project check one after the other: a unique constraint does not see that two spellings are one name. */
export const lockNames = (tx: Tx, projectId: bigint) =>
  sql`select from projects where id = ${projectId} for no key update`.execute(tx)
