import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld, sharesOf } from './helpers.ts'

let test: TestApp
let world: PaymentWorld
let number = 0

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const invoice = (fen: bigint) => {
  number += 1
  return world.invoice(`2611000000000000${String(number).padStart(4, '0')}`, 0, fen)
}
type Line = Record<string, unknown>
const line = (amount: string, more: Line = {}) => world.line({ pay_amount: amount, ...more })
const pay = (...lines: Line[]) => world.clerk.post('/cost_executions', world.body({}, lines))
const errorsOf = ({ data }: Answer) =>
  data.errors.map(({ field, message }: Record<string, string>) => [
    field?.replace('cost_execution_details', ''),
    message,
  ])
const leftOf = async (code: string) => (await world.clerk.get(`/invoices/${code}`)).data.left_amount_yuan

describe('an invoice', () => {
  it('pays deposit and balance, until nothing is left; its page lists the lines', async () => {
    const code = await invoice(100_00n)
    const deposit = await pay(line('60', { check_invoice_code: code }))
    expect(sharesOf(deposit)).toEqual([[[code, '60.00']]])
    const balance = await pay(line('60', { check_invoice_code: code }))
    expect(sharesOf(balance)).toEqual([[[code, '40.00']]])
    const { data } = await world.clerk.get(`/invoices/${code}`)
    expect(data).toMatchObject({
      payment: null,
      left_amount_yuan: '0.00',
      uses: [
        { code: deposit.data.code, amount_yuan: '60.00' },
        { code: balance.data.code, amount_yuan: '40.00' },
      ],
    })
    expect(errorsOf(await pay(line('1', { check_invoice_code: code })))).toEqual([
      ['[0].check_invoice_code', `发票已被付款 ${deposit.data.code}、${balance.data.code} 用完`],
    ])
    await world.clerk.delete(`/cost_executions/${deposit.data.code}`)
    expect(await leftOf(code)).toBe('60.00')
  })

  it('is shared by lines of one payment in their order, and offered while something is left', async () => {
    const code = await invoice(100_00n)
    const offered = async (payment = '') =>
      (await world.clerk.get('/invoices', { unused_for: payment, per_page: 100 })).data.items.find(
        (one: { code: string }) => one.code === code,
      )?.left_amount_yuan
    const shared = await pay(
      line('60', { check_invoice_code: code }),
      line('30', { check_invoice_code: code }),
    )
    expect(sharesOf(shared)).toEqual([[[code, '60.00']], [[code, '30.00']]])
    expect(await offered()).toBe('10.00')
    const rest = await pay(line('50', { check_invoice_code: code }))
    expect(await offered()).toBeUndefined()
    expect(await offered(rest.data.code)).toBe('0.00')
  })

  it('names in the list the first twenty of its lines, and how many there are', async () => {
    const code = await invoice(100_00n)
    await pay(...Array.from({ length: 21 }, () => line('1', { check_invoice_code: code })))
    await pay(line('2', { check_invoice_code: code }))
    const used = { lines: 22, payments: 2, amount_yuan: '23.00' }
    const { items } = (await world.clerk.get('/invoices', { per_page: 100 })).data
    const listed = items.find((one: { code: string }) => one.code === code)
    expect(listed).toMatchObject({ payment: null, used, left_amount_yuan: '77.00' })
    expect(listed.uses).toHaveLength(20)
    const { data } = await world.clerk.get(`/invoices/${code}`)
    expect(data).toMatchObject({ used, left_amount_yuan: '77.00' })
    expect(data.uses).toHaveLength(22)
  })

  it('of unknown or no amount pays one line', async () => {
    const code = await world.invoice('未知金额')
    const first = await pay(line('60', { check_invoice_code: code }))
    expect(errorsOf(await pay(line('1', { check_invoice_code: code })))).toEqual([
      ['[0].check_invoice_code', `发票已被付款 ${first.data.code} 使用`],
    ])
    const nothing = await invoice(0n)
    expect(errorsOf(await pay(line('1', { check_invoice_code: nothing })))).toEqual([
      ['[0].check_invoice_code', '发票金额已用完'],
    ])
  })

  describe('of which the total is not known', () => {
    const known = async (net: bigint, tax: bigint | null) => {
      const code = await invoice(100_00n)
      const set = (values: { total_amount: bigint | null }) =>
        test.services.db
          .updateTable('invoices')
          .set({ ...values, amount_without_tax: net, tax_amount: tax })
          .where('project_id', '=', world.projectId)
          .where('code', '=', code)
          .execute()
      return { code, set }
    }
    const offered = async (code: string) =>
      (await world.clerk.get('/invoices', { unused_for: '', per_page: 1000 })).data.items.some(
        (one: { code: string }) => one.code === code,
      )

    it('is worth its net amount and its tax', async () => {
      const { code, set } = await known(100_00n, 13_00n)
      await set({ total_amount: null })
      expect(await leftOf(code)).toBe('113.00')
      expect(sharesOf(await pay(line('50', { check_invoice_code: code })))).toEqual([[[code, '50.00']]])
      expect(await offered(code)).toBe(true)
      expect(sharesOf(await pay(line('120', { check_invoice_code: code })))).toEqual([[[code, '63.00']]])
      expect(await offered(code)).toBe(false)
    })

    it('nor its tax: it pays one line, all of it', async () => {
      const { code, set } = await known(100_00n, null)
      await set({ total_amount: null })
      expect([await leftOf(code), await offered(code)]).toEqual([null, true])
      const paid = await pay(line('113', { check_invoice_code: code }))
      expect(sharesOf(paid)).toEqual([[[code, '113.00']]])
      expect(await offered(code)).toBe(false)
      expect(errorsOf(await pay(line('1', { check_invoice_code: code })))).toEqual([
        ['[0].check_invoice_code', `发票已被付款 ${paid.data.code} 使用`],
      ])
      const red = await known(-100_00n, null)
      await red.set({ total_amount: null })
      expect(errorsOf(await pay(line('1', { check_invoice_code: red.code })))).toEqual([
        ['[0].check_invoice_code', '红字发票只能用于负数金额的明细'],
      ])
    })

    it('nor its tax, and that lines share since an older version: they keep it, no other gets it', async () => {
      const { code, set } = await known(100_00n, null)
      const shared = await pay(
        line('30', { check_invoice_code: code }),
        line('30', { check_invoice_code: code }),
      )
      await pay(line('40', { check_invoice_code: code }))
      await set({ total_amount: null })
      const lines = shared.data.cost_execution_details.map(({ code: own }: Line) =>
        line('30', { code: own, check_invoice_code: code }),
      )
      expect(
        await world.clerk.put(`/cost_executions/${shared.data.code}`, world.body({}, lines)),
      ).toMatchObject({ code: 0 })
      expect(errorsOf(await pay(line('1', { check_invoice_code: code })))).toEqual([
        ['[0].check_invoice_code', expect.stringMatching(/^发票已被付款 \S+ 使用$/)],
      ])
    })
  })

  it('that is red cancels negative lines only; a refund on one of expense gives back what it used', async () => {
    const red = await invoice(-50_00n)
    expect(errorsOf(await pay(line('1', { check_invoice_code: red })))).toEqual([
      ['[0].check_invoice_code', '红字发票只能用于负数金额的明细'],
    ])
    expect(sharesOf(await pay(line('-80', { check_invoice_code: red })))).toEqual([[[red, '-50.00']]])
    const code = await invoice(100_00n)
    await pay(line('100', { check_invoice_code: code }))
    await pay(line('-30', { check_invoice_code: code }))
    expect(await leftOf(code)).toBe('30.00')
  })

  it('is not checked to be worth less than its lines use, nor voided', async () => {
    const code = await invoice(100_00n)
    const { data } = await pay(line('60', { check_invoice_code: code }))
    const check = (total_amount: string) =>
      world.clerk.put(`/invoices/${code}/check`, {
        result: 1,
        invoice_type: '32',
        billing_date: '2024-11-02',
        total_amount,
        seller_tax_no: '91110000000000000X',
        seller_name: '某某公司',
        version: 1,
      })
    const less = await check('59.99')
    expect(less.data.errors).toEqual([
      { field: 'total_amount', message: '付款明细已使用 60.00 元，发票金额不能小于该金额' },
    ])
    expect((await world.clerk.post(`/invoices/${code}/void`, { reason: '重开' })).msg).toContain(data.code)
    expect((await check('60.00')).data).toMatchObject({ left_amount_yuan: '0.00' })
  })
})

describe('a line', () => {
  it('has several invoices, by default as much of each as is left of both', async () => {
    const taxis = [await invoice(30_00n), await invoice(25_50n), await invoice(80_00n)]
    const saved = await pay(line('100', { invoices: taxis.map((code) => ({ code })) }))
    expect(sharesOf(saved)).toEqual([
      [
        [taxis[0], '30.00'],
        [taxis[1], '25.50'],
        [taxis[2], '44.50'],
      ],
    ])
    expect(saved.data.cost_execution_details[0].check_invoice).toBeNull()
    expect(await leftOf(taxis[2] as string)).toBe('35.50')
  })

  it('names wrong amounts and invoices, and what differs from 发票号码', async () => {
    const [a, b] = [await invoice(30_00n), await invoice(50_00n)]
    const wrong = async (invoices: Line[], amount = '40', more: Line = {}) =>
      errorsOf(await pay(line(amount, { invoices, ...more })))
    expect(await wrong([{ code: a, amount: '30.01' }])).toEqual([
      ['[0].invoices[0].amount', '发票余额只有 30.00 元'],
    ])
    expect(
      await wrong([
        { code: a, amount: '30' },
        { code: b, amount: '10.01' },
      ]),
    ).toEqual([['[0].invoices[1].amount', '不能大于明细中未关联发票的 10.00 元']])
    expect(await wrong([{ code: a, amount: '-1' }])).toEqual([
      ['[0].invoices[0].amount', '不能大于明细中未关联发票的 40.00 元'],
    ])
    expect(await wrong([{ code: a }, { code: a }])).toEqual([['[0].invoices[1].code', '发票重复']])
    expect(await wrong([{ code: 'no-such-invoice' }])).toEqual([['[0].invoices[0].code', '发票不存在']])
    expect(await wrong([{ code: b }, { code: a }])).toEqual([
      ['[0].invoices[1].code', '明细金额已由前面的发票用完'],
    ])
    expect(await wrong([{ code: a }], '40', { check_invoice_code: b })).toEqual([
      ['[0].invoices', '与发票号码不一致'],
    ])
    expect(await leftOf(a)).toBe('30.00')
  })

  it('keeps its invoices in a PUT that says nothing of them; a single one follows its amount', async () => {
    const [a, b] = [await invoice(30_00n), await invoice(500_00n)]
    const saved = await pay(
      line('40', { invoices: [{ code: a }, { code: b, amount: '5' }] }),
      line('100', { check_invoice_code: b }),
    )
    const lines = saved.data.cost_execution_details as Line[]
    const put = (...changes: Line[]) =>
      world.clerk.put(
        `/cost_executions/${saved.data.code}`,
        world.body(
          {},
          changes.map((change, index) => world.line({ code: lines[index]?.code, ...change })),
        ),
      )
    const several = [
      [a, '30.00'],
      [b, '5.00'],
    ]
    expect(sharesOf(await put({ pay_amount: '40' }, { pay_amount: '120' }))).toEqual([
      several,
      [[b, '120.00']],
    ])
    // As the API answered it: null for several.
    expect(
      sharesOf(
        await put(
          { pay_amount: '36', check_invoice_code: null },
          { pay_amount: '120', check_invoice_code: b },
        ),
      ),
    ).toEqual([several, [[b, '120.00']]])
    expect(errorsOf(await put({ pay_amount: '34.99' }, { pay_amount: '120' }))).toEqual([
      ['[0].invoices[1].amount', '不能大于明细中未关联发票的 4.99 元'],
    ])
    expect(
      sharesOf(
        await put({ pay_amount: '36', invoices: [] }, { pay_amount: '120', check_invoice_code: null }),
      ),
    ).toEqual([[], []])
    // A list alone is all that counts.
    await put({ pay_amount: '36', check_invoice_code: a }, { pay_amount: '120', check_invoice_code: b })
    expect(
      sharesOf(
        await put(
          { pay_amount: '36', invoices: [] },
          { pay_amount: '120', invoices: [{ code: a, amount: '5' }] },
        ),
      ),
    ).toEqual([[], [[a, '5.00']]])
    await put({ pay_amount: '36' }, { pay_amount: '120', invoices: [] })
    expect([await leftOf(a), await leftOf(b)]).toEqual(['30.00', '500.00'])
  })
})

it('eight clerks take parts of one invoice at once: together never more than it has', async () => {
  const code = await invoice(100_00n)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => pay(line('30', { invoices: [{ code, amount: '30' }] }))),
  )
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(3)
  for (const refused of answers.filter((answer) => answer.code !== 0))
    expect(errorsOf(refused)).toEqual([['[0].invoices[0].amount', '发票余额只有 10.00 元']])
  expect(await leftOf(code)).toBe('10.00')
})
