import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditsOf } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { worldForAll } from '../../harness/worlds.ts'
import { ALL, done } from '../payables/helpers.ts'
import { type ApprovalWorld, approvalWorld, seen } from './helpers.ts'

const NEEDED = { status: 422, msg: '该金额需要审批，请提交付款申请' }

describe('requests for payments', () => {
  let app: TestApp
  let world: ApprovalWorld
  worldForAll(approvalWorld, (opened, own) => {
    app = opened
    world = own
  })

  /** The only instalment of a contract's plan. */
  const instalmentOf = async (contract: string): Promise<string> => {
    const planner = await world.person({ payable: ALL, contract: ALL })
    const of = { kind: 'date', due_at: '2026-12-01', subject_code: world.subject('24000101') }
    const items = [{ ...of, title: '定金', amount: '1000', pay_category_id: world.category }]
    return done(await planner.put(`/contracts/${contract}/instalments`, { items })).data.items[0].code
  }

  test('pass the steps of their band, and the last approval books the payment as it was asked for', async () => {
    const payee = await world.addPayee()
    const picture = await world.attachment()
    const contract = await world.contract('SQ-1')
    const instalment_code = await instalmentOf(contract)
    const [one, other] = [await world.invoice('11111111'), await world.invoice('22222222')]
    const lines = [
      world.line({ pay_amount: '30000.01', contract_code: contract, instalment_code, remark: '定金' }),
      world.line({
        ...{ pay_amount: '19999.99', voucher_attachment_codes: [picture] },
        ...{ voucher_category: '1', face_tax_rate: '6%' },
        invoices: [
          { code: one, amount: '15000' },
          { code: other, amount: '4999.99' },
        ],
      }),
    ]
    const body = world.body({ payee_code: payee.code, post: '美术组', summary: '内景木作' }, lines)
    const before = await world.payments()
    const asked = (await world.asker.post('/payment_requests', { ...body, submit: true })).data
    expect(asked).toMatchObject({
      state: 'pending',
      step: 1,
      step_count: 2,
      pay_amount_yuan: '50000.00',
      waits_for: expect.stringMatching(/^员工/),
      payment: null,
      can: { write: false, withdraw: true, decide: false, delete: false },
      steps: [{ state: 'current' }, { state: 'next' }],
      acts: [{ act: 'submit', act_i18n: '发起' }],
    })
    expect(asked.code).toMatch(/^SQ\d{12,}$/)
    expect(await world.payments()).toEqual(before)
    expect(await world.approve(world.producer, asked)).toMatchObject({
      status: 422,
      msg: expect.stringContaining('您不在审批人之列'),
    })
    const first = await world.approve(world.chief, asked)
    expect(first.data).toMatchObject({ state: 'pending', step: 2, can: { decide: false } })
    expect(await world.payments()).toEqual(before)
    const last = await world.approve(world.producer, first.data)
    expect(last.data).toMatchObject({
      state: 'approved',
      payment: { deleted: false },
      can: { decide: false },
    })
    expect(await seen(world.producer, asked)).toMatchObject({
      ...last.data,
      state: 'approved',
      step: 0,
      payment: { code: expect.stringMatching(/^FK/), deleted: false },
      steps: [{ state: 'done' }, { state: 'done' }],
      acts: [{ act: 'submit' }, { act: 'approve', step: 1 }, { act: 'approve', step: 2 }],
    })
    const paid = (await world.clerk.get(`/cost_executions/${last.data.payment.code}`)).data
    const ofLine = (line: Record<string, unknown>) => ({
      subject: line.subject_three_code,
      amount: line.pay_amount_yuan,
      contract: (line.contract as { code: string } | null)?.code ?? null,
      pictures: (line.voucher_attachments as { code: string }[]).map(({ code }) => code),
      remark: line.remark,
      channel: line.pay_channel_code,
      category: line.pay_category_id,
      voucher: [line.voucher_category_code, line.face_tax_rate],
      invoices: line.invoices,
      instalment: line.instalment,
    })
    expect(paid).toMatchObject({
      pay_at: body.pay_at,
      payer: body.payer,
      post: '美术组',
      summary: '内景木作',
      pay_amount_yuan: '50000.00',
      payee: { code: payee.code },
      creator_name: asked.creator_name,
    })
    expect(paid.cost_execution_details.map(ofLine)).toEqual(asked.cost_execution_details.map(ofLine))
    const [instalment, invoices] = [{ code: instalment_code }, [{ code: one }, { code: other }]]
    expect(paid.cost_execution_details.map(ofLine)).toMatchObject([
      { voucher: [null, ''], invoices: [], instalment },
      { voucher: ['1', '6%'], invoices, instalment: null, pictures: [picture] },
    ])
    expect(
      (await auditsOf(app, world.projectId)).slice(-4).map(({ action, resource }) => [action, resource]),
    ).toEqual([
      ['submit', 'payment_request'],
      ['approve', 'payment_request'],
      ['create', 'cost_execution'],
      ['approve', 'payment_request'],
    ])
  })

  test('below the first band with steps, and of negative totals, nobody is asked', async () => {
    const quick = await world.ask('4999.99')
    expect(quick).toMatchObject({ state: 'approved', payment: { deleted: false } })
    expect(await world.ask('-80000')).toMatchObject({ state: 'approved' })
    expect(await world.ask('5000.00')).toMatchObject({ state: 'pending', step_count: 1 })
    // Without the right to write payments nothing is booked by asking.
    const answer = await world.runner.post('/payment_requests', { ...world.asking('100'), submit: true })
    expect(answer).toMatchObject({ status: 422, msg: expect.stringContaining('您没有录入付款的权限') })
    expect(await world.ask('5000', {}, world.runner)).toMatchObject({ state: 'pending' })
  })

  test('a payment in a band with steps is not saved, imported, raised, or paid to somebody else', async () => {
    const before = await world.payments()
    expect(await world.clerk.post('/cost_executions', world.asking('5000'))).toMatchObject(NEEDED)
    expect(await world.payments()).toEqual(before)
    const small = (await world.clerk.post('/cost_executions', world.asking('4999.99'))).data
    const put = (payment: { code: string }, body: Record<string, unknown>) =>
      world.clerk.put(`/cost_executions/${payment.code}`, body)
    expect(await put(small, world.asking('5000'))).toMatchObject(NEEDED)
    expect(await put(small, world.asking('4999.98', { payer: '他人' }))).toMatchObject({ code: 0 })
    const asked = await world.ask('8000')
    const booked = (await world.approve(world.chief, asked)).data.payment
    const fixed = { status: 422, msg: expect.stringContaining('经过审批，不能修改') }
    expect(await put(booked, world.asking('8000.01'))).toMatchObject(NEEDED)
    expect(await put(booked, world.asking('8000', { payer: '他人' }))).toMatchObject(fixed)
    const payee = await world.addPayee()
    expect(await put(booked, world.asking('8000', { payee_code: payee.code }))).toMatchObject(fixed)
    const contract = await world.contract('SQ-2')
    const onContract = world.body({}, [world.line({ pay_amount: '8000', contract_code: contract })])
    expect(await put(booked, onContract)).toMatchObject(fixed)
    const together = await world.clerk.put('/cost_executions/batch', {
      records: [{ code: booked.code }],
      changes: { contract_code: contract },
    })
    expect(together).toMatchObject({ status: 422, msg: expect.stringContaining('经过审批') })
    expect(await put(booked, world.asking('7000', { summary: '少付' }))).toMatchObject({ code: 0 })
    // Also below the band it is what was approved.
    expect(await put(booked, world.asking('4000', { payer: '他人' }))).toMatchObject(fixed)
    expect(await put(booked, world.asking('4000'))).toMatchObject({ code: 0 })
  })

  test('are sent back with a reason, edited by their author, and sent again with what is another', async () => {
    const asked = await world.ask('6000', { summary: '道具' })
    const reject = (reason: string) =>
      world.chief.post(`/payment_requests/${asked.code}/reject`, { version: asked.version, reason })
    for (const reason of ['', '贵', '贵'.repeat(201)])
      expect(await reject(reason)).toMatchObject({ status: 422, data: { errors: [{ field: 'reason' }] } })
    const back = await reject('报价过高')
    expect(back.data).toMatchObject({ state: 'rejected', acts: [{}, { act: 'reject', reason: '报价过高' }] })
    expect((await world.chief.get('/payment_requests/reasons')).data.items).toEqual(['报价过高'])
    const body = {
      ...world.asking('5500', { summary: '道具，已议价' }),
      version: back.data.version,
      submit: true,
    }
    expect(await world.clerk.put(`/payment_requests/${asked.code}`, body)).toMatchObject({ status: 403 })
    expect(await world.runner.put(`/payment_requests/${asked.code}`, body)).toMatchObject({
      status: 422,
      msg: expect.stringContaining('只有发起人可以修改'),
    })
    const again = await world.asker.put(`/payment_requests/${asked.code}`, body)
    expect(again.data).toMatchObject({ state: 'pending', step: 1, pay_amount_yuan: '5500.00' })
    expect((await seen(world.chief, asked)).changes).toEqual([
      { label: '摘要', before: '道具', after: '道具，已议价' },
      { label: '付款金额', before: '6,000.00 元', after: '5,500.00 元' },
      { label: expect.stringMatching(/^第 1 条 .*付款金额$/), before: '6,000.00 元', after: '5,500.00 元' },
    ])
    // Who looked at it before it was sent back decides on what it is now, or not at all.
    expect(await world.approve(world.chief, asked)).toMatchObject({
      status: 409,
      msg: expect.stringContaining('已修改并重新提交'),
    })
    expect(await world.approve(world.chief, again.data)).toMatchObject({ code: 0 })
  })

  test('are withdrawn by their author alone, and neither edited nor deleted while under way', async () => {
    const asked = await world.ask()
    const path = `/payment_requests/${asked.code}`
    expect(await world.asker.put(path, world.asking('6000'))).toMatchObject({
      status: 422,
      msg: expect.stringContaining('请先撤回'),
    })
    expect(await world.asker.delete(path)).toMatchObject({ status: 422 })
    expect(await world.runner.post(`${path}/withdraw`, {})).toMatchObject({ status: 422 })
    expect((await world.asker.post(`${path}/withdraw`, {})).data).toMatchObject({ state: 'withdrawn' })
    expect(await world.approve(world.chief, asked)).toMatchObject({
      status: 409,
      msg: expect.stringMatching(/已由员工\d+撤回$/),
    })
    expect((await world.asker.post(`${path}/submit`, {})).data).toMatchObject({ state: 'pending' })
    expect(await world.asker.post(`${path}/submit`, {})).toMatchObject({ status: 422 })
    await world.asker.post(`${path}/withdraw`, {})
    expect(await world.asker.delete(path)).toMatchObject({ code: 0 })
    expect(await world.asker.get(path)).toMatchObject({ status: 404 })
  })

  test('drafts are their author’s alone', async () => {
    const draft = (await world.asker.post('/payment_requests', world.asking('9000'))).data
    expect(draft).toMatchObject({ state: 'draft', step: 0, acts: [] })
    expect(await world.chief.get(`/payment_requests/${draft.code}`)).toMatchObject({ status: 404 })
    const listed = async (who: typeof world.asker) =>
      (await who.get('/payment_requests', { states: ['draft'] })).data.items.map(
        ({ code }: { code: string }) => code,
      )
    expect(await listed(world.asker)).toEqual([draft.code])
    expect(await listed(world.chief)).toEqual([])
    expect((await world.asker.post(`/payment_requests/${draft.code}/submit`, {})).data.state).toBe('pending')
  })

  test('are listed by who is to decide, who asked and who decided, and counted', async () => {
    const own = await approvalWorld(app)
    const one = await own.ask('5000')
    const two = await own.ask('60000')
    const tab = async (who: typeof own.asker, of: string) => {
      const { data } = await who.get('/payment_requests', { tab: of })
      return [data.items.map(({ code }: { code: string }) => code), data.total_amount_yuan]
    }
    expect(await tab(own.chief, 'waiting')).toEqual([[two.code, one.code], '65000.00'])
    expect(await tab(own.producer, 'waiting')).toEqual([[], '0.00'])
    expect(await tab(own.asker, 'mine')).toEqual([[two.code, one.code], '65000.00'])
    expect((await own.chief.get('/payment_requests/counts')).data).toEqual({ waiting: 2, returned: 0 })
    await own.approve(own.chief, two)
    expect(await tab(own.producer, 'waiting')).toEqual([[two.code], '60000.00'])
    expect(await tab(own.chief, 'handled')).toEqual([[two.code], '60000.00'])
    await own.chief.post(`/payment_requests/${one.code}/reject`, { reason: '不需要' })
    expect((await own.asker.get('/payment_requests/counts')).data).toEqual({ waiting: 0, returned: 1 })
    expect((await own.chief.get('/payment_requests/counts')).data).toEqual({ waiting: 0, returned: 0 })
  })

  test('a reference that was deleted meanwhile is named, and the request stays', async () => {
    const contract = await world.contract('SQ-3')
    const body = world.body({}, [world.line({ pay_amount: '5000', contract_code: contract })])
    const asked = (await world.asker.post('/payment_requests', { ...body, submit: true })).data
    expect(await world.clerk.delete(`/contracts/${contract}`)).toMatchObject({ code: 0 })
    expect((await seen(world.chief, asked)).warnings).toContainEqual({
      kind: 'reference',
      text: '所选资料已被删除',
    })
    expect(await world.approve(world.chief, asked)).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'cost_execution_details[0].contract_code', message: '合同不存在' }] },
    })
    expect((await seen(world.chief, asked)).state).toBe('pending')
  })

  test('an unknown payee is named beside other mistakes, of requests, payments and contracts', async () => {
    const wrong = world.body({ payee_code: 'nope' }, [
      world.line({ pay_amount: '0', subject_three_code: 'none' }),
    ])
    const fields = (answer: { data: { errors: { field: string }[] } }) =>
      answer.data.errors.map(({ field }) => field)
    const unknown = expect.arrayContaining(['payee_code', 'cost_execution_details[0].pay_amount'])
    expect(fields(await world.asker.post('/payment_requests', wrong))).toEqual(unknown)
    expect(fields(await world.clerk.post('/cost_executions', wrong))).toEqual(unknown)
    const contract = { out_code: '', customer: '甲公司', category: 2, amount: '1', payee_code: 'nope' }
    expect(fields(await world.clerk.post('/contracts', contract))).toEqual(
      expect.arrayContaining(['out_code', 'payee_code']),
    )
  })

  test('a stored body that is refused names its fields as a form does', async () => {
    const asked = await world.ask()
    await sql`update payment_requests set body = jsonb_set(body, '{cost_execution_details,0,pay_channel}', '"99"')
      where project_id = ${world.projectId} and code = ${asked.code}`.execute(app.services.db)
    expect((await world.approve(world.chief, asked)).data.errors).toMatchObject([
      { field: 'cost_execution_details[0].pay_channel' },
    ])
  })

  test('deleting the payment leaves the request, which says so', async () => {
    const asked = await world.ask()
    const { payment } = (await world.approve(world.chief, asked)).data
    expect(await world.clerk.delete(`/cost_executions/${payment.code}`)).toMatchObject({ code: 0 })
    expect(await seen(world.asker, asked)).toMatchObject({
      state: 'approved',
      payment: { code: payment.code, deleted: true },
    })
  })
})
