import { today } from '@pianzhang/contract/calendar'
import type { MissingPayers } from '@pianzhang/contract/missing-invoices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { downloadRows } from '../cost-reports/sheets.ts'
import { done, type MissingWorld, missingWorld } from './helpers.ts'

describe('lists of what lacks an invoice', () => {
  let app: TestApp
  let world: MissingWorld
  beforeAll(async () => {
    app = await workerApp()
  })
  beforeEach(async () => {
    world = await missingWorld(app)
  })
  afterAll(() => app.close())

  const get = async (path: string, query: object = {}) => done(await world.clerk.get(path, { ...query })).data
  const line = (amount: string, more: object = {}) => world.line({ pay_amount: amount, ...more })
  const fill = async () => {
    const rows: [string, number, string, object?][] = [
      ['甲公司', 0, '100'],
      ['甲公司', 30, '200', { voucher_category: 16 }],
      ['甲公司', 31, '300'],
      ['乙公司', 60, '400', { voucher_category: 1 }],
      ['乙公司', 61, '500'],
      ['丙公司', 90, '600'],
      ['丙公司', 91, '700'],
    ]
    const saved = []
    for (const [payer, days, amount, more] of rows)
      saved.push(
        await world.pay([line(amount, more)], { payer, pay_at: world.ago(days), summary: `第${days}天` }),
      )
    return saved
  }
  const ages = (items: { count: number; lacking_yuan: string }[]) =>
    items.map(({ count, lacking_yuan }) => [count, lacking_yuan])

  test('have lines, newest first, with filters by age, reason, payer, keywords and codes, in pages', async () => {
    const saved = await fill()
    const amounts = async (query: object = {}) =>
      (await get('/missing_invoices', query)).items.map((one: Record<string, string>) => one.lacking_yuan)
    expect(await amounts()).toEqual(['100.00', '200.00', '300.00', '400.00', '500.00', '600.00', '700.00'])
    expect(await amounts({ pay_at_order: 'asc', per_page: 2, page: 2 })).toEqual(['500.00', '400.00'])
    expect(await amounts({ age: '0_30' })).toEqual(['100.00', '200.00'])
    expect(await amounts({ age: '31_60' })).toEqual(['300.00', '400.00'])
    expect(await amounts({ age: '61_90' })).toEqual(['500.00', '600.00'])
    expect(await amounts({ age: 'over_90' })).toEqual(['700.00'])
    expect(await amounts({ reason: 'unticketed' })).toEqual(['200.00'])
    expect(await amounts({ reason: 'untyped', age: '31_60' })).toEqual(['300.00'])
    expect(await amounts({ payer: '乙公司' })).toEqual(['400.00', '500.00'])
    expect(await amounts({ keywords: '丙公', age: 'over_90' })).toEqual(['700.00'])
    expect(await amounts({ keywords: '第60天' })).toEqual(['400.00'])
    expect(await amounts({ keywords: saved[2].code })).toEqual(['300.00'])
    expect(await amounts({ keywords: '%' })).toEqual([])
    expect(await amounts({ line_codes: [saved[0].cost_execution_details[0].code, 'nowhere'] })).toEqual([
      '100.00',
    ])
    expect(await get('/missing_invoices', { payer: '乙公司', per_page: 1 })).toMatchObject({
      listTotal: 2,
      lacking_yuan: '900.00',
      today: world.ago(0),
      can: { link: true },
      items: [
        {
          payment_code: saved[3].code,
          line_code: saved[3].cost_execution_details[0].code,
          version: 1,
          pay_at: world.ago(60),
          payer: '乙公司',
          payee: null,
          summary: '第60天',
          subject_three_out_code: '24000101',
          voucher_category_code: '1',
          pay_amount_yuan: '400.00',
          reason: 'unlinked',
          reason_i18n: '未关联发票',
          days: 60,
          age: '31_60',
          can: { link: true },
        },
      ],
    })
    expect((await world.viewer.get('/missing_invoices')).data.can).toEqual({ link: false })
    expect(
      (await world.clerk.get('/missing_invoices', { age: 'old', reason: 'x', flag: '1' })).data.errors,
    ).toMatchObject([
      { field: 'reason', message: '原因不存在' },
      { field: 'age', message: '账龄不存在' },
      { field: 'flag' },
    ])
  })

  test('have payers by amount, with their ages; totals by age and reason; counts', async () => {
    await fill()
    const payers = await get('/missing_invoices/payers')
    expect(payers).toMatchObject({ listTotal: 3, count: 7, lacking_yuan: '2800.00' })
    expect(
      (payers as MissingPayers).items.map(({ payer, ages: own, refunds: _, ...one }) => [
        payer,
        one,
        ages(own),
      ]),
    ).toEqual([
      [
        '丙公司',
        { count: 2, lacking_yuan: '1300.00' },
        [
          [0, '0.00'],
          [0, '0.00'],
          [1, '600.00'],
          [1, '700.00'],
        ],
      ],
      [
        '乙公司',
        { count: 2, lacking_yuan: '900.00' },
        [
          [0, '0.00'],
          [1, '400.00'],
          [1, '500.00'],
          [0, '0.00'],
        ],
      ],
      [
        '甲公司',
        { count: 3, lacking_yuan: '600.00' },
        [
          [2, '300.00'],
          [1, '300.00'],
          [0, '0.00'],
          [0, '0.00'],
        ],
      ],
    ])
    const names = async (query: object) =>
      (await get('/missing_invoices/payers', query)).items.map(
        ({ payer, lacking_yuan }: Record<string, string>) => `${payer} ${lacking_yuan}`,
      )
    expect(await names({ amount_order: 'asc', per_page: 2 })).toEqual(['甲公司 600.00', '乙公司 900.00'])
    expect(await names({ per_page: 2, page: 2 })).toEqual(['甲公司 600.00'])
    expect(await names({ reason: 'untyped' })).toEqual(['丙公司 1300.00', '乙公司 500.00', '甲公司 400.00'])
    expect(await names({ age: '31_60' })).toEqual(['乙公司 400.00', '甲公司 300.00'])
    expect(await names({ keywords: '乙' })).toEqual(['乙公司 900.00'])
    const byAge = await get('/missing_invoices/payers', { age: '31_60', payer: '甲公司' })
    expect(ages(byAge.items[0].ages)).toEqual([
      [0, '0.00'],
      [1, '300.00'],
      [0, '0.00'],
      [0, '0.00'],
    ])
    expect(await get('/missing_invoices/payers', { page: 9 })).toMatchObject({
      items: [],
      listTotal: 3,
      count: 7,
    })

    const totals = await get('/missing_invoices/totals')
    expect(totals).toMatchObject({ count: 7, lacking_yuan: '2800.00' })
    expect(ages(totals.ages)).toEqual([
      [2, '300.00'],
      [2, '700.00'],
      [2, '1100.00'],
      [1, '700.00'],
    ])
    expect(ages(totals.reasons)).toEqual([
      [5, '2200.00'],
      [1, '200.00'],
      [1, '400.00'],
      [0, '0.00'],
      [0, '0.00'],
      [0, '0.00'],
    ])
    expect(await get('/missing_invoices/totals', { payer: '乙公司' })).toMatchObject({
      count: 2,
      lacking_yuan: '900.00',
    })
    expect(await get('/missing_invoices/totals', { age: '0_30', reason: 'untyped' })).toMatchObject({
      count: 1,
    })
    expect(await get('/missing_invoices/counts')).toMatchObject({
      count: 7,
      lacking_yuan: '2800.00',
      over_90: { count: 1, lacking_yuan: '700.00' },
    })
  })

  test('mark what is due before the annual settlement, and what is too late', async () => {
    const year = Number(today(app.services.clock()).slice(0, 4))
    await world.pay([line('1')], { pay_at: `${year - 2}-12-31` })
    await world.pay([line('2')], { pay_at: `${year - 1}-01-01` })
    await world.pay([line('3')], { pay_at: `${year - 1}-12-31` })
    await world.pay([line('4')], { pay_at: `${year}-01-01` })
    const { items } = await get('/missing_invoices')
    const flags = (await get('/missing_invoices/totals')).flags
    for (const flag of ['due', 'late']) {
      const own = items.filter((one: { flag: string }) => one.flag === flag)
      expect((await get('/missing_invoices', { flag })).items).toEqual(own)
      expect(flags.find((one: { flag: string }) => one.flag === flag).count).toBe(own.length)
    }
    expect(items.at(-1)).toMatchObject({ lacking_yuan: '1.00', flag: 'late' })
  })

  test('go into a spreadsheet with the same filters', async () => {
    await fill()
    const rows = await downloadRows(app, world.viewer, '/missing_invoices/export', { reason: 'unlinked' })
    expect(rows[0]).toEqual([
      '付款编号',
      '付款时间',
      '付款方',
      '摘要',
      '科目编号',
      '科目',
      '凭证类型',
      '付款金额（元）',
      '欠票金额（元）',
      '原因',
      '天数',
      '账龄',
      '汇算',
    ])
    expect(rows[1]?.slice(1, 4)).toEqual([world.ago(60), '乙公司', '第60天'])
    expect(rows[1]?.slice(6, 12)).toEqual(['增值税专用发票', '400', '400', '未关联发票', '60', '31–60天'])
  })

  test('the message to a payer has what lacks and whom the invoice is made out to', async () => {
    await fill()
    const title = {
      name: '北京某某影视文化有限公司',
      tax_no: '91110105ma0000000x',
      phone: '010-1',
      version: 0,
    }
    expect(await world.clerk.put('/invoice_title', title)).toMatchObject({ status: 403 })
    const saved = done(await world.admin.put('/invoice_title', title)).data
    expect(saved).toMatchObject({ tax_no: '91110105MA0000000X', bank: '', version: 1, can: { write: true } })
    expect(await world.admin.put('/invoice_title', title)).toMatchObject({ status: 409 })
    expect(done(await world.admin.put('/invoice_title', { bank: '工商银行' })).data).toMatchObject({
      name: '北京某某影视文化有限公司',
      bank: '工商银行',
      version: 2,
    })
    expect((await world.admin.put('/invoice_title', { tax_no: '1' })).data.errors).toMatchObject([
      { field: 'tax_no' },
    ])
    expect((await world.viewer.get('/invoice_title')).data).toMatchObject({
      version: 2,
      can: { write: false },
    })
    const entries = (await auditsOf(app, world.projectId)).filter(
      ({ resource }) => resource === 'missing_invoice',
    )
    expect(entries.map(({ after }) => (after as { bank: string }).bank)).toEqual(['', '工商银行'])
    const { name } = (await world.admin.get('/projects', { per_page: 100 })).data.items.find(
      ({ code }: { code: string }) => code === world.project,
    )
    // Refunds stand beside it, but not those that a red invoice cancels, nor of what needs no invoice.
    const red = await world.invoice(-100_00n)
    await world.pay(
      [
        line('-250'),
        line('-100', { voucher_category: 6, invoices: [{ code: red }] }),
        line('-7', { pay_category_id: await world.type('押金退回') }),
      ],
      { payer: '乙公司' },
    )
    await world.pay([line('-50.50')], { payer: '乙公司' })
    const refunds = { count: 2, amount_yuan: '300.50' }
    const { items } = await get('/missing_invoices/payers')
    expect(items.map((one: { refunds: object }) => one.refunds)).toEqual([
      { count: 0, amount_yuan: '0.00' },
      refunds,
      { count: 0, amount_yuan: '0.00' },
    ])
    const message = await get('/missing_invoices/message', { payer: '乙公司' })
    expect(message).toEqual({
      count: 2,
      lacking_yuan: '900.00',
      refunds,
      text: [
        '乙公司：',
        `《${name}》剧组以下付款尚未收到合格发票，请补开：`,
        `${world.ago(60)}  400.00 元`,
        `${world.ago(61)}  500.00 元`,
        '合计  900.00 元',
        '贵方已退款 2 笔  300.50 元，如退的是以上款项，退款部分无需开票',
        '抬头：北京某某影视文化有限公司',
        '税号：91110105MA0000000X',
        '电话：010-1',
        '开户行：工商银行',
      ].join('\n'),
    })
    expect(await world.clerk.get('/missing_invoices/message', { payer: '丁公司' })).toMatchObject({
      status: 404,
    })
    expect((await world.clerk.get('/missing_invoices/message')).data.errors).toMatchObject([
      { field: 'payer', message: '请选择付款方' },
    ])
  })
})
