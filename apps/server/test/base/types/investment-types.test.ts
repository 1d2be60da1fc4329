import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReceiptWorld, receiptWorld } from '../../books/receipts/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'

// What both kinds of types share is tested with payment types; here is what differs.
const PATH = '/investment_categories'
let app: TestApp
let world: ReceiptWorld

beforeAll(async () => {
  app = await workerApp()
  world = await receiptWorld(app)
})
afterAll(() => app.close())

test('a project starts with nine; they can be added and renamed, and receipts show the new name', async () => {
  const { data } = await world.clerk.get(PATH)
  expect(data).toMatchObject({ listTotal: 9, can: { write: true } })
  const { id } = (await world.clerk.post(PATH, { name: '众筹' })).data
  const receipt = await world.add({ investment_category_id: id })
  expect((await world.clerk.put(`${PATH}/${id}`, { name: '众筹资金', version: 1 })).data.version).toBe(2)
  const shown = await world.clerk.get(`/investment_executions/${receipt.code}`)
  expect(shown.data.investment_category_name).toBe('众筹资金')
  expect(await world.clerk.put(`${PATH}/${id}`, { name: '自有资金' })).toMatchObject({ status: 422 })
  expect(await world.reader.get(PATH)).toMatchObject({ status: 403 })
})

test('one in use cannot be deleted, and the message names the receipts', async () => {
  const { id } = (await world.clerk.post(PATH, { name: '在用' })).data
  const dates = ['2026-11-01', '2026-11-04', '2026-11-02', '2026-11-03']
  const codes = []
  for (const investment_at of dates)
    codes.push((await world.add({ investment_at, investor: '某某影业', investment_category_id: id })).code)
  expect(await world.clerk.delete(`${PATH}/${id}`)).toMatchObject({
    status: 422,
    msg: '投资类型 在用 已被收款 2026-11-04 某某影业、2026-11-03 某某影业、2026-11-02 某某影业 等 使用，不能删除',
  })
  expect((await world.clerk.delete('/investment_executions/batch', { codes })).code).toBe(0)
  expect((await world.clerk.delete(`${PATH}/${id}`)).code).toBe(0)
})
