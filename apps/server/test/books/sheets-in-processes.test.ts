import { buffer } from 'node:stream/consumers'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLUMNS as CONTRACTS } from '../../src/base/contracts/sheet/columns.ts'
import { COLUMNS as BUDGETS } from '../../src/books/cost-budgets/sheet/columns.ts'
import { COLUMNS as PETTY_CASH } from '../../src/books/petty-cash/sheet/columns.ts'
import { COLUMNS as RECEIPTS } from '../../src/books/receipts/sheet/columns.ts'
import { contractWorld } from '../base/contracts/helpers.ts'
import { type Caller, startTestApp, type TestApp } from '../harness/harness.ts'
import { budgetWorld } from './cost-budgets/helpers.ts'
import { upload } from './payments/sheet/sheets.ts'
import { pettyCashWorld } from './petty-cash/helpers.ts'
import { receiptWorld } from './receipts/helpers.ts'

// The other tests of sheets read and write them in the server; payments: platform/workers/.

const day = { pay_at: '2026-05-01', investment_at: '2026-05-01' }
const money = { amount: '12.30', pay_amount: '12.30' }
const RIGHT = {
  contracts: { ...money, customer: '某某公司', category: '制作合同', out_code: 'HT-1' },
  cost_budgets: { subject_three_code: '24000101', unit_price: '1800', quantity: '60', unit: '日' },
  imprests: { ...day, ...money, payer: '王某某', subject_three_code: '24000101', pay_channel: '现金' },
  investment_executions: { ...day, ...money, investor: '甲影业', investment_category_id: '自有资金' },
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { bulk: true })
})
afterAll(() => app.close())

test.each([
  ['contracts', CONTRACTS, contractWorld],
  ['cost_budgets', BUDGETS, budgetWorld],
  ['imprests', PETTY_CASH, pettyCashWorld],
  ['investment_executions', RECEIPTS, receiptWorld],
] as const)(
  '%s: read in a process of its own, failed rows too, and written in another',
  async (path, columns, world) => {
    const { clerk, admin } = await world(app)
    const keys = Object.keys(columns)
    const uploaded = async (row: Readonly<Record<string, string>>): Promise<string> => {
      const titles = Object.values(columns).map(({ title }) => ({ title, kind: 'text' as const }))
      const sheet = { name: '表', columns: titles, rows: [keys.map((key) => row[key] ?? '')] }
      return await upload(app, clerk, await buffer(writeSheet([sheet])), '表')
    }
    const send = (to: string, attachment_code: string, who: Caller = clerk) =>
      who.post(`/${path}/${to}`, { attachment_code })
    const wrong = await send('import/preview', await uploaded({ remark: '没有金额', desc: '没有金额' }))
    expect(wrong.data).toMatchObject({ status: 'failed', total: 1, bad: 1 })
    expect((await app.http.inject({ url: wrong.data.failed_rows_url })).statusCode).toBe(200)
    const right = await send('import', await uploaded(RIGHT[path]))
    expect(right.data).toMatchObject({ status: 'succeeded', total: 1 })
    const link = (await admin.post(`/${path}/export`, {})).data.file_url
    const { sheets } = await readXlsx((await app.http.inject({ url: link })).rawPayload)
    expect(sheets[0]?.rows).toHaveLength(3)
  },
)
