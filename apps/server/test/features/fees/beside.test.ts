import type { RateKind } from '@pianzhang/contract/fee-rates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRate, ratesOf, removeRate } from '../../../src/features/fees/operator.ts'
import { card } from '../../base/payees/helpers.ts'
import { type Answer, newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { ask } from '../../harness/recount.ts'
import { citizen, type FeeWorld, feeWorld } from './helpers.ts'

// Two transactions at once: a fee or a remittance, and a merge of its payee or the operator's change of the rates. Whichever is second waits for a lock of the first.

let app: TestApp
let world: FeeWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await feeWorld(app)
})
afterAll(() => app.close())

const settled = async <T>(answer: Promise<T>) => (await Promise.allSettled([answer]))[0]

/** Locks a table, so that `first` and then `second` wait for it, and releases it; returns what became of both promises. */
const during = <A, B>(table: string, first: () => Promise<A>, second: () => Promise<B>) =>
  queued(
    app.databaseUrl,
    `lock table ${table} in share mode`,
    () => settled(first()),
    () => settled(second()),
  )

describe('rates that the operator adds', () => {
  const HALF = [{ up_to: null, percent: '50', deduction: '0' }]
  /** Adds rates of a kind with these brackets, which replace the delivered ones. */
  const add = async (kind: RateKind = 'nonresident', brackets = HALF) => {
    const delivered = (await ratesOf(app.services.db)).find(({ content }) => content.kind === kind)
    return await addRate(app.services.db, JSON.stringify({ ...delivered?.content, brackets }))
  }
  const remove = () => removeRate(app.services.db, 'nonresident', '2019-01-01')
  const stranger = () => world.person({ resident: false })
  const save = async (payee: string, pay_at: string) =>
    await world.clerk.post('/labor_tax', world.fee(payee, { pay_at, amount: '1000' }))

  test('count a fee that is being saved by the rates before, and hold for one that waits for them', async () => {
    const payee = await stranger()
    const [saved, added] = await during('audit_logs', () => save(payee, '2026-03-10'), add)
    expect([saved, added]).toMatchObject([
      { value: { code: 0, data: { tax_yuan: '24.00' } } },
      { value: { replaced: true, open: 1 } },
    ])
    expect(await remove()).toMatchObject({ open: 1 })
    const [anew, waited] = await during('fee_rates', add, () => save(payee, '2026-04-10'))
    expect([anew, waited]).toMatchObject([
      { value: { open: 1 } },
      { value: { code: 0, data: { tax_yuan: '400.00' } } },
    ])
    expect(await remove()).toMatchObject({ open: 2 })
  })

  test('give nothing back where they are lower than those of the fees before', async () => {
    const payee = await stranger()
    expect((await save(payee, '2026-05-10')).data.tax_yuan).toBe('24.00')
    const lower = [{ up_to: null, percent: '1', deduction: '0' }]
    expect(await add('nonresident', lower)).toMatchObject({ replaced: true })
    try {
      const msg = expect.stringMatching(/^该收款人 2026-05 已扣的个税与现有记录不符/)
      expect(await save(payee, '2026-05-11')).toMatchObject({ code: 422, msg })
      expect((await save(payee, '2026-06-10')).data.tax_yuan).toBe('8.00')
    } finally {
      await remove()
    }
  })

  /** Remits the tax of a month with a payment of `amount`. */
  const remit = (month: string, amount: string) =>
    world.clerk.post('/labor_tax/remittance/pay', {
      ...{ month, amount, pay_at: `${month}-28`, payer: '税务局', pay_channel: '3' },
      pay_category_id: world.category,
    })

  test('do not replace those by which tax is being remitted', async () => {
    await world.add(await stranger(), { pay_at: '2026-02-10', amount: '1000', payment: world.payment() })
    const [remitted, refused] = await during('audit_logs', () => remit('2026-02', '24'), add)
    expect(remitted).toMatchObject({ value: { code: 0 } })
    expect(refused).toMatchObject({
      reason: {
        message: expect.stringContaining('已有 1 笔按 nonresident 自 2019-01-01 起的税率计税的劳务缴税'),
      },
    })
  })

  test('leave the tax to a remittance that waits for them, and cannot be removed after it', async () => {
    const fee = { kind: 'script', pay_at: '2026-01-10', amount: '1000', payment: world.payment() }
    expect(await world.add(await world.person(), fee)).toMatchObject({ tax_yuan: '40.00' })
    const [added, remitted] = await during(
      'fee_rates',
      () => add('script'),
      () => remit('2026-01', '40'),
    )
    expect([added, remitted]).toMatchObject([{ value: { replaced: true, open: 1 } }, { value: { code: 0 } }])
    await expect(removeRate(app.services.db, 'script', '2019-01-01')).rejects.toThrow(
      '已有 1 笔按 script 自 2019-01-01 起的税率计税的劳务缴税',
    )
  })
})

describe('a fee that is booked in one project while its payee is merged', () => {
  /** A project beside the merging clerk's, two payees, and what is called: a fee of `gone` with its payment, and the merge into `into`. */
  async function meeting() {
    const project = await newProject(world.admin)
    const other = world.admin.on(project)
    const [named] = await ask<{ subject: string; category: string }>(
      app.databaseUrl,
      `select s.code as subject, (select min(c.id)::text from payment_types c where c.project_id = p.id) as category
       from projects p join subjects s on s.project_id = p.id and s.out_code = '24000101' where p.code = $1`,
      [project],
    )
    const payment = { subject_three_code: named?.subject, pay_category_id: named?.category, pay_channel: '2' }
    const [into, gone] = [await world.person(), await world.person()]
    const feeOf = (payee: string, changes: Record<string, unknown> = { payment }) =>
      other.post('/labor_tax', world.fee(payee, changes))
    /** Calls the merge and what is done to a fee of `gone` in this order, which is that of the locks; answers them by name. */
    const meet = async (first: 'fee' | 'merge', fee = () => feeOf(gone)) => {
      const calls = { fee, merge: () => world.clerk.post('/payees/merge', { into, codes: [gone] }) }
      const second = first === 'fee' ? 'merge' : 'fee'
      const settled = await during('audit_logs', calls[first], calls[second])
      const [one, two] = settled.map((answer) => {
        if (answer.status === 'rejected') throw answer.reason
        return answer.value
      })
      return { [first]: one, [second]: two } as Record<'fee' | 'merge', Answer>
    }
    const month = async () => (await other.get('/labor_tax/months/2026-10')).data.items
    return { other, payment, into, gone, feeOf, meet, month }
  }

  test.each(['fee', 'merge'] as const)(
    'is of the payee that is kept, as is its payment: %s first',
    async (first) => {
      const { other, into, meet, month } = await meeting()
      const { fee, merge } = await meet(first)
      expect([fee, merge]).toMatchObject([{ code: 0 }, { code: 0 }])
      const [stored] = (await other.get('/labor_tax')).data.items
      expect(stored).toMatchObject({ payee: { code: into }, tax_yuan: '440.00' })
      expect((await other.get(`/cost_executions/${stored.payment.payment_code}`)).data).toMatchObject({
        payee: { code: into },
        pay_amount_yuan: '2560.00',
      })
      expect(await month()).toMatchObject([{ payee: { code: into }, count: 1 }])
    },
  )

  test('is taxed with the fees of the payee that is kept, or keeps the two apart', async () => {
    for (const first of ['fee', 'merge'] as const) {
      const { into, gone, feeOf, meet, month } = await meeting()
      expect((await feeOf(into)).data.tax_yuan).toBe('440.00')
      const { fee, merge } = await meet(first)
      expect(fee.code).toBe(0)
      if (first === 'merge') {
        expect([merge.code, fee.data.payee.code, fee.data.tax_yuan]).toEqual([0, into, '520.00'])
        expect(await month()).toMatchObject([{ count: 2, tax_yuan: '960.00' }])
        continue
      }
      expect([merge.status, merge.msg]).toEqual([422, expect.stringContaining('应合并为一次计税')])
      expect([fee.data.payee.code, fee.data.tax_yuan]).toEqual([gone, '440.00'])
      expect((await month()).map(({ count }: { count: number }) => count)).toEqual([1, 1])
    }
  })

  test('that is edited or deleted instead: neither is lost', async () => {
    for (const first of ['fee', 'merge'] as const) {
      const { other, into, gone, feeOf, meet, month } = await meeting()
      const { data: edited } = await feeOf(gone, {})
      const change = { ...world.fee(gone, { amount: '4000' }), version: edited.version }
      const answers = await meet(first, () => other.put(`/labor_tax/${edited.code}`, change))
      expect(answers).toMatchObject({ fee: { code: 0, data: { tax_yuan: '640.00' } }, merge: { code: 0 } })
      expect(await month()).toMatchObject([{ payee: { code: into }, count: 1, tax_yuan: '640.00' }])

      const again = await meeting()
      const { data: deleted } = await again.feeOf(again.gone, {})
      const removed = await again.meet(first, () => again.other.delete(`/labor_tax/${deleted.code}`))
      expect(removed).toMatchObject({ fee: { code: 0 }, merge: { code: 0 } })
      expect(await again.month()).toEqual([])
    }
  })

  test('whose tax is remitted with that of an earlier one, which locks the two the other way round: neither is lost', async () => {
    const { other, payment, into, gone, feeOf, month } = await meeting()
    // A merge locks fees in the order of ids, a remittance locks those without a payment last: a deadlock. PostgreSQL aborts one, and `inTransaction` retries it.
    const { data: earlier } = await feeOf(gone, {})
    await feeOf(gone)
    const remittance = {
      ...{ month: '2026-10', amount: '960', pay_at: '2026-11-12', payer: '税务局' },
      ...payment,
    }
    const answers = await queued(
      app.databaseUrl,
      `select 1 from fees where code = '${earlier.code}' for update`,
      () => world.clerk.post('/payees/merge', { into, codes: [gone] }),
      () => other.post('/labor_tax/remittance/pay', remittance),
    )
    expect(answers).toMatchObject([{ code: 0 }, { code: 0, data: { records: 2 } }])
    expect(await month()).toMatchObject([{ payee: { code: into }, count: 2, tax_yuan: '960.00' }])
  })
})

describe('a fee of one of two payees of an ID number, while the other leaves it', () => {
  let made = 0
  /** Two payees of a number, of which the one that leaves has a fee of the month; how it leaves, and a fee of the one that stays. */
  async function parting(way: 'number' | 'merge') {
    made += 1
    const id_number = citizen(910 + made)
    const stays = await world.person({ id_number })
    const leaves = await world.person({ id_number })
    const into = await world.person()
    await world.add(leaves)
    return {
      leave: () =>
        way === 'merge'
          ? world.clerk.post('/payees/merge', { into, codes: [leaves] })
          : world.clerk.put(`/payees/${leaves}`, { name: '改号', kind: '0', id_number: citizen(940 + made) }),
      fee: () => world.clerk.post('/labor_tax', world.fee(stays)),
    }
  }

  test.each(['number', 'merge'] as const)(
    'by its %s: after the fee it may not, before it the fee is alone',
    async (way) => {
      const late = await parting(way)
      const [together, refused] = await during('audit_logs', late.fee, late.leave)
      expect([together, refused]).toMatchObject([
        { value: { code: 0, data: { tax_yuan: '520.00' } } },
        { value: { code: 422, msg: expect.stringContaining('已合并为一次计税') } },
      ])
      const early = await parting(way)
      const [left, alone] = await during('audit_logs', early.leave, early.fee)
      expect([left, alone]).toMatchObject([
        { value: { code: 0 } },
        { value: { code: 0, data: { tax_yuan: '440.00' } } },
      ])
    },
  )
})

describe('a fee of a payee, while another one with a fee of the month gets its ID number', () => {
  test('is taxed with the other fee, or keeps the two apart', async () => {
    const joining = async (number: string, changes: object = {}) => {
      const payee = await world.person({ id_number: number })
      const other = await world.person()
      await world.add(other)
      const body = { name: `并入${number}`, kind: '0', id_number: number, ...changes }
      return {
        fee: () => world.clerk.post('/labor_tax', world.fee(payee)),
        join: () => world.clerk.put(`/payees/${other}`, body),
      }
    }
    const early = await joining(citizen(961))
    const [joined, together] = await during('audit_logs', early.join, early.fee)
    expect([joined, together]).toMatchObject([
      { value: { code: 0 } },
      { value: { code: 0, data: { tax_yuan: '520.00' } } },
    ])
    // Of a payee who is added with the number after the other one's save has looked who has it.
    const { join } = await joining(citizen(963), { id_number: citizen(964), account: card(963) })
    const [changed, added] = await during('payee_account_changes', join, async () =>
      world.clerk.post('/labor_tax', world.fee(await world.person({ id_number: citizen(964) }))),
    )
    expect([changed, added]).toMatchObject([
      { value: { code: 0 } },
      { value: { code: 0, data: { tax_yuan: '520.00' } } },
    ])
    const late = await joining(citizen(962))
    const [alone, refused] = await during('audit_logs', late.fee, late.join)
    expect([alone, refused]).toMatchObject([
      { value: { code: 0, data: { tax_yuan: '440.00' } } },
      { value: { code: 422, msg: expect.stringContaining('应合并为一次计税') } },
    ])
  })
})
