import { fenOf, sum, yuan } from '@pianzhang/contract/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, type TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type FeeWorld, feeWorld } from './helpers.ts'

let app: TestApp
let world: FeeWorld
beforeAll(async () => {
  app = await workerApp()
  world = await feeWorld(app)
})
afterAll(() => app.close())

describe('two clerks at once', () => {
  test('never compute from the same sums, also of two payees who are one person', async () => {
    const number = '440105199003070013'
    const payees = [
      await world.person({ name: '同名', id_number: number }),
      await world.person({ name: '同名', id_number: number, account: '6222020200112233' }),
    ]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        world.clerk.post('/labor_tax', world.fee(payees[n % 2] ?? '', { amount: '3000' })),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(0))
    const month = (await world.clerk.get('/labor_tax/months/2026-10')).data
    // 36,000 in one: 28,800 taxable, 30 % less 2,000.
    expect(month.items[0]).toMatchObject({ count: 12, gross_yuan: '36000.00', tax_yuan: '6640.00' })
  })

  test('nor in two projects, whose VAT of a day is one', async () => {
    await world.choose('withhold')
    const payee = await world.person()
    const projects = [world.admin, world.admin.on(await newProject(world.admin, '第二项目'))]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        projects[n % 2]?.post('/labor_tax', world.fee(payee, { pay_at: '2026-11-30', amount: '600' })),
      ),
    )
    expect(answers.map((answer) => answer?.code)).toEqual(Array(8).fill(0))
    const vats = answers.map((answer) => fenOf(answer?.data.vat_yuan))
    // 4,800.00 with VAT; the first fee alone is exempt.
    expect([yuan(sum(vats)), vats.filter((vat) => vat === 0n).length]).toEqual(['47.52', 1])
  })

  test('a fee that is saved while its month is remitted is in it, or refused', async () => {
    const payee = await world.person()
    await world.add(payee, { pay_at: '2026-08-03', amount: '4000', payment: world.payment() })
    const remit = () =>
      world.clerk.post('/labor_tax/remittance/pay', {
        ...{ month: '2026-08', amount: '640', pay_at: '2026-09-03', payer: '税务局', pay_channel: '3' },
        pay_category_id: world.category,
      })
    const [remitted, again, saved] = await Promise.all([
      remit(),
      remit(),
      world.clerk.post(
        '/labor_tax',
        world.fee(payee, { pay_at: '2026-08-04', kind: 'script', amount: '4000' }),
      ),
    ])
    const months = (await world.clerk.get('/labor_tax/months')).data.items
    const august = months.find(({ month }: { month: string }) => month === '2026-08')
    const done = [remitted, again].filter(({ code }) => code === 0)
    if (saved?.code === 0) expect(done).toHaveLength(0)
    else expect(done).toHaveLength(1)
    expect(august.due_yuan).toBe(saved?.code === 0 ? '1280.00' : '0.00')
  })

  test('a payee who is merged meanwhile keeps the fees', async () => {
    const [from, into] = [await world.person({ name: '并入' }), await world.person({ name: '保留' })]
    const fees = Array.from({ length: 6 }, (_, n) =>
      world.clerk.post('/labor_tax', world.fee(from, { pay_at: `2026-07-0${n + 1}` })),
    )
    const merge = world.clerk.post('/payees/merge', { into, codes: [from] })
    const answers = await Promise.all([...fees, merge])
    expect(answers.map(({ code }) => code)).toEqual(Array(7).fill(0))
    const month = (await world.clerk.get('/labor_tax/months/2026-07')).data
    expect(month.items.map(({ payee }: { payee: { name: string } }) => payee.name)).toEqual(['保留'])
    expect(month.items[0].count).toBe(6)
    expect(await world.clerk.delete(`/payees/${into}`)).toMatchObject({
      code: 422,
      msg: expect.stringContaining('劳务记录'),
    })
  })

  test('of two payees with fees of a month that get one ID number one gets it', async () => {
    const payees = [await world.person(), await world.person()]
    for (const payee of payees) await world.add(payee, { pay_at: '2026-06-01' })
    const body = { kind: '0', id_number: '11010519900307101X' }
    const answers = await Promise.all(
      // By other names, as payees of one name without an account would be one payee.
      payees.map((payee, n) => world.clerk.put(`/payees/${payee}`, { ...body, name: `同号${n}` })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 422])
    expect(answers.find(({ code }) => code === 422)?.msg).toContain('两个收款人在2026-06都有劳务报酬')
  })
})

test('two payees with one number whose check fails are two persons', async () => {
  const wrong = { id_type: '1', id_number: '11010519900307101' }
  const taxes: string[] = []
  for (const account of ['6222020200112233', '6222020200445566']) {
    const payee = await world.person({ name: '少一位', account, ...wrong })
    const fee = world.fee(payee, { pay_at: '2026-12-01', amount: '3000' })
    taxes.push((await world.clerk.post('/labor_tax', fee)).data.tax_yuan)
  }
  // The second fee of one person would be taxed with the first.
  expect(taxes[1]).toBe(taxes[0])
})
