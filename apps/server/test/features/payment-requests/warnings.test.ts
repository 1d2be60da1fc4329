import { describe, expect, test } from 'vitest'
import { worldForEach } from '../../harness/worlds.ts'
import { ALL, done } from '../payables/helpers.ts'
import { type ApprovalWorld, approvalWorld, seen } from './helpers.ts'

describe('why to look twice at a request', () => {
  let world: ApprovalWorld
  worldForEach(approvalWorld, (_, own) => {
    world = own
  })

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

    test('not on one with its invoice, nor on an amount that comes back, nor on one that is marked', async () => {
      const check_invoice_code = await world.invoice('12345678', 0, 10_000n)
      const lines = [
        { voucher_category: '1', check_invoice_code },
        { pay_amount: '-100' },
        { no_invoice_reason: '境外付款' },
      ]
      expect(await lacks(...lines.map((line) => world.line(line)))).toEqual([[], 0])
    })

    test('and nobody is warned of it once 欠票 is switched off; a line with two invoices is approved all the same', async () => {
      const invoices = [
        { code: await world.invoice('12345678', 0, 60_00n) },
        { code: await world.invoice('12345679', 0, 40_00n) },
      ]
      const lines = [
        { pay_amount: '9000' },
        { pay_amount: '100', voucher_category: '6', invoices: invoices.toReversed() },
      ]
      const asked = await ask(lines.map((line) => world.line(line)))
      expect(await texts(asked)).toEqual(['缺发票 1 条'])
      const turn = async (on: boolean) =>
        done(await world.admin.put('/company/features', { items: [{ feature: 'missing_invoice', on }] }))
      await turn(false)
      expect(await texts(asked)).toEqual([])
      const { payment } = done(await world.approve(world.chief, asked)).data
      await turn(true)
      const { data } = await world.clerk.get(`/cost_executions/${payment.code}`)
      expect(data.cost_execution_details[1].invoices).toMatchObject([
        { amount_yuan: '40.00' },
        { amount_yuan: '60.00' },
      ])
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

  test('more than a contract still owes, with its supplement and with what is booked; a settled one owes nothing', async () => {
    const teller = await world.person({ contract: ALL, payable: ALL, cost_report: ALL })
    const contract = async (out_code: string, amount: string) =>
      done(await teller.post('/contracts', { out_code, customer: '甲公司', category: 2, amount })).data
        .code as string
    const [main, supplement, other] = [
      await contract('QH-1', '10000'),
      await contract('QH-1补', '2000'),
      await contract('QH-2', '6000'),
    ]
    done(await teller.post(`/contracts/${main}/binding`, { supplement_contract_code: supplement }))
    const over = async (...lines: [string, string][]) => {
      const asked = await ask(
        lines.map(([contract_code, pay_amount]) =>
          world.line({ contract_code, pay_amount, voucher_category: '1' }),
        ),
      )
      const found = (await seen(world.chief, asked)).warnings
      return [
        asked,
        found.flatMap((one: { kind: string; text: string }) => (one.kind === 'contract' ? one.text : [])),
      ]
    }
    const [whole, none] = await over([main, '8000'], [supplement, '4000'])
    expect(none).toEqual([])
    expect((await over([main, '12000.01'], [other, '6000']))[1]).toEqual(['超过合同未付：QH-1 0.01 元'])
    done(await world.approve(world.chief, whole))
    expect((await over([supplement, '5000'], [other, '7000']))[1]).toEqual([
      '超过合同未付：QH-1 5,000.00 元、QH-2 1,000.00 元',
    ])
    const cash = { pay_at: '2026-11-21', payer: '王某某', subject_three_code: world.subject('24000101') }
    done(
      await world.admin.post('/imprests', {
        ...cash,
        pay_channel: '1',
        pay_amount: '500',
        contract_code: other,
      }),
    )
    expect((await over([other, '5600']))[1]).toEqual([
      '超过合同未付：QH-2 100.00 元（已计入未核销备用金 500.00 元）',
    ])
    done(await teller.put(`/contracts/${other}/settlement`, { settled: true, reason: '多退少补' }))
    expect((await over([other, '5000']))[1]).toEqual(['超过合同未付：QH-2 5,000.00 元'])
  })

  test('several payments to one payee on one day that together reach a band which each stays below, on lists, cards and forms', async () => {
    const payee = await world.addPayee()
    const pay = async (amount: string, changes: Record<string, unknown> = {}) =>
      done(
        await world.clerk.post(
          '/cost_executions',
          world.asking(amount, { payee_code: payee.code, ...changes }),
        ),
      ).data.code as string
    const listed = async () =>
      Object.fromEntries(
        (await world.payments()).items.map((one) => [
          one.code,
          (one as { same_day?: object | null }).same_day,
        ]),
      )
    const form = async (amount: string, query: Record<string, string> = { payee_code: payee.code }) =>
      (await world.clerk.get('/cost_executions/duplicates', { ...query, amount, pay_at: '2026-11-21' })).data
        .same_day
    const day = { pay_at: '2026-11-21' }
    const one = await pay('2500', day)
    expect([await listed(), await form('2499.99')]).toEqual([{ [one]: null }, undefined])
    const found = { count: 2, total_yuan: '5000.00', from_yuan: '5000.00' }
    expect(await form('2500')).toEqual(found)
    const two = await pay('2500', day)
    const other = await pay('4999', { pay_at: '2026-11-20' })
    const stranger = await pay('4999', { ...day, payee_code: null, payer: '他人' })
    expect(await listed()).toEqual({ [one]: found, [two]: found, [other]: null, [stranger]: null })
    expect(await form('1', { payer: '他人' })).toEqual({
      count: 2,
      total_yuan: '5000.00',
      from_yuan: '5000.00',
    })
    // A refund lowers the sum, and is no payment that could be one of several.
    const [more, back] = [await pay('100', day), await pay('-50', day)]
    expect(await listed()).toMatchObject({
      [one]: { count: 3, total_yuan: '5050.00' },
      [more]: { count: 3, total_yuan: '5050.00' },
      [back]: null,
    })
    expect(await form('-1')).toBeUndefined()
    // A payment that is in the band itself was approved for it: only those below count, for each band by itself.
    const asked = await world.ask('45000', { ...day, payee_code: payee.code })
    const marks = async (who = world.chief) =>
      (await seen(who, asked)).warnings.flatMap((one: { kind: string; text: string }) =>
        one.kind === 'same_day' ? one.text : [],
      )
    const text = '同日合计超审批额：当日付给同一收款人 4 笔共 50,050.00 元，达到须审批的 50,000.00 元'
    expect(await marks()).toEqual([text])
    expect(await marks(await world.person({ payment_request: ['read'] }))).toEqual([])
    await world.clerk.delete(`/cost_executions/${two}`)
    expect([await marks(), (await listed())[one]]).toEqual([[], null])
    done(await world.setRules(world.rules({ version: 1, on: false })))
    expect((await listed())[one]).toBeNull()
  })

  test('an instalment that was dropped from the plan is lost, while the company has plans', async () => {
    const teller = await world.person({ payable: ALL, contract: ALL })
    const contract = await world.contract('QC-1')
    const of = { kind: 'date', due_at: '2026-12-01', subject_code: world.subject('24000101') }
    const item = { ...of, amount: '500', pay_category_id: world.category }
    const plan = (items: object[], version?: number) =>
      teller.put(`/contracts/${contract}/instalments`, { items, version })
    const saved = done(
      await plan([
        { ...item, title: '定金' },
        { ...item, title: '尾款' },
      ]),
    ).data
    const line = (instalment_code: string) =>
      world.line({ pay_amount: '5000', contract_code: contract, instalment_code })
    const [kept, gone] = saved.items
    const asked = [await ask([line(kept.code)]), await ask([line(gone.code)])] as const
    done(await plan([{ ...item, code: kept.code, title: '定金' }], saved.version))
    const LOST = '所选资料已被删除'
    expect([await texts(asked[0]), await texts(asked[1])]).toEqual([
      expect.not.arrayContaining([LOST]),
      expect.arrayContaining([LOST]),
    ])
    expect((await world.approve(world.chief, asked[1])).data.errors).toMatchObject([
      { field: 'cost_execution_details[0].instalment_code' },
    ])
    const features = async (on: boolean) =>
      done(await world.admin.put('/company/features', { items: [{ feature: 'payable', on }] }))
    await features(false)
    expect(await texts(asked[1])).not.toContain(LOST)
    await features(true)
  })
})
