import { buffer } from 'node:stream/consumers'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, test as check, expect } from 'vitest'
import { COLUMNS } from '../../../src/base/payees/sheet/columns.ts'
import { keysOf } from '../../../src/platform/sheet-import/columns.ts'
import { upload } from '../../books/payments/sheet/sheets.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { card, type PayeeWorld, payeeWorld } from './helpers.ts'

let test: TestApp
let world: PayeeWorld

beforeAll(async () => {
  test = await workerApp()
  world = await payeeWorld(test)
})
afterAll(() => test.close())

type Row = Partial<Record<keyof typeof COLUMNS, string>>
const KEYS = keysOf(COLUMNS)

async function uploaded(rows: Row[], who: Caller = world.clerk): Promise<string> {
  const columns = KEYS.map((key) => ({ title: COLUMNS[key].title, kind: 'text' as const }))
  const cells = rows.map((row) => KEYS.map((key) => row[key] ?? ''))
  return await upload(
    test,
    who,
    await buffer(writeSheet([{ name: '收款人', columns, rows: cells }])),
    '收款人',
  )
}
const rowsOf = async (url: string) =>
  (await readXlsx((await test.http.inject({ method: 'GET', url })).rawPayload)).sheets[0]?.rows ?? []

check('a spreadsheet is previewed and imported, all rows or none; an export is imported again', async () => {
  const file = await uploaded([
    { name: '导入甲', kind: '单位', account: card(1), bank_name: '甲银行', id_type: '统一社会信用代码' },
    { name: '导入乙', kind: '个人', resident: '否' },
  ])
  const preview = await world.clerk.post('/payees/import/preview', { attachment_code: file })
  expect(preview.data).toMatchObject({ bad: 0, total: 2, records: 2 })
  expect((await world.clerk.get('/payees')).data.listTotal).toBe(0)
  const imported = await world.clerk.post('/payees/import', { attachment_code: file })
  expect(imported.data).toMatchObject({ status: 'succeeded', total: 2 })
  const { items } = (await world.clerk.get('/payees')).data
  expect(items).toMatchObject([
    { name: '导入乙', kind: '0', resident: false, account: '' },
    { name: '导入甲', kind: '1', id_type: '2', bank_name: '甲银行' },
  ])
  // Of the history, too.
  expect((await world.clerk.get(`/payees/${items[1].code}/usage`)).data.changes).toMatchObject([
    { field: 'account' },
  ])
  // The same file is imported once, by the same or another upload: then each row is there already.
  expect((await world.clerk.post('/payees/import', { attachment_code: file })).data.import_code).toBe(
    imported.data.import_code,
  )
  const again = await uploaded([{ name: '导入甲', kind: '单位', account: card(1) }])
  expect((await world.clerk.post('/payees/import', { attachment_code: again })).data).toMatchObject({
    status: 'failed',
    bad: 1,
  })
  const { data } = await world.clerk.post('/payees/export')
  const rows = await rowsOf(data.file_url)
  expect(rows[0]?.slice(0, KEYS.length)).toEqual(KEYS.map((key) => COLUMNS[key].title))
  expect(rows[2]).toContain(card(1))
})

check('each wrong row is named, and nothing is written', async () => {
  const before = (await world.clerk.get('/payees')).data.listTotal
  const file = await uploaded([
    { name: '', kind: '单位' },
    { name: '错账号', kind: '单位', account: '12ab' },
    { name: '错类型', kind: '公司' },
    { name: '错居民', kind: '个人', resident: '也许' },
    { name: '两次', kind: '个人', account: card(5) },
    { name: '两次', kind: '个人', account: card(5) },
    { name: '对的', kind: '个人' },
  ])
  const { data } = await world.clerk.post('/payees/import', { attachment_code: file })
  expect(data).toMatchObject({ status: 'failed', bad: 5, total: 7 })
  expect(data.error_items.map(({ desc }: { desc: string }) => desc).join()).toMatch(
    /请输入收款人名称.*收款账号须为8至32位数字.*类型须为个人、单位或个体户.*居民个人须为是或否.*与第6行重复/s,
  )
  expect((await world.clerk.get('/payees')).data.listTotal).toBe(before)
})

check('who may not write gets masked numbers in an export, and imports nothing', async () => {
  const reader = (await test.person(world.companyId, { payee: ['read'] }, [world.project])).on(world.project)
  const { data } = await reader.post('/payees/export')
  const text = JSON.stringify(await rowsOf(data.file_url))
  expect(text).toContain('导入甲')
  expect(text).not.toContain(card(1))
  expect((await reader.post('/payees/import', { attachment_code: 'x' })).status).toBe(403)
  expect((await reader.get('/payees/import_template')).status).toBe(403)
})

check('the template can be filled in', async () => {
  const { data } = await world.clerk.get('/payees/import_template')
  expect((await rowsOf(data.file_url))[0]).toEqual([
    ...['名称*', '类型*', '证件类型', '证件号码', '联系电话', '开户行', '联行号', '所在省', '所在市', '户名'],
    ...['收款账号', '居民个人', '备注'],
  ])
})
