import { buffer } from 'node:stream/consumers'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx } from 'hucre/xlsx'
import type { Answer, Caller, TestApp } from '../../harness/harness.ts'
import { upload } from '../cost-executions/sheet/sheets.ts'

/** The rows of an export as text, the titles first. */
export async function downloadRows(
  app: TestApp,
  who: Caller,
  path: string,
  body: object = {},
): Promise<string[][]> {
  const { data } = await who.post(path, body)
  const file = await app.http.inject({ url: data.file_url })
  if (file.statusCode !== 200) throw new Error(file.body)
  const [sheet] = (await readXlsx(file.rawPayload)).sheets
  return (sheet?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')))
}

/** Imports a spreadsheet of text, whose first row has the titles. */
export async function importRows(
  app: TestApp,
  who: Caller,
  path: string,
  [titles = [], ...rows]: readonly (readonly string[])[],
): Promise<Answer> {
  const columns = titles.map((title) => ({ title, kind: 'text' as const }))
  // A short row ends with empty cells.
  const cells = rows.map((row) => titles.map((_, index) => row[index] ?? ''))
  const bytes = await buffer(writeSheet([{ name: '导入', columns, rows: cells }]))
  return await who.post(`${path}/import`, { attachment_code: await upload(app, who, bytes, '导入') })
}

/** Column and message of each mistake of a refused import. */
export const cellsOf = ({ data }: Answer): string[][] =>
  data.error_items.flatMap(({ mistakes }: { mistakes: { column: string; message: string }[] }) =>
    mistakes.map(({ column, message }) => [column, message]),
  )
