import type { MissingMatches } from '@pianzhang/contract/missing-invoices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasWrongMissing } from '../../../src/features/missing-invoices/stored-lines.ts'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { Answer, TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { done, type MissingWorld, missingWorld } from './helpers.ts'

interface ShownLine {
  invoices: { code: string; amount_yuan: string }[]
  voucher_category_code: string | null
  face_tax_rate: string
}

describe('linking invoices to lines', () => {
  let app: TestApp
  let world: MissingWorld
  beforeAll(async () => {
    app = await workerApp()
  })
  beforeEach(async () => {
    world = await missingWorld(app)
  })
  afterAll(() => app.close())

  const line = (amount: string, more: object = {}) => world.line({ pay_amount: amount, ...more })
  /** A payment of lines; answers its code and those of its lines. */
  const pay = async (...amounts: string[]) => {
    const saved = await world.pay(amounts.map((amount) => line(amount)))
    return {
      code: saved.code as string,
      lines: saved.cost_execution_details.map(({ code }: { code: string }) => code) as string[],
    }
  }
  const shown = async (code: string) =>
    (await world.clerk.get(`/cost_executions/${code}`)).data.cost_execution_details.map(
      ({ invoices, voucher_category_code, face_tax_rate }: ShownLine) => [
        voucher_category_code,
        face_tax_rate,
        ...invoices.map((one) => `${one.code} ${one.amount_yuan}`),
      ],
    )
  const errorsOf = ({ data }: Answer) =>
    data.errors.map(({ field, message }: Record<string, string>) => [field, message])

  test('several payments at once, with type and rate; the save of payments does it, and logs it', async () => {
    const [one, two] = [await pay('60', '40'), await pay('50')]
    const [large, taxi] = [await world.invoice(110_00n), await world.invoice(15_00n)]
    const answer = await world.link(
      {
        line_code: two.lines[0],
        check_invoice_code: large,
        voucher_category: '6',
        face_tax_rate: '6%',
        version: 1,
      },
      { line_code: one.lines[0], check_invoice_code: large, voucher_category: 6, version: 1 },
      { line_code: one.lines[1], invoices: [{ code: taxi }], voucher_category: '6', version: 1 },
    )
    expect(answer).toMatchObject({
      code: 0,
      data: {
        items: [
          { code: one.code, version: 2 },
          { code: two.code, version: 2 },
        ],
      },
    })
    // The payment that is older takes of the invoice first.
    expect(await shown(one.code)).toEqual([
      ['6', '', `${large} 60.00`],
      ['6', '', `${taxi} 15.00`],
    ])
    expect(await shown(two.code)).toEqual([['6', '6%', `${large} 50.00`]])
    expect(await world.reasons()).toEqual([['金额不足', '25.00']])
    const entries = await auditsOf(app, world.projectId)
    expect(
      entries.slice(-2).map(({ action, resource, label }) => [action, resource, label.split(' ')[0]]),
    ).toEqual([
      ['update', 'cost_execution', one.code],
      ['update', 'cost_execution', two.code],
    ])
    // One more invoice comes beside the one that the line has.
    const rest = await world.invoice(100_00n)
    done(await world.link({ line_code: one.lines[1], check_invoice_code: rest, version: 2 }))
    expect((await shown(one.code))[1]).toEqual(['6', '', `${taxi} 15.00`, `${rest} 25.00`])
    expect(await world.reasons()).toEqual([])
    expect(await hasWrongMissing(app.services.db, world.projectId)).toBe(false)
  })

  test('all or none: what is wrong is named by item', async () => {
    const [one, two] = [await pay('60', '40'), await pay('50')]
    const [small, failed] = [await world.invoice(70_00n), await world.invoice(10_00n, { status: 1 })]
    const typed = { voucher_category: '6' }
    const wrong = await world.link(
      { line_code: one.lines[0], check_invoice_code: small, ...typed },
      { line_code: one.lines[1], check_invoice_code: failed, ...typed },
      { line_code: two.lines[0], invoices: [{ code: small, amount: '70' }], ...typed },
    )
    expect(errorsOf(wrong)).toEqual([
      ['items[1].check_invoice_code', '只能关联查验通过的发票'],
      ['items[2].invoices[0].amount', '不能大于明细中未关联发票的 50.00 元'],
    ])
    expect(
      errorsOf(
        await world.link(
          { line_code: 'nowhere', check_invoice_code: 'none', ...typed },
          { line_code: one.lines[0], invoices: [{ code: small }, { code: 'gone' }] },
        ),
      ),
    ).toEqual([
      ['items[0].line_code', '明细不存在或已被删除'],
      ['items[0].check_invoice_code', '发票不存在'],
      ['items[1].invoices[1].code', '发票不存在'],
    ])
    expect(errorsOf(await world.link({ line_code: one.lines[0], check_invoice_code: small }))).toEqual([
      ['items[0].voucher_category', '请选择发票类的凭证类型'],
    ])
    expect(
      errorsOf(
        await world.link({ line_code: one.lines[0], check_invoice_code: 'none', voucher_category: '99' }),
      ),
    ).toEqual([
      ['items[0].voucher_category', '凭证类型不正确'],
      ['items[0].check_invoice_code', '发票不存在'],
    ])
    expect(
      await world.link(
        { line_code: two.lines[0], check_invoice_code: small, ...typed, version: 1 },
        { line_code: one.lines[0], check_invoice_code: small, ...typed, version: 0 },
      ),
    ).toMatchObject({ status: 409 })
    for (const { code } of [one, two]) expect((await shown(code)).flat().filter(Boolean)).toEqual([])
    expect(await world.viewer.post('/missing_invoices/link', { items: [] })).toMatchObject({ status: 403 })
  })

  test('keeps to the rules of payments: a faulty invoice stays on no line that is saved, a red one pays no positive line', async () => {
    const one = await pay('60', '40')
    const [bad, good] = [await world.invoice(60_00n), await world.invoice(60_00n)]
    const typed = { voucher_category: '6' }
    done(await world.link({ line_code: one.lines[0], check_invoice_code: bad, ...typed }))
    await world.setInvoice(bad, { status: 1 })
    expect(
      errorsOf(await world.link({ line_code: one.lines[1], check_invoice_code: good, ...typed })),
    ).toEqual([['items[0].line_code', '该付款第 1 条明细：只能关联查验通过的发票']])
    // In its place.
    done(await world.link({ line_code: one.lines[0], check_invoice_code: good, ...typed }))
    expect((await shown(one.code))[0]).toEqual(['6', '', `${good} 60.00`])
    const red = await world.invoice(-40_00n)
    expect(
      errorsOf(await world.link({ line_code: one.lines[1], check_invoice_code: red, ...typed })),
    ).toEqual([['items[0].check_invoice_code', '红字发票只能用于负数金额的明细']])
  })

  test('of two clerks who take the rest of one invoice one is told, and what is left is right', async () => {
    const [one, two] = [await pay('60'), await pay('60')]
    const code = await world.invoice(60_00n)
    const link = (lines: string[]) => () =>
      world.link({ line_code: lines[0], check_invoice_code: code, voucher_category: '6', version: 1 })
    const answers = await queued<Answer, Answer>(
      app.databaseUrl,
      `select from invoices where project_id = ${world.projectId} for update`,
      link(one.lines),
      link(two.lines),
    )
    expect(answers[0]).toMatchObject({ code: 0 })
    expect(errorsOf(answers[1])).toEqual([['items[0].check_invoice_code', `发票已被付款 ${one.code} 用完`]])
    expect(await world.reasons()).toEqual([['未填凭证类型', '60.00']])
  })

  test('two batches of the same payments in other orders do not lock each other out', async () => {
    const payments = await Promise.all(Array.from({ length: 6 }, () => pay('10')))
    const codes = await Promise.all(payments.map(() => world.invoice(10_00n)))
    const items = payments.map(({ lines }, index) => ({
      line_code: lines[0],
      check_invoice_code: codes[index],
      voucher_category: '6',
      version: 1,
    }))
    const answers = await Promise.all([world.link(...items), world.link(...items.toReversed())])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await world.reasons()).toEqual([])
  })

  test('invoices are matched to lines by seller and amount', async () => {
    const saved = await world.pay([line('60'), line('40')], { payer: '甲公司' })
    await world.pay([line('25')], { payer: '老王' })
    const sure = await world.invoice(60_00n, { seller: '甲公司' })
    const part = await world.invoice(30_00n, { seller: '甲公司' })
    const other = await world.invoice(25_00n, { seller: '某某出租车公司' })
    const failed = await world.invoice(25_00n, { status: 2 })
    const match = (...invoice_codes: string[]) =>
      world.clerk.post('/missing_invoices/match', { invoice_codes })
    const { items } = done(await match(sure, part, other, failed)).data
    expect(
      (items as MissingMatches['items']).map((item) => [
        item.invoice.left_amount_yuan,
        item.match,
        item.lines.map(({ pay_amount_yuan, amount_yuan }) => [pay_amount_yuan, amount_yuan]),
      ]),
    ).toEqual([
      ['60.00', 'sure', [['60.00', '60.00']]],
      ['30.00', 'doubtful', [['40.00', '30.00']]],
      ['25.00', 'doubtful', [['25.00', null]]],
      ['25.00', 'none', []],
    ])
    expect(items[3].text).toBe('发票尚未通过查验')
    const [{ lines }] = items
    done(
      await world.link({
        line_code: lines[0].line_code,
        check_invoice_code: sure,
        voucher_category: '6',
        version: lines[0].version,
      }),
    )
    expect((await shown(saved.code))[0]).toEqual(['6', '', `${sure} 60.00`])
    expect((await match(sure)).data.items).toMatchObject([{ match: 'none', text: '发票金额已用完' }])
    expect(errorsOf(await match(sure, 'nowhere'))).toEqual([['invoice_codes[1]', '发票不存在']])
    expect(await world.viewer.post('/missing_invoices/match', { invoice_codes: [sure] })).toMatchObject({
      status: 403,
    })
  })
})
