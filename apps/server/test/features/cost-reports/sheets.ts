import { buffer } from 'node:stream/consumers'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { upload } from '../../books/payments/sheet/sheets.ts'
import type { Answer, Caller, TestApp } from '../../harness/harness.ts'

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

type Rows = readonly (readonly string[])[]

/** Uploads a spreadsheet of text, whose first row has the titles; answers its code. */
export async function uploadRows(app: TestApp, who: Caller, [titles = [], ...rows]: Rows): Promise<string> {
  const columns = titles.map((title) => ({ title, kind: 'text' as const }))
  // A short row ends with empty cells.
  const cells = rows.map((row) => titles.map((_, index) => row[index] ?? ''))
  const bytes = await buffer(writeSheet([{ name: '导入', columns, rows: cells }]))
  return await upload(app, who, bytes, '导入')
}

/** Imports such a spreadsheet. */
export const importRows = async (app: TestApp, who: Caller, path: string, rows: Rows): Promise<Answer> =>
  await who.post(`${path}/import`, { attachment_code: await uploadRows(app, who, rows) })

/** Column and message of each mistake of a refused import. */
export const cellsOf = ({ data }: Answer): string[][] =>
  data.error_items.flatMap(({ mistakes }: { mistakes: { column: string; message: string }[] }) =>
    mistakes.map(({ column, message }) => [column, message]),
  )
