import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRate, ratesOf } from '../../../src/modules/labor-tax/operator.ts'
import { FEATURES_ON, startTestApp, type TestApp } from '../../harness/harness.ts'
import { type LaborWorld, laborWorld } from './helpers.ts'

let app: TestApp
let world: LaborWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await laborWorld(app)
})
afterAll(() => app.close())

describe.runIf(FEATURES_ON)('rates of the operator', () => {
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
    await expect(addRate(db, JSON.stringify(later))).rejects.toThrow('税率已存在')
    await expect(addRate(db, JSON.stringify(script))).rejects.toThrow('税率已存在')
    await expect(addRate(db, '{')).rejects.toThrow('不是有效的 JSON')
    await expect(addRate(db, JSON.stringify({ ...later, percent: '101' }))).rejects.toThrow('税率文件有误')
  })
})
