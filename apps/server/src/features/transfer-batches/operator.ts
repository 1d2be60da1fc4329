import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import { parseWritten } from '../../platform/written-json.ts'
import { DELIVERED } from './formats/delivered.ts'
import { type TransferFormat, transferFormat } from './formats/format.ts'
import { allFormats, keyOf } from './formats/load.ts'

/** All formats for the operator, and whether each is a delivered one. */
export async function formatsOf(db: Db): Promise<(TransferFormat & { delivered: boolean })[]> {
  return (await allFormats(db)).map((format) => ({ ...format, delivered: DELIVERED.includes(format) }))
}

/** Adds a format from JSON. Throws an Error in Chinese that names what is wrong, or that it exists: batches name formats by version. */
export async function addFormat(db: Db, json: string): Promise<TransferFormat> {
  const format = readFormat(json)
  await inTransaction(db, async (tx) => {
    await sql`lock table transfer_formats in share row exclusive mode`.execute(tx)
    if ((await allFormats(tx)).some((other) => keyOf(other) === keyOf(format)))
      throw new Error(`${format.bank} 的版本 ${format.version} 已存在，请使用新的版本号`)
    await tx
      .insertInto('transfer_formats')
      .values({
        bank: format.bank,
        version: format.version,
        holds_from: format.holds_from,
        content: JSON.stringify(format),
        created_at: new Date(),
      })
      .execute()
  })
  return format
}

function readFormat(json: string): TransferFormat {
  let given: unknown
  try {
    given = parseWritten(json)
  } catch (error) {
    throw new Error(`格式文件${(error as Error).message}`)
  }
  const { data, error } = transferFormat.safeParse(given, { error: z.locales.zhCN().localeError })
  if (!data) throw new Error(`格式文件有误：\n${z.prettifyError(error)}`)
  return data
}
