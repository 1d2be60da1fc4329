import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRate, ratesOf, removeRate } from '../../../src/features/fees/operator.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { runCommand } from '../../processes/commands.ts'
import { type FeeWorld, feeWorld } from './helpers.ts'

let app: TestApp
let world: FeeWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await feeWorld(app)
})
afterAll(() => app.close())

describe('rates of the operator', () => {
  test('hold from their day, after those that are delivered', async () => {
    const { db } = app.services
    const all = await ratesOf(db)
    expect(all.map(({ delivered }) => delivered)).toEqual(all.map(() => true))
    const script = all.find(({ content }) => content.kind === 'script')?.content
    const later = {
      ...script,
      holds_from: '2026-11-10',
      brackets: [{ up_to: null, percent: '10', deduction: '0' }],
    }
    await addRate(db, JSON.stringify(later))
    await world.choose('invoice')
    const payee = await world.person()
    const tax = async (pay_at: string) =>
      (await world.add(payee, { kind: 'script', amount: '4000', pay_at })).tax_yuan
    expect(await tax('2026-10-10')).toBe('640.00')
    expect(await tax('2026-11-10')).toBe('320.00')
    expect((await ratesOf(db)).at(-1)).toEqual({ content: later, delivered: false })
    await expect(addRate(db, JSON.stringify(later))).rejects.toThrow('税率已添加')
    await expect(addRate(db, '{')).rejects.toThrow('不是有效的 JSON')
    await expect(addRate(db, JSON.stringify({ ...later, percent: '101' }))).rejects.toThrow('税率文件有误')
  })

  test('replace a delivered one of their day, and are removed, unless tax was remitted by it', async () => {
    const { db } = app.services
    const delivered = (await ratesOf(db)).find(({ content }) => content.kind === 'nonresident')?.content
    const half = { ...delivered, brackets: [{ up_to: null, percent: '50', deduction: '0' }] }
    const payee = await world.person({ resident: false })
    const fee = world.fee(payee, { pay_at: '2026-05-10', amount: '1000' })
    const tax = async () => (await world.clerk.post('/labor_tax/calculate', fee)).data.tax_yuan
    await world.add(payee, { ...fee, pay_at: '2026-04-10', payment: world.payment() })
    expect(await tax()).toBe('24.00')
    const change = { kind: 'nonresident', holds_from: '2019-01-01', open: 1 } as const
    expect(await addRate(db, JSON.stringify(half))).toEqual({ ...change, replaced: true })
    expect(await tax()).toBe('400.00')
    await expect(addRate(db, JSON.stringify(half))).rejects.toThrow('税率已添加')
    expect(await removeRate(db, 'nonresident', '2019-01-01')).toEqual(change)
    expect(await tax()).toBe('24.00')
    await expect(removeRate(db, 'nonresident', '2019-01-01')).rejects.toThrow('随产品提供的税率不能删除')
    await world.clerk.post('/labor_tax/remittance/pay', {
      ...{ month: '2026-04', amount: '24', pay_at: '2026-05-12', payer: '税务局', pay_channel: '3' },
      pay_category_id: world.category,
    })
    await expect(addRate(db, JSON.stringify(half))).rejects.toThrow('已有 1 笔按 nonresident')
    // Of a later day it is added, and removed as long as nothing was remitted by it.
    const later = { ...half, holds_from: '2026-05-01' }
    expect(await addRate(db, JSON.stringify(later))).toMatchObject({ replaced: false, open: 0 })
    await world.add(payee, fee)
    const from = '2026-05-01'
    const removed = await runCommand(app, 'rate:remove', { kind: 'nonresident', from })
    expect(removed.message).toBe(
      '已删除非居民自 2026-05-01 起的税率。这段日期内已登记、尚未缴税的劳务有 1 笔，仍是原来算出的税，需要时请重新登记',
    )
    await expect(runCommand(app, 'rate:remove', { kind: 'x', from })).rejects.toThrow('--kind')
    await expect(runCommand(app, 'rate:remove', { kind: 'vat', from: '5月' })).rejects.toThrow('--from')
  })
})
