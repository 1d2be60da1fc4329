import { expect } from 'vitest'
import { type Random, seeded } from '../../../src/start/demo/random.ts'
import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'

/** A project in which every ledger is written at random. For tests. */
export interface Books extends PaymentWorld {
  /** One random write over HTTP; it succeeds. */
  step(): Promise<void>
  /** What was written, by the kind of the write. */
  done: Map<string, number>
  /** The super administrator, who may read all lists. */
  who: Caller
}

const SUBJECTS = ['24000101', '24000102', '24000201', '10000101', '10000102', '14000101']
const INVESTORS = ['华东某某影业', '北京某某文化', '=1+1', '某某（视频）平台']

export async function books(test: TestApp, seed: number): Promise<Books> {
  const world = await paymentWorld(test)
  const random = seeded(seed)
  const who = world.admin
  const types = (await who.get('/selects/investment_categories')).data.items as { value: string }[]
  const known = new Map<string, string[]>()
  const done = new Map<string, number>()
  const contracts = [await world.contract('FK-1'), await world.contract('FK-2', '0')]
  const ledgers = writers(world, random, types[0]?.value ?? '', contracts)

  async function step(): Promise<void> {
    const kind = random.pick(Object.keys(ledgers))
    const { path, body } = ledgers[kind as keyof typeof ledgers]
    const codes = known.get(kind) ?? []
    const act = random.int(1, 10)
    const code = codes.length > 0 && act > 6 ? random.pick(codes) : undefined
    if (kind === 'writeOff') return await writeOff()
    if (kind === 'setTotal') return count('setTotal', await who.put(path, await body()))
    if (code === undefined) {
      const made = await who.post(path, await body())
      // An investor has one budget.
      if (made.status === 422 && kind === 'investmentBudget') return
      count(`add ${kind}`, made)
      known.set(kind, [...codes, made.data.code])
    } else if (act > 8) {
      const gone = await who.delete(`${path}/${code}`)
      // What is in use or written off stays.
      if (gone.status !== 422) count(`delete ${kind}`, gone)
      known.set(
        kind,
        codes.filter((one) => one !== code || gone.status === 422),
      )
    } else {
      const changed = await who.put(`${path}/${code}`, await body())
      if (changed.status !== 422 && changed.status !== 404) count(`change ${kind}`, changed)
    }
  }
  const count = (kind: string, answer: { code: number; msg: string }) => {
    expect(answer, kind).toMatchObject({ code: 0 })
    done.set(kind, (done.get(kind) ?? 0) + 1)
  }
  async function writeOff(): Promise<void> {
    const answer = await who.post('/imprests/write_offs')
    // Nothing is open.
    if (answer.status === 422) return
    count('write off', answer)
    // Its payments are payments like others: deleting one takes the write-off back.
    const { items } = (await who.get('/cost_executions', { per_page: 1000, pay_categories: ['imprest'] }))
      .data
    const posted = items.map((one: { code: string }) => one.code).filter(() => random.chance(0.3))
    if (posted.length > 0) count('take back', await who.delete('/cost_executions/batch', { codes: posted }))
  }
  return { ...world, step, done, who }
}

function writers(world: PaymentWorld, random: Random, type: string, contracts: readonly string[]) {
  const money = (least = -99_999) => `${random.int(least, 99_999)}.${random.int(10, 99)}`
  const subject_three_code = () => world.subject(random.pick(SUBJECTS))
  let numbers = 0
  return {
    payment: {
      path: '/cost_executions',
      body: () =>
        world.body(
          {},
          Array.from({ length: random.int(1, 3) }, () =>
            world.line({
              subject_three_code: subject_three_code(),
              pay_amount: money(),
              contract_code: random.pick([null, ...contracts]),
            }),
          ),
        ),
    },
    receipt: {
      path: '/investment_executions',
      body: () => ({
        investment_at: '2026-11-21',
        investor: random.pick(INVESTORS),
        investment_category_id: type,
        amount: money(1),
      }),
    },
    investmentBudget: {
      path: '/investment_budgets',
      body: () => ({
        investor: random.pick([...INVESTORS, `投资方${random.int(1, 1e9)}`]),
        amount: money(1),
      }),
    },
    costBudget: {
      path: '/cost_budgets',
      body: () => ({
        subject_three_code: subject_three_code(),
        unit_price: money(),
        quantity: `${random.int(0, 20)}.${random.int(0, 9)}`,
      }),
    },
    imprest: {
      path: '/imprests',
      body: async () => ({
        pay_at: '2026-11-21',
        payer: '王某某',
        subject_three_code: subject_three_code(),
        pay_channel: '5',
        pay_amount: money(),
        // Two of three can be written off.
        ...(random.chance(0.66) && {
          voucher_category: '1',
          face_tax_rate: '6%',
          voucher_attachment_codes: [await world.attachment()],
        }),
      }),
    },
    setTotal: { path: '/imprests/amount', body: () => ({ amount: money() }) },
    writeOff: { path: '', body: () => ({}) },
    contract: {
      path: '/contracts',
      body: () => {
        numbers += 1
        return {
          out_code: `HT-${numbers}`,
          customer: '某某公司',
          category: random.pick(['0', '1', '2', '2', '3']),
          amount: random.chance(0.2) ? '0' : money(),
        }
      },
    },
  }
}
