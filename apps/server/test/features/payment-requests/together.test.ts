import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { depth } from '../../../../../scripts/depth.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { queued } from '../../harness/hold.ts'
import { atOnce, changeProject, overlap } from '../../harness/overlap.ts'
import { worldForAll } from '../../harness/worlds.ts'
import { done } from '../payables/helpers.ts'
import { type ApprovalWorld, type Asked, approvalWorld, seen } from './helpers.ts'

// Of two who act on a request at once, one does, and the other is told what happened.

describe('a request, twice at once', () => {
  let app: TestApp
  let world: ApprovalWorld
  worldForAll(approvalWorld, (opened, own) => {
    app = opened
    world = own
  })

  test('of twenty approvals at once one books the payment', async () => {
    const asked = await world.ask('5000')
    const before = (await world.payments()).listTotal
    const tally = await atOnce(20, () => world.approve(world.chief, asked))
    expect(tally['0 操作成功']).toBe(1)
    expect(Object.keys(tally).filter((text) => text.includes('已由您同意，并记为付款'))).toHaveLength(1)
    expect((await world.payments()).listTotal).toBe(before + 1)
  })

  test('of two people of one step at once the second is told whom the first was', async () => {
    const own = await approvalWorld(app)
    const steps = [[own.chief.code, own.producer.code]]
    done(await own.setRules(own.rules({ version: 1, bands: [{ from: '0', steps }] })))
    const nameOf = ({ userId }: Caller) =>
      app.services.db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow()
    for (const [first, second] of [
      [own.chief, own.producer],
      [own.producer, own.chief],
    ] as const) {
      const asked = await own.ask('5000')
      const before = (await own.payments()).listTotal
      const [booked, told] = await queued(
        app.databaseUrl,
        `select 1 from payment_requests where project_id = ${own.projectId} and code = '${asked.code}' for update`,
        () => own.approve(first, asked),
        () => own.approve(second, asked),
      )
      const { name } = await nameOf(first)
      expect([booked.code, told.status, told.msg]).toEqual([
        0,
        409,
        `付款申请 ${asked.code} 已由${name}同意，并记为付款 ${booked.data.payment.code}`,
      ])
      expect((await own.payments()).listTotal).toBe(before + 1)
      expect((await seen(own.asker, asked)).acts).toHaveLength(2)
    }
  })

  /** What may be done with a request that is under way, and what becomes of it. */
  const ACTS: Record<string, { act: (asked: Asked) => ReturnType<ApprovalWorld['approve']>; state: string }> =
    {
      approve: { act: (asked) => world.approve(world.chief, asked), state: 'approved' },
      reject: {
        act: ({ code, version }) =>
          world.chief.post(`/payment_requests/${code}/reject`, { version, reason: '不需要' }),
        state: 'rejected',
      },
      withdraw: {
        act: ({ code, version }) => world.asker.post(`/payment_requests/${code}/withdraw`, { version }),
        state: 'withdrawn',
      },
      'approve several': {
        act: ({ code, version }) =>
          world.chief.post('/payment_requests/approve', { items: [{ code, version }] }),
        state: 'approved',
      },
    }
  const acts = Object.keys(ACTS).slice(0, depth(3, 4))
  const pairs = acts.flatMap((first) => acts.map((second) => [first, second]))

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

  test('a request that is sent while the project is archived stays a draft', async () => {
    const own = await approvalWorld(app)
    const draft = done(await own.asker.post('/payment_requests', own.asking('5000'))).data
    const archive = changeProject(own.project, { archive_at: new Date() })
    const answer = await overlap(app, archive, () =>
      own.asker.post(`/payment_requests/${draft.code}/submit`, {}),
    )
    expect(answer.code).toBe(300011)
    expect(await seen(own.asker, draft)).toMatchObject({ state: 'draft', acts: [] })
    expect((await own.chief.get('/notifications')).data.items).toEqual([])
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

  /** Makes both wait for the row of a request, `first` before `second`. */
  const inTurn = <A, B>({ code }: Asked, first: () => Promise<A>, second: () => Promise<B>) =>
    queued(
      app.databaseUrl,
      `select 1 from payment_requests where project_id = ${world.projectId} and code = '${code}' for update`,
      first,
      second,
    )

  test.each([
    ['an edit', 'the deletion'],
    ['the deletion', 'an edit'],
  ])('of a request that is not under way: %s, then %s', async (first) => {
    const asked = await world.ask('5000')
    await world.asker.post(`/payment_requests/${asked.code}/withdraw`, {})
    const path = `/payment_requests/${asked.code}`
    const edit = () => world.asker.put(path, { ...world.asking('6000'), submit: true })
    const remove = () => world.asker.delete(path)
    const isEditFirst = first === 'an edit'
    const [done, told] = await inTurn(asked, isEditFirst ? edit : remove, isEditFirst ? remove : edit)
    expect([done.code, told.status]).toEqual([0, isEditFirst ? 422 : 404])
    if (isEditFirst) expect(told.msg).toContain('正在审批，不能删除')
  })

  test('of two edits the second is stale; of a draft that is sent twice one is', async () => {
    const draft = done(await world.asker.post('/payment_requests', world.asking('5000'))).data
    const path = `/payment_requests/${draft.code}`
    const edit = (amount: string) => () =>
      world.asker.put(path, { ...world.asking(amount), version: draft.version })
    const [one, other] = await inTurn(draft, edit('6000'), edit('7000'))
    expect([one.code, other.status, one.data.pay_amount_yuan]).toEqual([0, 409, '6000.00'])
    const send = () => world.asker.post(`${path}/submit`, {})
    const [sent, again] = await inTurn(draft, send, send)
    expect([sent.data.state, again.status, again.msg]).toEqual([
      'pending',
      422,
      expect.stringContaining('已提交'),
    ])
    expect((await seen(world.asker, draft)).acts).toHaveLength(1)
  })

  test('of two who set the first rules of a project at once the second is told', async () => {
    const own = await approvalWorld(app)
    await sql`delete from approval_rules where project_id = ${own.projectId}`.execute(app.services.db)
    const set = (on: boolean) => () => own.setRules(own.rules({ version: 0, on }))
    const first = await queued(
      app.databaseUrl,
      'lock table approval_rules in share mode',
      set(true),
      set(false),
    )
    expect(first.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const kept = first.find(({ code }) => code === 0)?.data
    expect((await own.admin.get('/payment_requests/rules')).data).toEqual(kept)
    expect(kept.version).toBe(1)
    const [next, stale] = await queued(
      app.databaseUrl,
      `select from approval_rules where project_id = ${own.projectId} for update`,
      () => own.setRules(own.rules({ version: 1, on: false })),
      () => own.setRules(own.rules({ version: 1 })),
    )
    expect([next.code, stale.status]).toEqual([0, 409])
  })

  test.each(['approvals', 'rejections'].flatMap((act) => ['role', 'project'].map((what) => [act, what])))(
    'of %s: one that waits while the %s of its approver changes goes by its turn',
    async (act, what) => {
      const own = await approvalWorld(app)
      const { db } = app.services
      const step = await db
        .selectFrom('roles')
        .innerJoin('users', 'users.role_id', 'roles.id')
        .select(['roles.code'])
        .where('users.id', '=', own.chief.userId)
        .executeTakeFirstOrThrow()
      await own.setRules(own.rules({ version: 1, bands: [{ from: '0', steps: [[step.code]] }] }))
      const asked = await own.ask('5000')
      const answer = await overlap(
        app,
        async (tx) => {
          await sql`select 1 from payment_requests where project_id = ${own.projectId} for update`.execute(tx)
          if (what === 'role')
            await tx
              .updateTable('users')
              .set((eb) => ({
                role_id: eb
                  .selectFrom('users as o')
                  .select('o.role_id')
                  .where('o.id', '=', own.producer.userId),
              }))
              .where('id', '=', own.chief.userId)
              .execute()
          else await tx.deleteFrom('project_members').where('user_id', '=', own.chief.userId).execute()
        },
        () =>
          act === 'approvals'
            ? own.approve(own.chief, asked)
            : own.chief.post(`/payment_requests/${asked.code}/reject`, { reason: '不需要' }),
      )
      expect([answer.status, answer.msg]).toEqual([422, expect.stringContaining('您不在审批人之列')])
      const { state, acts } = await seen(own.asker, asked)
      expect([state, acts.length, (await own.payments()).listTotal]).toEqual(['pending', 1, 0])
    },
  )
})
