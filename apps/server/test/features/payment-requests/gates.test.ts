import { beforeEach, describe, expect, test } from 'vitest'
import { countOf } from '../../books/payments/helpers.ts'
import { bookOf, importFile, RIGHT, type Row, upload } from '../../books/payments/sheet/sheets.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { worldForEach } from '../../harness/worlds.ts'
import { ALL, done } from '../payables/helpers.ts'
import { type ApprovalWorld, approvalWorld, seen } from './helpers.ts'

const TEXT = '该金额需要审批，请提交付款申请'
const NEEDED = { status: 422, msg: TEXT }

// Bands: below 5,000 nobody, below 50,000 the chief, from there the chief and the producer.
describe('what people have to approve', () => {
  let app: TestApp
  let world: ApprovalWorld
  worldForEach(approvalWorld, (opened, own) => {
    app = opened
    world = own
  })

  const off = async () => done(await world.setRules(world.rules({ version: 1, on: false })))
  const count = async () => (await world.payments()).listTotal

  describe('is not imported', () => {
    const row = (sequence: string, pay_amount: string): Row => ({ ...RIGHT, sequence, pay_amount })
    const sent = async (...rows: Row[]) => await upload(app, world.clerk, await bookOf(rows))
    const preview = async (attachment_code: string) =>
      (await world.clerk.post('/cost_executions/import/preview', { attachment_code })).data

    test('the sum of all rows of a payment counts; its first row is named, and no row is written', async () => {
      const below = [row('1', '3000'), row('4', '-80000'), row('5', '9000'), row('1', '1999.99')]
      const file = await sent(
        row('2', '5000.00'),
        ...below,
        row('3', '-0.01'),
        row('5', '-4500'),
        row('3', '5000.01'),
      )
      const mistake = { column: '付款金额', message: TEXT, cell: '', content: '' }
      const named = [2, 7].map((line) => ({ line, desc: `付款金额：${TEXT}`, mistakes: [mistake] }))
      expect(await preview(file)).toMatchObject({ status: 'failed', total: 8, bad: 2, error_items: named })
      const { data } = await importFile(world.clerk, file)
      expect(data).toMatchObject({
        status: 'failed',
        total: 8,
        bad: 2,
        error_items: named,
        import_code: null,
      })
      expect(await count()).toBe(0)
      expect(await countOf(app, 'imports', world.projectId)).toBe(0)
      // Mistakes of rows are named first: what a payment will be is not known before they are mended.
      const wrong = await sent(row('2', '5000'), { ...row('3', '1'), payer: '' })
      expect((await preview(wrong)).error_items).toMatchObject([{ line: 3 }])

      const right = await sent(...below, row('5', '-4500'))
      expect(await preview(right)).toMatchObject({ status: 'succeeded', records: 3 })
      expect((await importFile(world.clerk, right)).data).toMatchObject({ status: 'succeeded', total: 5 })
      expect((await world.payments()).total_amount_yuan).toBe('-70500.01')
      await off()
      expect(await preview(file)).toMatchObject({ status: 'succeeded', error_items: [] })
      expect((await importFile(world.clerk, file)).data).toMatchObject({ status: 'succeeded', total: 8 })
    })
  })

  describe('is not paid from the list of instalments', () => {
    let teller: Caller
    let made = 0
    beforeEach(async () => {
      teller = await world.person({
        payable: ALL,
        cost_execution: ALL,
        contract: ALL,
        payment_request: ['read', 'write'],
      })
    })
    const paid = async (code: string) =>
      done(await teller.get(`/contracts/${code}/instalments`)).data.items.map(
        ({ paid_yuan }: Record<string, string>) => paid_yuan,
      )
    /** A contract with instalments of these amounts. */
    const plan = async (customer: string, ...amounts: string[]) => {
      made += 1
      const body = { out_code: `FQ-${made}`, customer, category: 2, amount: '900000' }
      const { code } = done(await teller.post('/contracts', body)).data
      const of = { kind: 'date', due_at: '2026-12-01', subject_code: world.subject('24000101') }
      const items = amounts.map((amount, index) => ({
        ...of,
        ...{ title: `第${index + 1}期`, amount, pay_category_id: world.category },
      }))
      const saved = done(await teller.put(`/contracts/${code}/instalments`, { items })).data.items
      return { code, instalments: saved.map((one: { code: string }) => one.code) as string[] }
    }
    const pay = (codes: string[], key?: string) =>
      teller.post(
        '/payables/pay',
        { items: codes.map((code) => ({ code, version: 1 })), pay_at: '2026-11-21', pay_channel: 2 },
        key === undefined ? undefined : { 'Idempotency-Key': key },
      )

    test('the total of each party counts; nothing of the others is paid, and what was refused may be tried again', async () => {
      const one = await plan('甲公司', '2500', '2500', '2499.99')
      const two = await plan('乙公司', '100')
      const [first, second, third] = one.instalments as [string, string, string]
      const [other] = two.instalments as [string]
      expect(await pay([other, first, second], 'pay-key-0001')).toMatchObject(NEEDED)
      expect([await paid(one.code), await paid(two.code), await count()]).toEqual([
        ['0.00', '0.00', '0.00'],
        ['0.00'],
        0,
      ])
      const key = 'pay-key-0002'
      const answer = await pay([other, first, third], key)
      expect(answer.data.items).toMatchObject([{ pay_amount_yuan: '100.00' }, { pay_amount_yuan: '4999.99' }])
      expect((await pay([other, first, third], key)).data).toEqual(answer.data)
      expect(await count()).toBe(2)
      await off()
      // A refusal is not kept under its key.
      const again = await plan('甲公司', '5000')
      await world.setRules(world.rules({ version: 2 }))
      expect(await pay(again.instalments, 'pay-key-0003')).toMatchObject(NEEDED)
      await world.setRules(world.rules({ version: 3, on: false }))
      expect(await pay(again.instalments, 'pay-key-0003')).toMatchObject({ code: 0 })
      expect(await paid(again.code)).toEqual(['5000.00'])
    })

    test('its drafts are asked for: approved, they pay the instalments; one that is paid up meanwhile is refused', async () => {
      const { code, instalments } = await plan('丙公司', '6000', '7000')
      const { data } = await teller.get('/payables/draft', { codes: instalments })
      const [{ pay_amount_yuan, payee, ...draft }] = data.items
      expect([pay_amount_yuan, payee]).toEqual(['13000.00', null])
      const lines = draft.cost_execution_details.map(
        ({ contract_out_code: _, instalment_title: __, ...line }: Record<string, unknown>) => ({
          ...line,
          pay_channel: '2',
        }),
      )
      const body = { ...draft, cost_execution_details: lines, submit: true }
      const [asked, twice] = [
        done(await teller.post('/payment_requests', body)).data,
        done(await teller.post('/payment_requests', body)).data,
      ]
      expect(asked).toMatchObject({
        pay_amount_yuan: '13000.00',
        contracts: [{ code, amount_yuan: '900000.00', paid_yuan: '0.00', now_yuan: '13000.00' }],
        cost_execution_details: [{ instalment: { title: '第1期' } }, { instalment: { title: '第2期' } }],
      })
      expect(await paid(code)).toEqual(['0.00', '0.00'])
      done(await world.approve(world.chief, asked))
      expect(await paid(code)).toEqual(['6000.00', '7000.00'])
      expect(await world.approve(world.chief, twice)).toMatchObject({
        status: 409,
        msg: expect.stringContaining('已付清'),
      })
      expect([(await seen(teller, twice)).state, await count()]).toEqual(['pending', 1])
    })
  })

  describe('is what it was when it is edited', () => {
    const FIXED = { status: 422, msg: expect.stringContaining('经过审批，不能修改') }
    const put = (code: string, amount: string, changes = {}, line = {}) =>
      world.clerk.put(
        `/cost_executions/${code}`,
        world.body(changes, [world.line({ pay_amount: amount, ...line })]),
      )
    const booked = async (amount: string) => {
      const first = done(await world.approve(world.chief, await world.ask(amount))).data
      const last = first.state === 'approved' ? first : done(await world.approve(world.producer, first)).data
      return last.payment.code as string
    }

    test('an amount may be lowered, also into a lower band, and not raised into one with steps', async () => {
      const code = await booked('60000')
      const free = { code: 0 }
      const steps: [string, object, object?, object?][] = [
        ['60000.01', NEEDED],
        ['50000.00', free],
        ['50000.01', NEEDED],
        ['49999.99', free],
        ['50000.00', NEEDED],
        ['49999.98', FIXED, { payer: '他人' }],
        ['5000.00', free],
        ['5000.01', NEEDED],
        // Whom it pays stays as it was approved, at any amount.
        ['4999.99', FIXED, { payer: '他人' }],
        ['4999.99', FIXED, {}, { contract_code: await world.contract('BJ-0') }],
        ['4999.99', free],
        ['5000.00', NEEDED],
        ['-80000', free],
        ['4999.99', free],
        ['5000', NEEDED],
      ]
      for (const [amount, answer, changes, line] of steps)
        expect([amount, await put(code, amount, changes, line)]).toMatchObject([amount, answer])
      expect((await world.payments()).total_amount_yuan).toBe('4999.99')
      await off()
      expect(await put(code, '99999', { payer: '他人' })).toMatchObject(FIXED)
      expect(await put(code, '99999')).toMatchObject(free)
    })

    test('a payment that nobody approved is assigned to a contract and a payee, and only raising it is refused', async () => {
      await off()
      const payee = await world.addPayee()
      const contract_code = await world.contract('BJ-4')
      const { code } = done(await world.clerk.post('/cost_executions', world.asking('6000'))).data
      const other = done(await world.clerk.post('/cost_executions', world.asking('7000'))).data
      done(await world.setRules(world.rules({ version: 2 })))
      // One that its request booked at once was approved by nobody either.
      const quick = (await seen(world.asker, await world.ask('4000'))).payment
      const assigned = { payee_code: payee.code, payer: payee.name }
      expect(await put(code, '6000.01', {}, { contract_code })).toMatchObject(NEEDED)
      for (const [own, amount] of [
        [code, '6000'],
        [quick.code, '4000'],
      ] as const)
        expect(await put(own, amount, assigned, { contract_code })).toMatchObject({
          code: 0,
          data: {
            payee: { code: payee.code },
            cost_execution_details: [{ contract: { code: contract_code } }],
          },
        })
      const records = [{ code: other.code }]
      expect(
        await world.clerk.put('/cost_executions/batch', { records, changes: { contract_code } }),
      ).toMatchObject({ code: 0 })
      expect(await put(other.code, '7000.01')).toMatchObject(NEEDED)
    })

    test('lines are free as long as no contract gets more, and a contract that is left out counts as changed', async () => {
      const [one, two] = [await world.contract('BJ-1'), await world.contract('BJ-2')]
      const lines = (...given: [string, string | null, string?][]) =>
        world.body(
          {},
          given.map(([pay_amount, contract_code, subject]) =>
            world.line({
              pay_amount,
              contract_code,
              ...(subject && { subject_three_code: world.subject(subject) }),
            }),
          ),
        )
      const asked = done(
        await world.asker.post('/payment_requests', {
          ...lines(['6000', one], ['4000', null]),
          submit: true,
        }),
      ).data
      const { code } = done(await world.approve(world.chief, asked)).data.payment
      const save = (...given: Parameters<typeof lines>) =>
        world.clerk.put(`/cost_executions/${code}`, lines(...given))
      expect(await save(['6000', two], ['4000', null])).toMatchObject(FIXED)
      expect(await save(['6000', null], ['4000', null])).toMatchObject(FIXED)
      expect(await save(['6000.01', one], ['3999.99', null])).toMatchObject(FIXED)
      expect(await save(['5999', one], ['0.5', two], ['4000', null])).toMatchObject(FIXED)
      expect(
        await save(['3000', one], ['3000', one, '24000102'], ['1500', null, '24000103'], ['2500', null]),
      ).toMatchObject({ code: 0 })
      expect(await save(['5000', one], ['1000', null])).toMatchObject({ code: 0 })
    })

    test('several together: all or none, and what is not approved is changed', async () => {
      const contract = await world.contract('BJ-3')
      const small = done(await world.clerk.post('/cost_executions', world.asking('4999.99'))).data.code
      const large = await booked('5000.00')
      const change = (codes: string[], changes: object) =>
        world.clerk.put('/cost_executions/batch', { records: codes.map((code) => ({ code })), changes })
      const contracts = async () =>
        await Promise.all(
          [small, large].map(
            async (code) =>
              (await world.clerk.get(`/cost_executions/${code}`)).data.cost_execution_details[0].contract,
          ),
        )
      const refused = await change([small, large], { contract_code: contract })
      expect(refused).toMatchObject({ status: 422, msg: expect.stringContaining(large) })
      expect(refused.msg).toContain('经过审批，不能修改')
      expect(await contracts()).toEqual([null, null])
      const others = { subject_three_code: world.subject('24000102'), pay_channel: '1', post: '美术组' }
      expect(await change([small, large], others)).toMatchObject({ code: 0 })
      expect(await change([small], { contract_code: contract })).toMatchObject({ code: 0 })
      expect(await contracts()).toMatchObject([{ code: contract }, null])
    })
  })
})
