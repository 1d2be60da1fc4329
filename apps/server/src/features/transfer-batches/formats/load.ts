import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { DELIVERED } from './delivered.ts'
import { type TransferFormat, transferFormat } from './format.ts'

/** All formats, delivered ones and those that the operator added; one that has the bank and version of a delivered one replaces it. */
export async function allFormats(db: Db | Tx): Promise<TransferFormat[]> {
  const { rows } = await sql<{
    content: unknown
  }>`select f.content from transfer_formats f order by f.id`.execute(db)
  const formats = new Map(DELIVERED.map((format) => [keyOf(format), format]))
  for (const { content } of rows) {
    const format = transferFormat.parse(content)
    formats.set(keyOf(format), format)
  }
  return [...formats.values()]
}

export const keyOf = ({ bank, version }: Pick<TransferFormat, 'bank' | 'version'>): string =>
  `${bank} ${version}`

/** The format of a bank that holds on a day: the last that began; undefined: none has. */
export const formatOn = (
  formats: readonly TransferFormat[],
  bank: string,
  day: string,
): TransferFormat | undefined =>
  formats
    .filter((format) => format.bank === bank && format.holds_from <= day)
    .reduce<TransferFormat | undefined>(
      (last, format) => (last === undefined || format.holds_from >= last.holds_from ? format : last),
      undefined,
    )
