import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { citizen } from '../../features/fees/helpers.ts'
import { approvalWorld } from '../../features/payment-requests/helpers.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
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

  it('says how many requests and fees move too, also of features that are off', async () => {
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
    expect(await preview(own.clerk)).toEqual([
      [{ code: own.project, name: expect.any(String), ...counts }],
      counts,
    ])
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
          .updateTable('payments')
          .set({ payee_id: goneId })
          .where('project_id', '=', world.projectId)
          .where('code', '=', paid.code)
          .execute()
      },
      () => world.clerk.post('/payees/merge', { into: into.code, codes: [gone.code] }),
    )
    const { payee_id } = await test.services.db
      .selectFrom('payments')
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
