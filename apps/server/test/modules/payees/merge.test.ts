import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { citizen } from '../labor-tax/helpers.ts'
import { approvalWorld } from '../payment-requests/helpers.ts'
import { anotherProject, auditsOf, type PayeeWorld, payeeWorld } from './helpers.ts'

let test: TestApp
let world: PayeeWorld

beforeAll(async () => {
  test = await workerApp()
  world = await payeeWorld(test)
})
afterAll(() => test.close())

const payeeOf = async (code: string) => (await world.admin.get(`/cost_executions/${code}`)).data.payee
const idOf = async (code: string) =>
  (
    await test.services.db
      .selectFrom('payees')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).id

describe('merge', () => {
  it('moves payments and contracts of all projects, says before what moves, and logs in each project', async () => {
    const into = await world.addPayee()
    const [a, b] = [await world.addPayee(), await world.addPayee()]
    const first = await world.pay(a.code)
    const contract = await world.clerk.post('/contracts', {
      out_code: 'HT-合并',
      customer: '甲',
      category: '2',
      amount: '10.00',
      payee_code: b.code,
    })
    // A project that the clerk may not enter.
    const second = await anotherProject(world)
    const elsewhere = world.admin.on(second)
    const other = await elsewhere.post('/contracts', {
      out_code: 'HT-他处',
      customer: '乙',
      category: '2',
      amount: '20.00',
      payee_code: a.code,
    })
    expect(other.code).toBe(0)
    const body = { into: into.code, codes: [a.code, b.code] }
    const preview = (await world.clerk.post('/payees/merge/preview', body)).data
    expect(preview).toMatchObject({ payments: 1, contracts: 2, other_accounts: true })
    expect(
      preview.projects.map(({ code, payments, contracts }: Record<string, unknown>) => [
        code,
        payments,
        contracts,
      ]),
    ).toEqual([
      [world.project, 1, 1],
      [null, 0, 1],
    ])
    expect(JSON.stringify(preview)).not.toContain('第二项目')
    const merged = await world.clerk.post('/payees/merge', body)
    expect(merged.data).toMatchObject({ code: into.code, name: into.name })
    expect(await payeeOf(first.code)).toMatchObject({ code: into.code })
    expect((await world.clerk.get(`/contracts/${contract.data.code}`)).data.payee).toMatchObject({
      code: into.code,
    })
    expect((await elsewhere.get(`/contracts/${other.data.code}`)).data.payee).toMatchObject({
      code: into.code,
    })
    for (const { code } of [a, b]) {
      expect((await world.clerk.get(`/payees/${code}`)).status).toBe(404)
      expect((await auditsOf(test, world.companyId, code)).map(({ action }) => action)).toEqual([
        'create',
        'delete',
      ])
    }
    const { rows } = await sql<{ project_id: bigint | null; after: unknown }>`
      select project_id, after from audit_logs where code = ${into.code} and action = 'update' order by id`.execute(
      test.services.db,
    )
    expect(rows.map(({ after }) => after)).toEqual([
      { merged: [a.name, b.name], payments: [first.code], contracts: ['HT-合并'] },
      { merged: [a.name, b.name], payments: [], contracts: ['HT-他处'] },
      { merged: [a.name, b.name] },
    ])
    expect(rows.map(({ project_id }) => project_id === null)).toEqual([false, false, true])
    const counts = (
      await world.clerk.post('/payees/merge/preview', {
        into: (await world.addPayee()).code,
        codes: [into.code],
      })
    ).data
    expect(counts).toMatchObject({ payments: 1, contracts: 2 })
  })

  it('says how many requests and fees move too, while the company has these features', async () => {
    const own = await approvalWorld(test)
    const person = { kind: '0', id_type: '1', id_number: citizen(1) }
    const [into, gone] = [await own.addPayee(), await own.addPayee(person)]
    await own.ask('5000', { payee_code: gone.code })
    for (const pay_at of ['2026-10-20', '2026-10-21']) {
      const fee = { payee_code: gone.code, pay_at, kind: 'labor', basis: 'gross', amount: '3000' }
      expect((await own.admin.post('/labor_tax', fee)).code).toBe(0)
    }
    const preview = async (who: Caller) => {
      const body = { into: into.code, codes: [gone.code] }
      const { projects, payments, contracts, requests, fees } = (
        await who.post('/payees/merge/preview', body)
      ).data
      return [projects, { payments, contracts, requests, fees }]
    }
    const counts = { payments: 0, contracts: 0, requests: 1, fees: 2 }
    expect(await preview(own.clerk)).toEqual([
      [{ code: own.project, name: expect.any(String), ...counts }],
      counts,
    ])
    const outsider = await test.person(own.companyId, { payee: ['read', 'write'] }, [])
    expect(await preview(outsider)).toEqual([[{ code: null, name: '其他项目', ...counts }], counts])
    const items = ['approval', 'labor_tax'].map((feature) => ({ feature, on: false }))
    expect((await own.admin.put('/company/features', { items })).code).toBe(0)
    expect(await preview(own.clerk)).toEqual([[], { payments: 0, contracts: 0 }])
  })

  it('waits for a payment that is saved with one of them, and moves it too', async () => {
    const [into, gone] = [await world.addPayee(), await world.addPayee()]
    const paid = await world.pay(null)
    const [intoId, goneId] = [await idOf(into.code), await idOf(gone.code)]
    await overlap(
      test,
      // What a save does: the payee first, then the payment.
      async (tx) => {
        await tx.selectFrom('payees').select('id').where('id', '=', goneId).forKeyShare().execute()
        await tx
          .updateTable('cost_executions')
          .set({ payee_id: goneId })
          .where('project_id', '=', world.projectId)
          .where('code', '=', paid.code)
          .execute()
      },
      () => world.clerk.post('/payees/merge', { into: into.code, codes: [gone.code] }),
    )
    const { payee_id } = await test.services.db
      .selectFrom('cost_executions')
      .select('payee_id')
      .where('project_id', '=', world.projectId)
      .where('code', '=', paid.code)
      .executeTakeFirstOrThrow()
    expect(payee_id).toBe(intoId)
  })

  it('while a form is open: the form is saved with the payee that it became, also after a second merge', async () => {
    const [a, b, c] = [await world.addPayee(), await world.addPayee(), await world.addPayee()]
    const paid = await world.pay(a.code)
    await world.clerk.post('/payees/merge', { into: b.code, codes: [a.code] })
    await world.clerk.post('/payees/merge', { into: c.code, codes: [b.code] })
    const saved = await world.clerk.put(`/cost_executions/${paid.code}`, {
      ...world.body({ payee_code: a.code, version: paid.version }),
    })
    expect(saved.data.payee).toMatchObject({ code: c.code })
    const fresh = await world.pay(b.code)
    expect(await payeeOf(fresh.code)).toMatchObject({ code: c.code })
  })

  it('of a payment that waits for it saves the payee that it became', async () => {
    const [into, gone] = [await world.addPayee(), await world.addPayee()]
    const [intoId, goneId] = [await idOf(into.code), await idOf(gone.code)]
    const saved = await overlap(
      test,
      async (tx) => {
        await sql`select id from payees where id = any(${[intoId, goneId]}) order by id for update`.execute(
          tx,
        )
        await sql`update payees set merged_into_id = ${intoId} where id = ${goneId}`.execute(tx)
      },
      () => world.clerk.post('/cost_executions', world.body({ payee_code: gone.code })),
    )
    expect(saved.data.payee).toMatchObject({ code: into.code })
  })

  it('refuses nonsense by field', async () => {
    const { code } = await world.addPayee()
    const own = await world.clerk.post('/payees/merge', { into: code, codes: [code] })
    expect([own.status, own.msg]).toEqual([422, '不能与自身合并'])
    expect((await world.clerk.post('/payees/merge', { into: code, codes: [] })).msg).toBe(
      '请选择要合并的收款人',
    )
    expect((await world.clerk.post('/payees/merge', { codes: [code] })).msg).toBe('请选择要保留的收款人')
    expect((await world.clerk.post('/payees/merge', { into: code, codes: ['x'] })).status).toBe(404)
  })
})

describe('from contracts', () => {
  it('makes a payee of each party and account, uses existing ones, and links the contracts', async () => {
    const own = await payeeWorld(test)
    const contract = (out_code: string, changes: Record<string, unknown>) =>
      own.clerk.post('/contracts', { out_code, category: '2', amount: '1.00', ...changes })
    const existing = await own.addPayee({ name: '已有公司', account: '11112222' })
    await contract('A1', { customer: '已有公司', income_bankcard_account: '11112222' })
    await contract('A2', {
      customer: '新公司',
      income_bankcard_account: '33334444',
      income_bank_name: '某银行',
    })
    await contract('A3', { customer: '新公司' })
    await contract('A4', { customer: '张三', id_number: '11010519491231002X', category: '0' })
    await contract('A5', { customer: '两号公司', income_bankcard_account: '55556666' })
    await contract('A6', { customer: '两号公司', income_bankcard_account: '77778888' })
    await contract('A7', { customer: '两号公司' })
    await contract('A8', { customer: '投资人', category: '3' })
    await contract('A9', { customer: '写错的公司', income_bankcard_account: '账号见附件' })
    const preview = (await own.clerk.post('/payees/from_contracts/preview')).data
    expect(preview).toMatchObject({ created: 5, linked: 7, without_account: 2 })
    expect((await own.clerk.get('/payees')).data.listTotal).toBe(1)
    expect((await own.clerk.post('/payees/from_contracts')).data).toEqual(preview)
    const { items } = (await own.clerk.get('/contracts', { per_page: 100 })).data
    const named = new Map(
      items.map((one: { out_code: string; payee: { name: string; code: string } | null }) => [
        one.out_code,
        one.payee,
      ]),
    )
    expect(named.get('A1')).toMatchObject({ code: existing.code })
    expect(named.get('A2')).toEqual(named.get('A3'))
    expect(
      [...named]
        .filter(([, payee]) => payee === null)
        .map(([code]) => code)
        .sort(),
    ).toEqual(['A7', 'A8'])
    const person = (await own.clerk.get('/payees', { keywords: '张三' })).data.items[0]
    expect(person).toMatchObject({ kind: '0', id_type: '1', account: '' })
    expect((await own.clerk.post('/payees/from_contracts')).data).toMatchObject({ created: 0, linked: 0 })
  })
})

describe('usage', () => {
  it('adds up payments by year over the projects that one may enter, and hides what one may not read', async () => {
    const own = await payeeWorld(test)
    const { code } = await own.addPayee()
    await own.pay(code, '100.00', { pay_at: '2026-01-05' })
    await own.pay(code, '-20.50', { pay_at: '2026-12-31' })
    await own.pay(code, '7.00', { pay_at: '2025-12-31' })
    const usage = (await own.clerk.get(`/payees/${code}/usage`, { year: '2026' })).data
    expect(usage).toMatchObject({
      year: 2026,
      payments: { count: 2, total_yuan: '79.50' },
      contracts: { count: 0, items: [] },
      years: [
        { year: 2026, count: 2, total_yuan: '79.50' },
        { year: 2025, count: 1, total_yuan: '7.00' },
      ],
    })
    const outsider = await test.person(own.companyId, { payee: ['read'], cost_execution: ['read'] }, [])
    expect((await outsider.get(`/payees/${code}/usage`, { year: '2026' })).data).toMatchObject({
      payments: { count: 0, total_yuan: '0.00', items: [] },
      contracts: null,
    })
    const blind = await test.person(own.companyId, { payee: ['read'] }, [own.project])
    expect((await blind.get(`/payees/${code}/usage`)).data).toMatchObject({
      payments: null,
      contracts: null,
      years: [],
    })
    expect((await own.clerk.get(`/payees/${code}/usage`, { year: 'x' })).status).toBe(422)
  })
})

describe('duplicates', () => {
  it('are payments of the same payee and total within seven days, without the edited one', async () => {
    const own = await payeeWorld(test)
    const [a, b] = [await own.addPayee(), await own.addPayee()]
    const first = await own.pay(a.code, '88.00', { pay_at: '2026-11-01' })
    const ask = async (query: Record<string, string>) =>
      (await own.clerk.get('/cost_executions/duplicates', query)).data.items.map(
        (one: { code: string }) => one.code,
      )
    const query = { payee_code: a.code, amount: '88.00', pay_at: '2026-11-08' }
    expect(await ask(query)).toEqual([first.code])
    expect(await ask({ ...query, pay_at: '2026-10-25' })).toEqual([first.code])
    expect(await ask({ ...query, pay_at: '2026-11-09' })).toEqual([])
    expect(await ask({ ...query, amount: '88.01' })).toEqual([])
    expect(await ask({ ...query, payee_code: b.code })).toEqual([])
    expect(await ask({ ...query, code: first.code })).toEqual([])
    expect(await ask({ payee_code: a.code })).toEqual([])
    await own.clerk.post('/payees/merge', { into: b.code, codes: [a.code] })
    expect(await ask(query)).toEqual([first.code])
    expect((await own.clerk.get('/cost_executions/duplicates', { pay_at: 'x' })).status).toBe(422)
  })

  it('are marked in the list of payments, also where the other one is on another page or not listed', async () => {
    const own = await payeeWorld(test)
    const [a, b] = [await own.addPayee(), await own.addPayee()]
    const pay = async (payee: string | null, amount: string, pay_at: string) =>
      (await own.pay(payee, amount, { pay_at })).code
    const first = await pay(a.code, '88.00', '2026-11-01')
    const second = await pay(a.code, '88.00', '2026-11-08')
    await pay(a.code, '88.00', '2026-11-16')
    await pay(a.code, '88.01', '2026-11-08')
    await pay(b.code, '88.00', '2026-11-08')
    for (const _ of [1, 2]) await pay(null, '88.00', '2026-11-08')
    type Row = { code: string; repeated?: boolean }
    const rows = async (query: object = {}): Promise<Row[]> =>
      (await own.clerk.get('/cost_executions', { ...query })).data.items
    const marked = async (query?: object) =>
      (await rows(query)).filter(({ repeated }) => repeated).map(({ code }) => code)
    expect(await marked()).toEqual([second, first])
    expect((await rows()).map(({ repeated }) => typeof repeated)).toEqual(Array(7).fill('boolean'))
    expect(await marked({ end_pay_at: '2026-11-01' })).toEqual([first])
    expect(await marked({ pay_at_order: 'asc', per_page: 1, page: 1 })).toEqual([first])
    await own.clerk.delete(`/cost_executions/${first}`)
    expect(await marked()).toEqual([])
    const features = (on: boolean) =>
      own.admin.put('/company/features', { items: [{ feature: 'payee', on }] })
    await features(false)
    expect((await rows()).filter((row) => 'repeated' in row)).toEqual([])
    await features(true)
  })
})
