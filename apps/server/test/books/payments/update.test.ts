import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeLinks } from '../../../src/books/payments/link-attachments.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf, type PaymentWorld, paymentWorld, wrongFields } from './helpers.ts'

let test: TestApp
let world: PaymentWorld
let other: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
  other = await paymentWorld(test)
})
afterAll(() => test.close())

describe('update', () => {
  const make = async () =>
    (
      await world.clerk.post(
        '/cost_executions',
        world.body({}, [
          world.line({ pay_amount: '1' }),
          world.line({ pay_amount: '2' }),
          world.line({ pay_amount: '3' }),
        ]),
      )
    ).data

  it('keeps, changes, adds and removes lines by their code', async () => {
    const before = await make()
    const [one, two, three] = before.cost_execution_details.map((line: { code: string }) => line.code)
    const lines = [
      world.line({ code: three, pay_amount: '30' }),
      world.line({ pay_amount: '4' }),
      world.line({ code: one, pay_amount: '1' }),
    ]
    const answer = await world.clerk.put(`/cost_executions/${before.code}`, {
      ...world.body({ payer: '新付款方' }, lines),
      version: 1,
    })
    expect(answer.data).toMatchObject({
      code: before.code,
      payer: '新付款方',
      pay_amount_yuan: '35.00',
      version: 2,
    })
    const codes = answer.data.cost_execution_details.map((line: { code: string }) => line.code)
    expect(codes).toEqual([three, expect.any(String), one])
    expect(codes).not.toContain(two)
    const entry = (await auditsOf(test, world.projectId)).at(-1)
    expect(entry).toMatchObject({
      action: 'update',
      before: { pay_amount_yuan: '6.00' },
      after: { pay_amount_yuan: '35.00' },
    })
  })

  it('refuses a stale edit and writes nothing; one of two concurrent edits succeeds', async () => {
    const before = await make()
    const edit = (payer: string) =>
      world.clerk.put(`/cost_executions/${before.code}`, { ...world.body({ payer }), version: 1 })
    const answers = await Promise.all([edit('甲'), edit('乙')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const winner = answers.find((answer) => answer.status === 200)
    expect((await world.clerk.get(`/cost_executions/${before.code}`)).data.payer).toBe(winner?.data.payer)
    expect(answers.find((answer) => answer.status === 409)?.msg).toBe('该记录已被他人修改，请刷新后重试。')
  })

  it('reports wrong fields before staleness', async () => {
    const before = await make()
    const answer = await world.clerk.put(`/cost_executions/${before.code}`, {
      ...world.body({}, [world.line({ contract_code: 'x' })]),
      version: 99,
    })
    expect(answer.status).toBe(422)
  })

  it('moves an invoice between its lines, and frees it when the line is removed', async () => {
    const invoice = await world.invoice('555')
    const made = await world.clerk.post(
      '/cost_executions',
      world.body({}, [world.line({ check_invoice_code: invoice }), world.line()]),
    )
    const [a, b] = made.data.cost_execution_details.map((line: { code: string }) => line.code)
    const moved = await world.clerk.put(
      `/cost_executions/${made.data.code}`,
      world.body({}, [
        world.line({ code: a, check_invoice_code: null }),
        world.line({ code: b, check_invoice_code: invoice }),
      ]),
    )
    expect(moved.data.cost_execution_details[1].check_invoice.code).toBe(invoice)
    await world.clerk.put(`/cost_executions/${made.data.code}`, world.body({}, [world.line({ code: a })]))
    const next = await world.clerk.post(
      '/cost_executions',
      world.body({}, [world.line({ check_invoice_code: invoice })]),
    )
    expect(next.code).toBe(0)
  })

  it('refuses lines of another payment, and payments of another project', async () => {
    const [mine, yours] = [await make(), await make()]
    const answer = await world.clerk.put(
      `/cost_executions/${mine.code}`,
      world.body({}, [world.line({ code: yours.cost_execution_details[0].code })]),
    )
    expect(wrongFields(answer)).toEqual(['cost_execution_details[0].code'])
    expect((await other.clerk.put(`/cost_executions/${mine.code}`, other.body())).status).toBe(404)
    expect((await world.reader.put(`/cost_executions/${mine.code}`, world.body())).status).toBe(403)
    expect((await test.nobody.put(`/cost_executions/${mine.code}`, world.body())).status).toBe(401)
    expect((await world.clerk.get(`/cost_executions/${mine.code}`)).data).toEqual(mine)
  })
})

describe('delete', () => {
  // On different days, as numbers are unique only within a project.
  const make = async (of = world) =>
    (await of.clerk.post('/cost_executions', of.body({ pay_at: of === world ? '2026-11-21' : '2020-01-01' })))
      .data.code

  it('deletes, logs the last state, and unlinks the pictures', async () => {
    const voucher = await world.attachment()
    const made = await world.clerk.post(
      '/cost_executions',
      world.body({}, [world.line({ voucher_attachment_codes: [voucher] })]),
    )
    const answer = await world.clerk.delete(`/cost_executions/${made.data.code}`)
    expect(answer).toMatchObject({ code: 0, msg: '删除成功' })
    expect((await world.clerk.get(`/cost_executions/${made.data.code}`)).status).toBe(404)
    const file = await test.services.db
      .selectFrom('attachments')
      .select('unlinked_at')
      .where('code', '=', voucher)
      .executeTakeFirstOrThrow()
    expect(file.unlinked_at).not.toBeNull()
    expect((await auditsOf(test, world.projectId)).at(-1)).toMatchObject({
      action: 'delete',
      code: made.data.code,
      before: { pay_amount_yuan: '100.00' },
    })
  })

  it('starts the 7 days of a shared picture when the last payment is deleted, also with concurrent deletes', async () => {
    const voucher = await world.attachment()
    const file = test.services.db
      .selectFrom('attachments')
      .select(['id', 'unlinked_at'])
      .where('code', '=', voucher)
    const lines = [world.line({ voucher_attachment_codes: [voucher] })]
    const made = [1, 2].map(() => world.clerk.post('/cost_executions', world.body({}, lines)))
    const [a, b] = (await Promise.all(made)).map((answer) => answer.data.code)
    const { id } = await file.executeTakeFirstOrThrow()
    const answer = await overlap(
      test,
      async (tx) => {
        const payment = await tx
          .selectFrom('payments')
          .select('id')
          .where('project_id', '=', world.projectId)
          .where('code', '=', a)
          .executeTakeFirstOrThrow()
        await removeLinks(tx, world.projectId, [payment.id])
        await sql`delete from payment_lines
          where project_id = ${world.projectId} and payment_id = ${payment.id}`.execute(tx)
        await sql`delete from payments where project_id = ${world.projectId} and id = ${payment.id}`.execute(
          tx,
        )
        await sql`select from attachments where project_id = ${world.projectId} and id = ${id} for no key update`.execute(
          tx,
        )
      },
      () => world.clerk.delete(`/cost_executions/${b}`),
    )
    expect(answer.code).toBe(0)
    expect((await file.executeTakeFirstOrThrow()).unlinked_at).not.toBeNull()
  })

  it('deletes a batch from the body or the query, all or nothing', async () => {
    const [a, b, c] = [await make(), await make(), await make()]
    expect((await world.clerk.delete('/cost_executions/batch', { codes: [a, 'FK0'] })).status).toBe(404)
    expect((await world.clerk.get(`/cost_executions/${a}`)).code).toBe(0)
    expect((await world.clerk.delete('/cost_executions/batch', { codes: [a, b, a] })).code).toBe(0)
    expect((await world.clerk.delete(`/cost_executions/batch?codes[]=${c}`)).code).toBe(0)
    for (const code of [a, b, c]) expect((await world.clerk.get(`/cost_executions/${code}`)).status).toBe(404)
    expect((await world.clerk.delete('/cost_executions/batch', { codes: [] })).data.errors).toEqual([
      { field: 'codes', message: '请选择删除项' },
    ])
  })

  it('is refused without the right', async () => {
    const [mine, foreign] = [await make(), await make(other)]
    expect((await test.nobody.delete(`/cost_executions/${mine}`)).status).toBe(401)
    expect((await world.reader.delete(`/cost_executions/${mine}`)).status).toBe(403)
    const writer = await test.person(world.companyId, { cost_execution: ['write'] }, [world.project])
    expect((await writer.on(world.project).delete(`/cost_executions/${mine}`)).status).toBe(403)
    expect((await other.clerk.delete(`/cost_executions/${mine}`)).status).toBe(404)
    expect((await world.clerk.delete('/cost_executions/batch', { codes: [mine, foreign] })).status).toBe(404)
    expect((await world.clerk.get(`/cost_executions/${mine}`)).code).toBe(0)
  })
})
