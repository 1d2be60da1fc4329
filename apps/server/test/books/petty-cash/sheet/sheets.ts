import { buffer } from 'node:stream/consumers'
import type { PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { COLUMNS } from '../../../../src/books/petty-cash/sheet/columns.ts'
import { keysOf } from '../../../../src/platform/sheet-import/columns.ts'
import type { Caller, TestApp } from '../../../harness/harness.ts'
import { upload } from '../../payments/sheet/sheets.ts'

export type Row = Partial<Record<keyof typeof COLUMNS, string>>
/** A row that an import accepts. */
export const RIGHT: Row = {
  pay_at: '2026-05-01',
  payer: '王某某',
  subject_three_code: '24000101',
  pay_channel: '现金',
  pay_amount: '12.30',
}
const KEYS = keysOf(COLUMNS)
export const TITLES = KEYS.map((key) => COLUMNS[key].title)

/** Uploads a file of these rows; answers its attachment code. */
export async function uploadRows(test: TestApp, who: Caller, rows: Row[], titles = TITLES): Promise<string> {
  const sheet = {
    name: '备用金',
    columns: titles.map((title) => ({ title, kind: 'text' as const })),
    rows: rows.map((row) => KEYS.map((key) => row[key] ?? '')),
  }
  return await upload(test, who, await buffer(writeSheet([sheet])), '备用金')
}
export const importFile = (who: Caller, attachment_code: string) =>
  who.post('/imprests/import', { attachment_code })
/** All details of a project, in the order of their dates. */
export const allDetails = async (who: Caller, query = {}): Promise<PettyCashDetail[]> =>
  (await who.get('/imprests', { per_page: 1000, pay_at_order: 'asc', ...query })).data.items
export const open = (test: TestApp, url: string) => test.http.inject({ method: 'GET', url })
export async function sheetsOf(test: TestApp, url: string) {
  const file = await open(test, url)
  expect(file.statusCode).toBe(200)
  return (await readXlsx(file.rawPayload)).sheets
}
