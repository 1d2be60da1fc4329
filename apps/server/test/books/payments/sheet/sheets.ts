import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Payment, PaymentListItem } from '@pianzhang/contract/payments'
import { writeSheet } from '@pianzhang/xlsx'
import { ALL_COLUMNS, type PaymentColumn } from '../../../../src/books/payments/sheet/columns.ts'
import { keysOf, type SheetColumn } from '../../../../src/platform/sheet-import/columns.ts'
import { formOf } from '../../../base/attachments/helpers.ts'
import type { Caller, TestApp } from '../../../harness/harness.ts'

/** Spreadsheets for the tests of the import. */
export const fixture = (name: string) => readFile(new URL(`../../../fixtures/${name}`, import.meta.url))

/** Uploads as the page does: token, form, attachment. Returns the attachment's code. */
export async function upload(test: TestApp, who: Caller, bytes: Buffer, name = '付款'): Promise<string> {
  const key = `manager/attachments/${name}-1763700000000.xlsx`
  const token = await who.post('/api/common/qinius', { key })
  const form = formOf([
    ['token', token.data.token],
    ['key', key],
    ['file', bytes, `${name}.xlsx`],
  ])
  const answer = await test.http.inject({
    method: 'POST',
    url: new URL(token.data.upload_url).pathname,
    ...form,
  })
  if (answer.json().code !== 0) throw new Error(answer.body)
  return answer.json().data.code
}

export const importFile = async (who: Caller, attachment_code: string, headers?: Record<string, string>) =>
  await who.post('/cost_executions/import', { attachment_code }, headers)

const { payee_code: _, ...BY_KEY } = ALL_COLUMNS
/** The columns of the import in their order, without that of payees. */
export const COLUMNS = keysOf(BY_KEY).map((key) => ({ ...(BY_KEY[key] as SheetColumn), key }))

/** A spreadsheet of rows by column; absent columns stay empty. */
export type Row = Partial<Record<PaymentColumn, string>>
/** The template's sample row. */
export const SAMPLE: Row = Object.fromEntries(COLUMNS.map(({ key, sample }) => [key, sample]))
export const RIGHT: Row = {
  sequence: '1',
  pay_at: '2026-05-01',
  payer: '甲',
  subject_three_code: '24000101',
  pay_channel: '现金',
  pay_category_id: '报销',
  pay_amount: '12.30',
}
export const bookOf = (rows: Row[], titles: readonly string[] = COLUMNS.map((column) => column.title)) =>
  buffer(
    writeSheet([
      {
        name: '付款',
        columns: titles.map((title) => ({ title, kind: 'text' })),
        rows: rows.map((row) => COLUMNS.map((column) => row[column.key] ?? '')),
      },
    ]),
  )

/** All payments of a project with their lines, in the order of creation. */
export async function allPayments(who: Caller): Promise<Payment[]> {
  const { data } = await who.get('/cost_executions', { per_page: 1000 })
  const whole: Promise<Payment>[] = data.items.map(async (item: PaymentListItem) =>
    item.line_count > item.cost_execution_details.length
      ? (await who.get(`/cost_executions/${item.code}`)).data
      : item,
  )
  const numbered = ({ code }: Payment) => Number(code.slice(10))
  return (await Promise.all(whole)).toSorted((a, b) => numbered(a) - numbered(b))
}
