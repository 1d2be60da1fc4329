import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FEATURES_ON, startTestApp, type TestApp } from '../../harness/harness.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, approvalWorld, seen } from './helpers.ts'

describe.skipIf(!FEATURES_ON)('why to look twice at a request', () => {
  let app: TestApp
  let world: ApprovalWorld
  beforeAll(async () => {
    app = await startTestApp()
  })
  beforeEach(async () => {
    world = await approvalWorld(app)
  })
  afterAll(() => app.close())

  const ask = async (lines: Record<string, unknown>[], changes: Record<string, unknown> = {}) =>
    done(await world.asker.post('/payment_requests', { ...world.body(changes, lines), submit: true })).data
  /** The warnings of a request, without those of budgets, of which the project has none. */
  const texts = async (asked: { code: string }): Promise<string[]> =>
    (await seen(world.chief, asked)).warnings.flatMap(({ kind, text }: { kind: string; text: string }) =>
      kind === 'over_budget' ? [] : text,
    )

  describe('an invoice is lacking, as in 欠票', () => {
    const type = async (name: string) => {
      const { data } = await world.admin.get('/pay_categories')
      return data.items.find((one: { name: string }) => one.name === name).id as string
    }
    /** What the request warns of, and how many lines 欠票 has once it is booked. */
    const lacks = async (...lines: Record<string, unknown>[]) => {
      const asked = await ask([world.line({ pay_amount: '9000', ...(await free()) }), ...lines])
      const warned = await texts(asked)
      done(await world.approve(world.chief, asked))
      const { listTotal } = (await world.admin.get('/missing_invoices')).data
      return [warned, listTotal]
    }
    /** A type that needs no invoice. */
    const free = async () => ({ pay_category_id: await type('税费') })

    test('not on a line of a type that needs none, whatever its voucher', async () => {
      expect(await lacks(world.line({ ...(await free()), voucher_category: '16' }))).toEqual([[], 0])
    })

    test('on one without a voucher type, with a receipt, a slip or none at all, with an invoice type and none linked', async () => {
      const given = [null, '12', '13', '15', '16', '1', '6']
      expect(await lacks(...given.map((voucher_category) => world.line({ voucher_category })))).toEqual([
        ['缺发票 7 条'],
        7,
      ])
    })

    test('not on one with its invoice, nor on an amount that comes back', async () => {
      const check_invoice_code = await world.invoice('12345678', 0, 10_000n)
      const lines = [{ voucher_category: '1', check_invoice_code }, { pay_amount: '-100' }]
      expect(await lacks(...lines.map((line) => world.line(line)))).toEqual([[], 0])
    })

    test('on small receipts once they come to 1,000.00 of the payee and day, with what is booked', async () => {
      const small = (pay_amount: string) => world.line({ pay_amount, voucher_category: '14' })
      expect(await lacks(small('300'), small('200'))).toEqual([[], 0])
      const other = { pay_at: '2026-11-20' }
      const one = async (changes = {}) =>
        await texts(await ask([world.line({ pay_amount: '9000', ...(await free()) }), small('500')], changes))
      expect([await one(), await one(other), await one({ payer: '他人' })]).toEqual([['缺发票 1 条'], [], []])
      expect(await texts(await ask([small('4999.99'), small('0.01')], { ...other, payer: '他人' }))).toEqual([
        '缺发票 2 条',
      ])
    })
  })
})
