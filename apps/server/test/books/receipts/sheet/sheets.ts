import { buffer } from 'node:stream/consumers'
import type { Receipt } from '@pianzhang/contract/receipts'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { COLUMNS } from '../../../../src/books/receipts/sheet/columns.ts'
import { keysOf } from '../../../../src/platform/sheet-import/columns.ts'
import type { Caller, TestApp } from '../../../harness/harness.ts'
import { upload } from '../../payments/sheet/sheets.ts'

/** Spreadsheets for the tests of receipts. */
export const PATH = '/investment_executions'
export type Row = Partial<Record<keyof typeof COLUMNS, string>>
export const RIGHT: Row = {
  investment_at: '2026-05-01',
  investor: '甲影业',
  investment_category_id: '自有资金',
  amount: '12.30',
}
const KEYS = keysOf(COLUMNS)
export const TITLES = KEYS.map((key) => COLUMNS[key].title)

const bookOf = (rows: Row[], titles: string[]) =>
  buffer(
    writeSheet([
      {
        name: '收款',
        columns: titles.map((title) => ({ title, kind: 'text' })),
        rows: rows.map((row) => KEYS.map((key) => row[key] ?? '')),
      },
    ]),
  )

/** Uploads a spreadsheet of these rows; returns the attachment's code. */
export const uploadRows = async (test: TestApp, who: Caller, rows: Row[], titles = TITLES) =>
  await upload(test, who, await bookOf(rows, titles), '收款')
export const importFile = (who: Caller, attachment_code: string) =>
  who.post(`${PATH}/import`, { attachment_code })

/** The first 1,000 receipts by day. */
export const receiptsOf = async (who: Caller, query = {}): Promise<Receipt[]> =>
  (await who.get(PATH, { per_page: 1000, investment_at_order: 'asc', ...query })).data.items

export const openLink = (test: TestApp, url: string) => test.http.inject({ method: 'GET', url })
export async function sheetsOf(test: TestApp, url: string) {
  const file = await openLink(test, url)
  expect(file.statusCode).toBe(200)
  return (await readXlsx(file.rawPayload)).sheets
}
