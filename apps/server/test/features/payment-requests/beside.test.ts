import type { PaymentLineAnswer } from '@pianzhang/contract/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyProject } from '../../../src/operator/purge/purge.ts'
import type { TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { ask } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { ALL, done } from '../payables/helpers.ts'
import { type Asked, approvalWorld, seen } from './helpers.ts'

// What a request names or becomes, changed by another feature at the same time.

describe('a request beside other features', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await workerApp()
  })
  afterAll(() => app.close())

  test('two requests for the rest of an invoice: the second one is told who has it', async () => {
    const own = await approvalWorld(app)
    const invoice = await own.invoice('12345678')
    const body = own.body({}, [own.line({ pay_amount: '5000', check_invoice_code: invoice })])
    const ask = async () => (await own.asker.post('/payment_requests', { ...body, submit: true })).data
    const [one, two] = [await ask(), await ask()]
    const booked = (await own.approve(own.chief, one)).data.payment
    expect(await own.approve(own.chief, two)).toMatchObject({
      status: 422,
      msg: `发票已被付款 ${booked.code} 使用`,
    })
  })

  /** A contract of 9,000.00 with one instalment; `ask`: a request that pays this much of it. */
  async function instalment() {
    const own = await approvalWorld(app)
    const teller = (
      await app.person(own.companyId, { payable: ALL, contract: ALL, cost_execution: ALL }, [own.project])
    ).on(own.project)
    const contract = done(
      await teller.post('/contracts', { out_code: 'FQ-1', customer: '甲公司', category: 2, amount: '9000' }),
    ).data.code
    const of = { kind: 'date', due_at: '2026-12-01', subject_code: own.subject('24000101') }
    const items = [{ ...of, title: '定金', amount: '9000', pay_category_id: own.category }]
    const [{ code }] = done(await teller.put(`/contracts/${contract}/instalments`, { items })).data.items
    const line = (pay_amount: string) =>
      own.line({ pay_amount, contract_code: contract, instalment_code: code })
    const ask = async (pay_amount: string, changes = {}) => {
      const body = own.body(changes, [line(pay_amount)])
      return done(await own.asker.post('/payment_requests', { ...body, submit: true })).data as Asked
    }
    return { own, ask, line, code }
  }

  test('two requests for the same instalment: the second one is told that it is paid up, and waits', async () => {
    const { own, ask } = await instalment()
    const one = await ask('9000')
    const kinds = async (asked: Asked) =>
      (await seen(own.chief, asked)).warnings.map(({ kind }: { kind: string }) => kind)
    expect(await kinds(one)).not.toContain('duplicate')
    const two = await ask('9000')
    for (const asked of [one, two]) expect(await kinds(asked)).toContain('duplicate')
    const answers = await queued(
      app.databaseUrl,
      `select 1 from contracts where project_id = ${own.projectId} for update`,
      () => own.approve(own.chief, one),
      () => own.approve(own.chief, two),
    )
    // Both wait for a lock that they then share, so either may be the first at the instalment.
    const [paid, told] = answers[0].code === 0 ? answers : answers.toReversed()
    const waits = answers[0].code === 0 ? two : one
    expect([paid?.code, told?.status, told?.msg]).toEqual([0, 409, expect.stringContaining('已付清')])
    expect([(await seen(own.asker, waits)).state, (await own.payments()).listTotal]).toEqual(['pending', 1])
    expect(await kinds(waits)).toContain('duplicate')
    expect((await seen(own.chief, waits)).duplicates).toMatchObject({
      count: 1,
      items: [{ code: paid?.data.payment.code, instalments: ['定金'] }],
    })
    // The plan is no longer as it was asked for.
    done(await own.clerk.delete(`/cost_executions/${paid?.data.payment.code}`))
    expect((await own.approve(own.chief, waits)).code).toBe(0)
  })

  test('a request for all of an instalment that another one has paid in part is told what is left, and waits', async () => {
    const { own, ask, line } = await instalment()
    const [most, all] = [await ask('8999.99'), await ask('9000')]
    expect((await own.approve(own.chief, most)).code).toBe(0)
    expect(await own.approve(own.chief, all)).toMatchObject({
      status: 409,
      msg: expect.stringContaining('期次「定金」待付金额已变为 0.01 元'),
    })
    expect([(await seen(own.asker, all)).state, (await own.payments()).listTotal]).toEqual(['pending', 1])
    // What another line of the payment takes back, as of a damage, is not paid.
    done(await own.clerk.post('/cost_executions', own.body({}, [line('0.03'), line('-0.02')])))
  })

  test('payee and instalment of a request stay, though it is edited and booked while the company has neither', async () => {
    const { own, ask, code } = await instalment()
    const payee = await own.addPayee()
    const asked = await ask('9000', { payee_code: payee.code })
    const draft = done(
      await own.asker.post('/payment_requests', own.asking('6000', { payee_code: payee.code })),
    )
    const features = async (on: boolean) => {
      const items = ['payee', 'payable'].map((feature) => ({ feature, on }))
      done(await own.admin.put('/company/features', { items }))
    }
    await features(false)
    const { payment } = done(await own.approve(own.chief, asked)).data
    done(await own.asker.put(`/payment_requests/${draft.data.code}`, own.asking('7000')))
    await features(true)
    expect((await own.clerk.get(`/cost_executions/${payment.code}`)).data).toMatchObject({
      payee: { code: payee.code },
      cost_execution_details: [{ instalment: { code } }],
    })
    const sent = done(await own.asker.post(`/payment_requests/${draft.data.code}/submit`, {})).data
    const { data } = await own.approve(own.chief, sent)
    expect((await own.clerk.get(`/cost_executions/${data.payment.code}`)).data.payee).toMatchObject({
      code: payee.code,
    })
  })

  test('a draft keeps its instalments and several invoices, though it is edited while no form shows them', async () => {
    const { own, line, code } = await instalment()
    const [a, b] = [await own.invoice('26110000000000009011'), await own.invoice('26110000000000009012')]
    const uses = [
      { code: a, amount: '10.00' },
      { code: b, amount: '20.00' },
    ]
    const plain = own.line({ pay_amount: '30', invoices: uses })
    const { data: draft } = done(
      await own.asker.post('/payment_requests', own.body({}, [line('100'), line('200'), plain])),
    )
    const features = async (on: boolean) => {
      const items = ['payable', 'missing_invoice'].map((feature) => ({ feature, on }))
      done(await own.admin.put('/company/features', { items }))
    }
    const { version, cost_execution_details: shown } = (
      await own.asker.get(`/payment_requests/${draft.code}`)
    ).data
    const edit = async (of: number, lines: Record<string, unknown>[]) =>
      done(await own.asker.put(`/payment_requests/${draft.code}`, { ...own.body({}, lines), version: of }))
        .data
    /** As the form sends a line while neither is there. */
    const form = (index: number, pay_amount: string, changes = {}) =>
      own.line({ pay_amount, contract_code: shown[index].contract?.code ?? null, ...changes })
    await features(false)
    // One amount lower, and a line of another contract: each knows its own.
    const first = await edit(version, [form(0, '100', { remark: '改' }), form(1, '150'), form(2, '25')])
    await features(true)
    const lines = async () =>
      (await own.asker.get(`/payment_requests/${draft.code}`)).data.cost_execution_details.map(
        (one: PaymentLineAnswer) => [
          one.pay_amount_yuan,
          one.instalment?.code,
          one.invoices?.map((use) => use.amount_yuan),
        ],
      )
    expect(await lines()).toEqual([
      ['100.00', code, []],
      ['150.00', code, []],
      ['25.00', undefined, ['10.00', '15.00']],
    ])
    await features(false)
    // In another order: each line keeps the stored fields of the one with the same subject, contract and amount. An invoice that the form sends replaces the
    // stored ones.
    await edit(first.version, [form(2, '25', { check_invoice_code: a }), form(1, '150'), form(2, '7')])
    await features(true)
    expect(await lines()).toEqual([
      ['25.00', undefined, ['25.00']],
      ['150.00', code, []],
      ['7.00', undefined, []],
    ])
  })

  test('a payment of a request that is in a file for a bank is not deleted; of a deletion and a file at once one is done', async () => {
    const own = await approvalWorld(app)
    const payee = await own.addPayee()
    const booked = async () =>
      done(await own.approve(own.chief, await own.ask('5000', { payee_code: payee.code }))).data
    const one = await booked()
    const batch = (codes: string[]) =>
      own.clerk.post('/transfer_batches', {
        ...{ bank: 'icbc', pay_account: '0200001234567890123', pay_account_name: '长河灯火剧组' },
        ...{ pay_bank_name: '工商银行北京某某支行', codes },
      })
    // What is not booked yet is no payment.
    const waiting = await own.ask('6000', { payee_code: payee.code })
    expect((await batch([one.payment.code, waiting.code])).status).toBe(404)
    const made = done(await batch([one.payment.code])).data
    expect((await own.clerk.delete(`/cost_executions/${one.payment.code}`)).status).toBe(422)
    expect((await seen(own.asker, one)).payment).toEqual({ code: one.payment.code, deleted: false })
    done(await own.clerk.post(`/transfer_batches/${made.code}/cancel`))
    const [removed, told] = await queued(
      app.databaseUrl,
      `select from payments where project_id = ${own.projectId} for update`,
      () => own.clerk.delete(`/cost_executions/${one.payment.code}`),
      () => batch([one.payment.code]),
    )
    expect([removed.code, told.status]).toEqual([0, 404])
    expect((await seen(own.asker, one)).payment).toEqual({ code: one.payment.code, deleted: true })
  })

  test('a deletion of the project waits for an approval; its purge takes requests, acts, rules and deputies', async () => {
    const own = await approvalWorld(app)
    const asked = await own.ask('60000')
    const picture = await own.attachment()
    await own.ask('5000', {
      cost_execution_details: [own.line({ pay_amount: '5000', voucher_attachment_codes: [picture] })],
    })
    done(
      await own.chief.put('/payment_requests/deputy', {
        ...{ deputy_code: own.producer.code, start_at: '2020-01-01', end_at: '2099-01-01' },
      }),
    )
    const first = done(await own.approve(own.chief, asked)).data
    const [approved, removed] = await queued(
      app.databaseUrl,
      `select from payment_requests where project_id = ${own.projectId} for update`,
      () => own.approve(own.producer, first),
      () => own.admin.delete(`/projects/${own.project}`),
    )
    expect([approved.data.state, removed.code]).toEqual(['approved', 0])
    const rest = { id: own.projectId, code: own.project, name: '', company_id: own.companyId }
    expect(await emptyProject(app.services, rest, new AbortController().signal)).toBe(true)
    const tables = [
      'payment_requests',
      'payment_request_acts',
      'payment_request_attachments',
      'approval_rules',
      'approval_deputies',
      'notifications',
    ]
    for (const table of tables)
      expect(
        await ask(app.databaseUrl, `select 1 as n from ${table} where project_id = ${own.projectId}`),
      ).toEqual([])
  })
})
