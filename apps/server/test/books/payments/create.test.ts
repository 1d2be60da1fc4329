import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf, countOf, type PaymentWorld, paymentWorld, wrongFields } from './helpers.ts'

let test: TestApp
let world: PaymentWorld
let other: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
  other = await paymentWorld(test)
})
afterAll(() => test.close())

const count = () => countOf(test, 'payments', world.projectId)

describe('create', () => {
  it('saves header and lines and answers them as GET does', async () => {
    const contract = await world.contract('HT-1')
    const invoice = await world.invoice('26110000000000000001')
    const voucher = await world.attachment()
    const lines = [
      world.line({
        pay_amount: '54000',
        contract_code: contract,
        voucher_category: 5,
        face_tax_rate: '13',
        check_invoice_code: invoice,
        voucher_attachment_codes: [voucher],
        remark: '含两台机身 🎬',
      }),
      world.line({ subject_three_code: world.subject('24000102'), pay_channel: 3, pay_amount: -200.35 }),
    ]
    const made = await world.clerk.post(
      '/cost_executions',
      world.body({ post: '摄影组', summary: ' 摄影机租赁 ' }, lines),
    )
    expect(made).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
    expect(made.data).toMatchObject({
      pay_at: '2026-11-21',
      payer: '北京某某影视器材有限公司',
      post: '摄影组',
      summary: '摄影机租赁',
      pay_amount_yuan: '53799.65',
      version: 1,
      can: { write: true, delete: true },
    })
    expect(made.data.code).toMatch(/^FK20261121\d{4,}$/)
    expect(made.data.cost_execution_details).toMatchObject([
      {
        subject_one_name: '设备器材租赁',
        subject_three_out_code: '24000101',
        subject_three_name: '摄影机租赁费',
        pay_channel_code: '2',
        pay_channel_i18n: '银行转账',
        pay_category_name: '定金',
        voucher_category_code: '5',
        voucher_category_i18n: '数电票(专用)',
        face_tax_rate: '13%',
        contract: { out_code: 'HT-1' },
        pay_amount_yuan: '54000.00',
        check_invoice: { invoice_number: '26110000000000000001' },
        voucher_attachments: [{ code: voucher, file_name: '凭证.png' }],
        remark: '含两台机身 🎬',
      },
      {
        pay_amount_yuan: '-200.35',
        contract: null,
        check_invoice: null,
        voucher_category_code: null,
        face_tax_rate: '',
      },
    ])
    const shown = await world.clerk.get(`/cost_executions/${made.data.code}`)
    expect(shown.data).toEqual(made.data)
    const entry = (await auditsOf(test, world.projectId)).at(-1)
    expect(entry).toMatchObject({ action: 'create', resource: 'cost_execution', code: made.data.code })
    expect(entry?.after).toMatchObject({ pay_amount_yuan: '53799.65' })
  })

  it('answers a line with all its fields, and the links of its pictures', async () => {
    const contract_code = await world.contract('HT-全')
    const check_invoice_code = await world.invoice('26110000000000000002')
    const voucher = await world.attachment()
    const { data } = await world.clerk.post(
      '/cost_executions',
      world.body({}, [
        world.line({
          contract_code,
          check_invoice_code,
          voucher_category: '12',
          face_tax_rate: '6',
          voucher_attachment_codes: [voucher],
          remark: '备注',
        }),
      ]),
    )
    const line = {
      code: expect.stringMatching(/^\S{8,}$/),
      subject_one_name: '设备器材租赁',
      subject_two_name: expect.stringMatching(/\p{Script=Han}/u),
      subject_three_name: '摄影机租赁费',
      subject_three_code: world.subject('24000101'),
      subject_three_out_code: '24000101',
      pay_channel_code: '2',
      pay_channel_i18n: '银行转账',
      pay_category_id: world.category,
      pay_category_name: '定金',
      voucher_category_code: '12',
      voucher_category_i18n: '收据',
      face_tax_rate: '6%',
      contract: { code: contract_code, out_code: 'HT-全' },
      pay_amount_yuan: '100.00',
      check_invoice: { code: check_invoice_code, invoice_number: '26110000000000000002' },
      invoices: [{ code: check_invoice_code, invoice_number: '26110000000000000002', amount_yuan: '100.00' }],
      no_invoice_reason: '',
      voucher_attachments: [
        {
          code: voucher,
          file_name: '凭证.png',
          file_size: 10,
          file_url: expect.stringMatching(new RegExp(`^http.*/${voucher}\\?.*sign=`)),
          thumb_url: expect.stringMatching(new RegExp(`^http.*/${voucher}/thumb\\?.*sign=`)),
        },
      ],
      remark: '备注',
      instalment: null,
    }
    expect(data.cost_execution_details).toEqual([line])
    // The list has the same links.
    const { items } = (await world.reader.get('/cost_executions', { keywords: data.code })).data
    expect(items).toMatchObject([{ code: data.code, pay_amount_yuan: '100.00' }])
    expect(items[0].cost_execution_details).toEqual([line])
  })

  it('numbers payments in one sequence, whatever their day', async () => {
    const first = await world.clerk.post('/cost_executions', world.body({ pay_at: '2026-01-02' }))
    const second = await world.clerk.post('/cost_executions', world.body({ pay_at: '2025-12-31' }))
    const running = (code: string) => Number(code.slice(10))
    expect(first.data.code.slice(0, 10)).toBe('FK20260102')
    expect(running(second.data.code)).toBe(running(first.data.code) + 1)
  })

  it('is refused without login, without the right, and to people of other projects', async () => {
    const before = await count()
    expect((await test.nobody.post('/cost_executions', world.body())).status).toBe(401)
    expect((await world.reader.post('/cost_executions', world.body())).status).toBe(403)
    expect((await other.clerk.on(world.project).post('/cost_executions', world.body())).code).toBe(300009)
    expect(await count()).toBe(before)
  })

  it('takes 500 lines, refuses 0 and 1,001', async () => {
    const lines = (n: number) => Array.from({ length: n }, () => world.line({ pay_amount: '0.01' }))
    const many = await world.clerk.post('/cost_executions', world.body({}, lines(500)))
    expect(many.data.pay_amount_yuan).toBe('5.00')
    expect(many.data.cost_execution_details).toHaveLength(500)
    expect(wrongFields(await world.clerk.post('/cost_executions', world.body({}, [])))).toEqual([
      'cost_execution_details',
    ])
    expect(wrongFields(await world.clerk.post('/cost_executions', world.body({}, lines(1001))))).toEqual([
      'cost_execution_details',
    ])
  })

  it('keeps the largest amount exactly and refuses a larger sum', async () => {
    const most = '9999999999999.99'
    const made = await world.clerk.post(
      '/cost_executions',
      world.body({}, [world.line({ pay_amount: most })]),
    )
    expect(made.data.pay_amount_yuan).toBe(most)
    const more = await world.clerk.post(
      '/cost_executions',
      world.body({}, [world.line({ pay_amount: most }), world.line({ pay_amount: '0.01' })]),
    )
    expect(wrongFields(more)).toEqual(['cost_execution_details'])
  })

  it('gives an invoice of unknown amount to one line only, also with concurrent requests', async () => {
    const invoice = await world.invoice('777')
    const twice = await world.clerk.post(
      '/cost_executions',
      world.body({}, [
        world.line({ check_invoice_code: invoice }),
        world.line({ check_invoice_code: invoice }),
      ]),
    )
    expect(wrongFields(twice)).toEqual(['cost_execution_details[1].check_invoice_code'])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.clerk.post('/cost_executions', world.body({}, [world.line({ check_invoice_code: invoice })])),
      ),
    )
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(7)
  })

  it('saves a request once that is sent twice with one key', async () => {
    const before = await count()
    const key = { 'idempotency-key': 'form-1' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.clerk.post('/cost_executions', world.body({ payer: '一次' }), key)),
    )
    expect(new Set(answers.map((answer) => answer.data.code)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })
})
