import type { Receipt } from '@pianzhang/contract/receipts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, newProject, type TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { upload } from '../../payments/sheet/sheets.ts'
import { type ReceiptWorld, receiptWorld } from '../helpers.ts'
import {
  openLink,
  PATH,
  RIGHT,
  type Row,
  sheetsOf as readSheets,
  receiptsOf,
  importFile as sendImport,
  uploadRows,
} from './sheets.ts'

const MINUTES = 60_000
let test: TestApp
let world: ReceiptWorld

beforeAll(async () => {
  test = await workerApp()
  world = await receiptWorld(test)
  await world.contract('TZ-1')
  await world.contract('ZF-1', '0')
})
afterAll(() => test.close())

const uploaded = (rows: Row[], titles?: string[], of = test, who = world.clerk) =>
  uploadRows(of, who, rows, titles)
const importFile = (attachment_code: string, who = world.clerk) => sendImport(who, attachment_code)
const all = (who: Caller = world.clerk, query = {}) => receiptsOf(who, query)
const open = (url: string, of = test) => openLink(of, url)
const sheetsOf = (url: string) => readSheets(test, url)

describe('export', () => {
  const exported = async (who: Caller, body?: object, query: Record<string, string> = {}) => {
    const answer = await who.post(`${PATH}/export?${new URLSearchParams(query)}`, body)
    expect(answer).toMatchObject({ code: 0, data: { file_url: expect.any(String) } })
    return answer.data.file_url as string
  }

  it('has what the list shows, in its order, and imports as the same records', async () => {
    const [from, to] = [await receiptWorld(test), await receiptWorld(test)]
    await Promise.all([from, to].map((one) => one.contract('TZ-9')))
    const contract_code = (await from.clerk.get('/contracts', {})).data.items[0].code
    await from.add({ investment_at: '2026-03-05', investor: '=1+1', desc: '+86', contract_code })
    await from.add({ investment_at: '2026-01-02', amount: '0.01', desc: '第一行\n第二行' })
    await from.add({ investment_at: '2026-02-03', amount: '9999999999999.99' })
    const link = await exported(from.admin)
    const [titles, ...rows] = (await sheetsOf(link))[0]?.rows ?? []
    expect(titles).toEqual([
      ...['收款时间', '投资方', '投资类型', '收款金额（元）', '合同编号', '合同主体', '说明', '创建人'],
      '创建时间',
    ])
    expect(rows[0]).toEqual([
      ...[new Date('2026-03-05T00:00:00Z'), '=1+1', '自有资金', 1000000, 'TZ-9', '某某影业', '+86'],
      ...[expect.any(String), expect.any(Date)],
    ])
    expect(rows.map((row) => row[3])).toEqual([1000000, 9999999999999.99, 0.01, '10000001000000.00'])
    const file = (await open(link)).rawPayload
    const { data } = await importFile(await upload(test, to.clerk, file), to.clerk)
    expect(data).toMatchObject({ status: 'succeeded', error_items: [], total: 3 })
    const plain = (receipts: Receipt[]) =>
      receipts.map(({ contract, ...receipt }) => ({
        ...receipt,
        ...{ contract: contract?.out_code, contract_code: '', code: '', investment_category_id: '' },
        ...{ creator_name: '', created_at: '', updated_at: '' },
      }))
    expect(plain(await all(to.clerk))).toEqual(plain(await all(from.clerk)))
    const days = async (body?: object, query?: Record<string, string>) =>
      ((await sheetsOf(await exported(from.admin, body, query)))[0]?.rows ?? [])
        .slice(1, -1)
        .map(([day]) => (day as Date).toISOString().slice(5, 10))
    expect(await days({ investment_at_order: 'asc' })).toEqual(['01-02', '02-03', '03-05'])
    expect(await days({}, { keywords: 'TZ-9' })).toEqual(['03-05'])
    expect(await days({ keywords: ' ', investors: [''] }, { keywords: 'TZ-9' })).toEqual(['03-05'])
    expect(await days({ start_investment_at: '2026-02-01' }, { end_investment_at: '2026-02-28' })).toEqual([
      '02-03',
    ])
  })

  it('is for people with the right to export, in the project, for ten minutes', async () => {
    const stranger = await test.person(world.companyId, { contract: ['read'] }, [world.project])
    expect((await stranger.on(world.project).post(`${PATH}/export`, {})).status).toBe(403)
    expect((await test.nobody.on(world.project).post(`${PATH}/export`, {})).status).toBe(401)
    const bad = await importFile(await uploaded([{ ...RIGHT, amount: '0' }]))
    const template = await world.clerk.get(`${PATH}/import_template`)
    const links = [await exported(world.admin), template.data.file_url, bad.data.failed_rows_url] as string[]
    const other = await newProject(world.admin, '别的')
    for (const link of links) {
      expect((await open(link)).statusCode).toBe(200)
      expect((await test.http.inject({ method: 'HEAD', url: link })).statusCode).toBe(405)
      expect((await open(link.replace(/project=[^&]*/, `project=${other}`))).statusCode).toBe(403)
    }
    test.advance(10 * MINUTES + 1000)
    for (const link of links) expect((await open(link)).statusCode).toBe(403)
  })
})
