import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../../../src/start/demo/random.ts'
import type { Answer, TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { ask } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'
import { bookOf, importFile, RIGHT, upload } from './sheet/sheets.ts'

// Refunds that are booked on an invoice of expense: they give back what it had used, so that others may take it.

let test: TestApp
let world: PaymentWorld
let number = 0

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const invoice = async (fen: bigint) => {
  number += 1
  const named = `2612000000000000${String(number).padStart(4, '0')}`
  return { number: named, code: await world.invoice(named, 0, fen) }
}
const line = (pay_amount: string, code: string, more: Record<string, unknown> = {}) =>
  world.line({ pay_amount, check_invoice_code: code, ...more })
const pay = (...lines: Record<string, unknown>[]) =>
  world.clerk.post('/cost_executions', world.body({}, lines))
const paid = async (amount: string, code: string): Promise<Answer['data']> =>
  (await pay(line(amount, code))).data
const put = ({ code }: Answer['data'], ...lines: Record<string, unknown>[]) =>
  world.clerk.put(`/cost_executions/${code}`, world.body({}, lines))
const remove = (...codes: string[]) => world.clerk.delete('/cost_executions/batch', { codes })
const leftOf = async ({ code }: { code: string }) =>
  (await world.clerk.get(`/invoices/${code}`)).data.left_amount_yuan

/** An invoice of 100.00 with three payments: one uses 100.00, a refund gives back 30.00, the third uses these 30.00. */
async function takenAgain() {
  const its = await invoice(100_00n)
  const first = await paid('100', its.code)
  const refund = await paid('-30', its.code)
  const third = await paid('30', its.code)
  const refused = (excess: string) =>
    `发票 ${its.number} 已被其他付款用足，删除或减少这笔退款后会超出其金额 ${excess} 元，请先调整付款 ${third.code}、${first.code}`
  return { its, first, refund, third, refused }
}

it('of which the money was taken again is neither deleted nor lowered nor freed, but together with what took it', async () => {
  const { its, first, refund, third, refused } = await takenAgain()
  const all = { status: 422, msg: refused('30.00') }
  expect(await world.clerk.delete(`/cost_executions/${refund.code}`)).toMatchObject(all)
  expect(await remove(refund.code)).toMatchObject(all)
  const [{ code }] = refund.cost_execution_details
  expect(await put(refund, world.line({ code, pay_amount: '-30', invoices: [] }))).toMatchObject(all)
  expect(await put(refund, line('-30', its.code, { code, check_invoice_code: null }))).toMatchObject(all)
  expect(await put(refund, line('-10', its.code, { code }))).toMatchObject({
    status: 422,
    msg: refused('20.00'),
  })
  expect(await leftOf(its)).toBe('0.00')
  expect(await put(refund, line('-40', its.code, { code }))).toMatchObject({ code: 0 })
  expect(await leftOf(its)).toBe('10.00')
  const [{ code: own }] = first.cost_execution_details
  expect(await put(first, line('100', its.code, { code: own }))).toMatchObject({ code: 0 })
  expect((await remove(refund.code, third.code)).code).toBe(0)
  expect(await leftOf(its)).toBe('0.00')
})

it('of which nothing was taken again is deleted, as are payments of which an older version exceeded an invoice', async () => {
  const its = await invoice(100_00n)
  const first = await paid('100', its.code)
  const refund = await paid('-30', its.code)
  expect((await remove(refund.code)).code).toBe(0)
  expect(await leftOf(its)).toBe('0.00')
  await ask(
    test.databaseUrl,
    'update invoice_uses set amount = 13000 where line_id = (select id from payment_lines where code = $1)',
    [first.cost_execution_details[0].code],
  )
  expect(await leftOf(its)).toBe('-30.00')
  expect((await remove(first.code)).code).toBe(0)
})

it('gives back no more than was used, whatever the order of lines', async () => {
  const its = await invoice(100_00n)
  const wrong = (at: number, more: string, field = 'check_invoice_code') => [
    { field: `cost_execution_details[${at}].${field}`, message: `退款比该发票已使用的金额多 ${more} 元` },
  ]
  expect((await pay(line('-500', its.code))).data.errors).toEqual(wrong(0, '500.00'))
  expect((await pay(line('60', its.code), line('-60.01', its.code))).data.errors).toEqual(wrong(1, '0.01'))
  const asked = world.line({ pay_amount: '-80', invoices: [{ code: its.code, amount: '-70' }] })
  expect((await pay(asked, line('60', its.code))).data.errors).toEqual(wrong(0, '10.00', 'invoices'))
  const { data } = await pay(line('-30', its.code), line('60', its.code))
  expect(await leftOf(its)).toBe('70.00')
  // Saved as it is, also after its order changed what comes first.
  const lines = data.cost_execution_details.map(({ code, pay_amount_yuan }: Record<string, string>) =>
    line(pay_amount_yuan as string, its.code, { code }),
  )
  expect(await put(data, ...lines.toReversed())).toMatchObject({ code: 0 })
  expect(await leftOf(its)).toBe('70.00')
})

it('leaves no line more than the invoice, also when what it refunds is deleted', async () => {
  const its = await invoice(100_00n)
  const first = await paid('100', its.code)
  const refund = await paid('-30', its.code)
  expect((await remove(first.code)).code).toBe(0)
  const [{ invoices }] = (await paid('130', its.code)).cost_execution_details
  expect(invoices[0].amount_yuan).toBe('100.00')
  expect(await leftOf(its)).toBe('30.00')
  // What is below nothing may stay, but not grow.
  const [{ code }] = refund.cost_execution_details
  expect(await put(refund, line('-30', its.code, { code }))).toMatchObject({ code: 0 })
})

it('is refused in a spreadsheet where it gives back more than was used', async () => {
  const { number: named } = await invoice(100_00n)
  const row = (sequence: string, pay_amount: string) => ({ ...RIGHT, sequence, pay_amount, invoices: named })
  const put = async (...rows: ReturnType<typeof row>[]) =>
    (await importFile(world.clerk, await upload(test, world.clerk, await bookOf(rows)))).data
  const { status, error_items } = await put(row('1', '60'), row('2', '-80'))
  expect([status, error_items.map(({ line, desc }: Record<string, unknown>) => [line, desc])]).toEqual([
    'failed',
    [[3, '发票号码：退款比该发票已使用的金额多 20.00 元']],
  ])
  expect(await put(row('1', '-60'), row('2', '80'))).toMatchObject({ status: 'succeeded' })
})

describe('that is deleted while an import takes the rest of its invoice', () => {
  /** An invoice of 100.00 that is used up but for what a refund gave back, and both calls. */
  async function meeting() {
    const its = await invoice(100_00n)
    const first = await paid('100', its.code)
    const refund = await paid('-30', its.code)
    const row = { ...RIGHT, pay_amount: '45', invoices: its.number }
    const file = await upload(test, world.clerk, await bookOf([row]), its.number)
    const calls = {
      deletion: () => world.clerk.delete(`/cost_executions/${refund.code}`),
      import: () => importFile(world.clerk, file),
    }
    /** The first one has locked the invoice, and waits with what it writes; the second one waits for the invoice. */
    const meet = (one: keyof typeof calls, two: keyof typeof calls) =>
      queued(test.databaseUrl, 'lock table invoice_uses in share mode', calls[one], calls[two])
    return { its, first, meet }
  }
  const sharesOf = async ({ code }: { code: string }) =>
    (await world.clerk.get(`/invoices/${code}`)).data.uses.map(
      (use: Record<string, string>) => use.amount_yuan,
    )

  it('the import is told what uses the invoice up, if the deletion came first', async () => {
    const { its, first, meet } = await meeting()
    const [removed, imported] = await meet('deletion', 'import')
    expect(removed.code).toBe(0)
    expect(imported.data).toMatchObject({
      status: 'failed',
      error_items: [{ line: 2, desc: `发票号码：发票已被付款 ${first.code} 用完` }],
    })
    expect([await sharesOf(its), await leftOf(its)]).toEqual([['100.00'], '0.00'])
  })

  it('the deletion is told what took it, if the import came first', async () => {
    const { its, first, meet } = await meeting()
    const [imported, refused] = await meet('import', 'deletion')
    expect(imported.data.status).toBe('succeeded')
    const { uses } = (await world.clerk.get(`/invoices/${its.code}`)).data
    expect(refused).toMatchObject({
      status: 422,
      msg: `发票 ${its.number} 已被其他付款用足，删除或减少这笔退款后会超出其金额 30.00 元，请先调整付款 ${uses.at(-1).code}、${first.code}`,
    })
    expect([await sharesOf(its), await leftOf(its)]).toEqual([['100.00', '-30.00', '30.00'], '0.00'])
  })
})

it('eight clerks take, give back and delete at once: uses never exceed their invoices', async () => {
  const invoices = await Promise.all([invoice(100_00n), invoice(70_00n)])
  const codes: Record<string, number> = {}
  await Promise.all(
    Array.from({ length: 8 }, async (_, seed) => {
      const { int, pick, chance } = seeded(seed + 1)
      const own: Answer['data'][] = []
      for (let turn = 0; turn < 12; turn += 1) {
        const amount = () => `${chance(0.4) ? '-' : ''}${int(5, 60)}`
        const refund = own.length > 0 && chance(0.5) ? own.splice(int(0, own.length - 1), 1)[0] : undefined
        const [changed] = refund?.cost_execution_details ?? []
        const answer = !refund
          ? await pay(line(amount(), pick(invoices).code), line(amount(), pick(invoices).code))
          : chance(0.5)
            ? await remove(refund.code)
            : await put(refund, line(amount(), pick(invoices).code, { code: changed.code }))
        codes[answer.code] = (codes[answer.code] ?? 0) + 1
        if (answer.code === 0 && answer.data?.code) own.push(answer.data)
      }
    }),
  )
  expect(codes[0]).toBeGreaterThan(20)
  expect(codes[422]).toBeGreaterThan(5)
  expect(Object.keys(codes)).toEqual(['0', '422'])
  for (const its of invoices) expect(Number(await leftOf(its))).toBeGreaterThanOrEqual(0)
})
