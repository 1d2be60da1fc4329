import type { Payment, PaymentListItem } from '@pianzhang/contract/payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPayments } from '../../files/many-lines.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf, type PaymentWorld, paymentWorld } from './helpers.ts'

const LISTED = 20

let test: TestApp
let world: PaymentWorld
beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

/** `count` lines of 1, 2, 3 … yuan, with their number as remark. */
const linesOf = (count: number, changes: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, index) =>
    world.line({ pay_amount: String(index + 1), remark: `第${index + 1}行`, ...changes }),
  )
const make = async (count: number, payer: string): Promise<Payment> => {
  const answer = await world.clerk.post('/cost_executions', world.body({ payer }, linesOf(count)))
  expect(answer.code).toBe(0)
  return answer.data
}
const listed = async (query: Record<string, unknown>): Promise<PaymentListItem[]> =>
  (await world.reader.get('/cost_executions', query)).data.items
const remarks = ({ cost_execution_details: lines }: Pick<PaymentListItem, 'cost_execution_details'>) =>
  lines.map((line) => line.remark)
const places = (count: number) => Array.from({ length: count }, (_, index) => `第${index + 1}行`)

describe('a payment of many lines', () => {
  it('has its first 20 in the list, all in its own answer, and their number in both', async () => {
    for (const count of [1, LISTED - 1, LISTED, LISTED + 1, 300]) {
      const made = await make(count, `${count} 行`)
      expect(made).toMatchObject({ line_count: count })
      expect(made.cost_execution_details).toHaveLength(count)
      const [item] = await listed({ payers: [`${count} 行`] })
      expect(item).toMatchObject({ line_count: count, pay_amount_yuan: made.pay_amount_yuan })
      expect(remarks(item!)).toEqual(places(Math.min(count, LISTED)))
      const whole: Payment = (await world.reader.get(`/cost_executions/${made.code}`)).data
      expect(whole.line_count).toBe(count)
      expect(remarks(whole)).toEqual(places(count))
    }
    const all = await listed({ per_page: 1000 })
    expect(all.map((item) => [item.line_count, item.cost_execution_details.length])).toEqual(
      [300, 21, 20, 19, 1].map((count) => [count, Math.min(count, LISTED)]),
    )
  })

  it('is counted correctly after lines are added, removed and moved', async () => {
    const before = await make(30, '增减')
    const [item] = await listed({ payers: ['增减'] })
    expect(item?.line_count).toBe(30)
    const kept = before.cost_execution_details.slice(4, 29).reverse()
    const lines = [
      world.line({ remark: '新' }),
      ...kept.map(({ code, remark }) => world.line({ code, remark })),
    ]
    const saved = await world.clerk.put(
      `/cost_executions/${before.code}`,
      world.body({ payer: '增减' }, lines),
    )
    expect(saved.data).toMatchObject({ line_count: 26 })
    const [after] = await listed({ payers: ['增减'] })
    expect(after?.line_count).toBe(26)
    expect(remarks(after!)).toEqual(['新', ...kept.map(({ remark }) => remark)].slice(0, LISTED))
  })

  it('has the sum of its matching lines in the list, also of those after the 20th', async () => {
    const lines = [...linesOf(25), ...linesOf(2, { pay_channel: '8', pay_amount: '1000.10' })]
    await world.clerk.post('/cost_executions', world.body({ payer: '公务卡' }, lines))
    const [some] = await listed({ payers: ['公务卡'], pay_channels: ['8'] })
    expect(some).toMatchObject({ pay_amount_yuan: '2325.20', matched_amount_yuan: '2000.20' })
    const [all] = await listed({ payers: ['公务卡'] })
    expect(all).toMatchObject({ matched_amount_yuan: '2325.20' })
  })
})

describe('a batch delete of many lines', () => {
  const batch = (codes: string[]) => world.clerk.delete('/cost_executions/batch', { codes })

  it('logs every line, in one entry per payment, however they are chunked', async () => {
    const made = await make(7, '删')
    const codes = await fillPayments(test.databaseUrl, world.project, made.code, 12, 1_000)
    const { code: seed } = await make(1, '少')
    const few = await fillPayments(test.databaseUrl, world.project, seed, 30, 3)
    const doomed = [...codes.slice(0, 6), made.code, ...few, ...codes.slice(6)]
    expect(await batch([...doomed, 'FK0'])).toMatchObject({ status: 404 })
    expect((await world.reader.get(`/cost_executions/${codes[0]}`)).data).toMatchObject({ line_count: 1_000 })
    expect(await batch(doomed)).toMatchObject({ status: 200, code: 0 })
    const entries = (await auditsOf(test, world.projectId)).filter((entry) => entry.action === 'delete')
    const logged = entries.map(({ code, before }) => {
      const { cost_execution_details: lines } = before as { cost_execution_details: unknown[] }
      return [code, lines.length]
    })
    expect(new Map(logged as [string, number][])).toEqual(
      new Map([
        ...codes.map((code) => [code, 1_000] as const),
        [made.code, 7],
        ...few.map((code) => [code, 3] as const),
      ]),
    )
    expect(logged).toHaveLength(doomed.length)
    for (const code of doomed.slice(0, 3))
      expect((await world.reader.get(`/cost_executions/${code}`)).status).toBe(404)
  })
})
