import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES_ON, startTestApp, type TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { atOnce, changeProject, overlap } from '../../harness/overlap.ts'
import { type ApprovalWorld, type Asked, approvalWorld, seen } from './helpers.ts'

// Of two who act on a request at once, one does, and the other is told what happened.

describe.skipIf(!FEATURES_ON)('a request, twice at once', () => {
  let app: TestApp
  let world: ApprovalWorld
  beforeAll(async () => {
    app = await startTestApp()
    world = await approvalWorld(app)
  })
  afterAll(() => app.close())

  test('of twenty approvals at once one books the payment', async () => {
    const asked = await world.ask('5000')
    const before = (await world.payments()).listTotal
    const tally = await atOnce(20, () => world.approve(world.chief, asked))
    expect(tally['0 操作成功']).toBe(1)
    expect(Object.keys(tally).filter((text) => text.includes('已由您同意，并记为付款'))).toHaveLength(1)
    expect((await world.payments()).listTotal).toBe(before + 1)
  })

  /** What may be done with a request that is under way, and what becomes of it. */
  const ACTS: Record<string, { act: (asked: Asked) => ReturnType<ApprovalWorld['approve']>; state: string }> =
    {
      approve: { act: (asked) => world.approve(world.chief, asked), state: 'approved' },
      'approve several': {
        act: ({ code, version }) =>
          world.chief.post('/payment_requests/approve', { items: [{ code, version }] }),
        state: 'approved',
      },
      reject: {
        act: ({ code, version }) =>
          world.chief.post(`/payment_requests/${code}/reject`, { version, reason: '不需要' }),
        state: 'rejected',
      },
      withdraw: {
        act: ({ code, version }) => world.asker.post(`/payment_requests/${code}/withdraw`, { version }),
        state: 'withdrawn',
      },
    }
  const pairs = Object.keys(ACTS).flatMap((first) => Object.keys(ACTS).map((second) => [first, second]))

  test.each(pairs)('%s, then %s: the first one is what happens', async (first, second) => {
    const asked = await world.ask('5000')
    const before = (await world.payments()).listTotal
    const [one, other] = [ACTS[first as string], ACTS[second as string]]
    const lock = `select 1 from payment_requests where project_id = ${world.projectId} and code = '${asked.code}' for update`
    const [done, told] = (await queued(
      app.databaseUrl,
      lock,
      () => one?.act(asked) as never,
      () => other?.act(asked) as never,
    )) as unknown as [{ code: number }, { status: number; msg: string }]
    expect(done.code).toBe(0)
    expect(told).toMatchObject({ status: 409, msg: expect.stringContaining(`付款申请 ${asked.code} 已由`) })
    expect((await seen(world.asker, asked)).state).toBe(one?.state)
    expect((await world.payments()).listTotal - before).toBe(one?.state === 'approved' ? 1 : 0)
  })

  test('an edit between look and approval: what was not looked at is not approved', async () => {
    const asked = await world.ask('5000')
    await world.asker.post(`/payment_requests/${asked.code}/withdraw`, {})
    const lock = `select 1 from payment_requests where project_id = ${world.projectId} and code = '${asked.code}' for update`
    const [edited, told] = await queued(
      app.databaseUrl,
      lock,
      () => world.asker.put(`/payment_requests/${asked.code}`, { ...world.asking('7000'), submit: true }),
      () => world.approve(world.chief, asked),
    )
    expect(edited.data).toMatchObject({ state: 'pending', pay_amount_yuan: '7000.00' })
    expect(told).toMatchObject({ status: 409, msg: expect.stringContaining('已修改并重新提交') })
  })

  test('an approval that waits for the archiving of the project is refused', async () => {
    const own = await approvalWorld(app)
    const asked = await own.ask('5000')
    const archive = changeProject(own.project, { archive_at: new Date() })
    const answer = await overlap(app, archive, () => own.approve(own.chief, asked))
    expect(answer.code).toBe(300011)
    expect((await seen(own.asker, asked)).state).toBe('pending')
  })

  test('an approval that waited goes by the rights at its turn', async () => {
    const own = await approvalWorld(app)
    const asked = await own.ask('5000')
    const answer = await overlap(
      app,
      async (tx) => {
        await sql`select 1 from payment_requests where project_id = ${own.projectId} and code = ${asked.code} for update`.execute(
          tx,
        )
        await tx
          .deleteFrom('role_permissions')
          .where('model', '=', 'payment_approval')
          .where('role_id', '=', (eb) =>
            eb.selectFrom('users').select('role_id').where('id', '=', own.chief.userId),
          )
          .execute()
      },
      () => own.approve(own.chief, asked),
    )
    expect(answer.status).toBe(422)
    expect((await seen(own.asker, asked)).state).toBe('pending')
  })

  test('a subject that is deleted while an approval waits is named', async () => {
    const own = await approvalWorld(app)
    const asked = await own.ask('5000', {})
    const code = own.subject('24000101')
    const answer = await overlap(
      app,
      async (tx) => {
        await sql`select 1 from payment_requests where project_id = ${own.projectId} and code = ${asked.code} for update`.execute(
          tx,
        )
        await tx
          .deleteFrom('subjects')
          .where('project_id', '=', own.projectId)
          .where('code', '=', code)
          .execute()
      },
      () => own.approve(own.chief, asked),
    )
    expect(answer).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'cost_execution_details[0].subject_three_code' }] },
    })
    expect((await seen(own.asker, asked)).state).toBe('pending')
    expect((await own.payments()).listTotal).toBe(0)
  })

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
})
