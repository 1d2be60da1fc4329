import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import { depth } from '../../../../../../scripts/depth.ts'
import { type Random, seeded } from '../../../../src/start/demo/random.ts'
import type { Answer, TestApp } from '../../../harness/harness.ts'
import { hold, queued, untilWaiting } from '../../../harness/hold.ts'
import { overlap } from '../../../harness/overlap.ts'
import { expectTotalsTrue } from '../../../harness/recount.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { auditsOf } from '../../payments/helpers.ts'
import { upload } from '../../payments/sheet/sheets.ts'
import { type PettyCashWorld, pettyCashWorld } from '../helpers.ts'
import { addComplete, expectPostedOnce, paymentOf, WRITE_OFFS } from './helpers.ts'

let app: TestApp
let world: PettyCashWorld

beforeEach(async () => {
  app ??= await workerApp()
  world = await pettyCashWorld(app)
})
afterAll(() => app.close())

const writeOff = () => world.clerk.post(WRITE_OFFS)

/** Calls while a write-off has locked its details and not yet committed. Returns its answer and that of the call. */
const duringWriteOff = (call: () => Promise<Answer>): Promise<[Answer, Answer]> =>
  queued(app.databaseUrl, 'lock table petty_cash_payments in share mode', writeOff, call)

describe('who comes during a write-off waits, and then finds the details written off', () => {
  const CALLS: [name: string, call: (code: string) => Promise<Answer>, msg: string][] = [
    ['an edit', (code) => world.clerk.put(`/imprests/${code}`, world.body({ pay_amount: '1' })), '不能修改'],
    ['a deletion', (code) => world.clerk.delete(`/imprests/${code}`), '不能删除'],
    [
      'a change of several',
      (code) =>
        world.clerk.put('/imprests/batch', { records: [{ code, version: 1 }], changes: { post: '组' } }),
      '不能修改',
    ],
    ['another write-off', () => writeOff(), '没有可核销的明细'],
  ]
  test.each(CALLS)('%s', async (_, call, msg) => {
    const code = await addComplete(world)
    const [done, refused] = await duringWriteOff(() => call(code))
    expect(done.data).toMatchObject({ total_quantity: 1, succeeded_quantity: 1 })
    expect(refused).toMatchObject({ status: 422, code: 422, msg: expect.stringContaining(msg) })
    expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 1, writtenOff: 1 })
    expect((await world.clerk.get(WRITE_OFFS)).data.listTotal).toBe(1)
  })

  test('archiving the project waits too', async () => {
    await addComplete(world)
    const [done, archived] = await duringWriteOff(() =>
      world.admin.post(`/projects/${world.project}/archive`),
    )
    expect([done.code, archived.code]).toEqual([0, 0])
    expect(await expectPostedOnce(app, world.projectId)).toMatchObject({ writtenOff: 1 })
  })
})

test.each(['contract', 'subject'])('during a write-off the %s of a detail is not deleted', async (what) => {
  const contract_code = await world.contract('HT-9')
  await addComplete(world, { contract_code })
  const path = what === 'contract' ? `/contracts/${contract_code}` : `/subjects/${world.subject('24000101')}`
  const [done, refused] = await duringWriteOff(() => world.clerk.delete(path))
  expect(done.data).toMatchObject({ succeeded_quantity: 1 })
  const number = (await world.admin.get('/cost_executions')).data.items[0].code
  expect(refused).toMatchObject({ status: 422, msg: expect.stringMatching(`付款 ${number} 使用.*不能删除$`) })
  expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 1, writtenOff: 1 })
})

test('an import during a write-off does not wait, and its details stay open', async () => {
  await addComplete(world)
  const link = (await world.clerk.post('/imprests/export')).data.file_url
  const { rawPayload } = await app.http.inject({ method: 'GET', url: link })
  const attachment_code = await upload(app, world.clerk, rawPayload, '备用金')
  const holder = await hold(app.databaseUrl, 'lock table petty_cash_payments in share mode')
  try {
    const writing = writeOff()
    await untilWaiting(app.databaseUrl)
    const imported = await world.clerk.post('/imprests/import', { attachment_code })
    expect(imported.data).toMatchObject({ status: 'succeeded', total: 1 })
    await holder.release()
    expect((await writing).data).toMatchObject({ total_quantity: 1, succeeded_quantity: 1 })
  } finally {
    await holder.release()
  }
  expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 2, writtenOff: 1 })
  expect((await world.clerk.get('/imprests', { written_off: '0' })).data.listTotal).toBe(1)
})

test('a write-off waits for an edit, and sees the pictures that it removed', async () => {
  await addComplete(world)
  const { id } = await app.services.db
    .selectFrom('petty_cash')
    .select('id')
    .where('project_id', '=', world.projectId)
    .executeTakeFirstOrThrow()
  const answer = await overlap(
    app,
    async (tx) => {
      await sql`select 1 from petty_cash where project_id = ${world.projectId} and id = ${id} for update`.execute(
        tx,
      )
      await sql`delete from petty_cash_attachments where project_id = ${world.projectId} and petty_cash_id = ${id}`.execute(
        tx,
      )
    },
    writeOff,
  )
  expect(answer.data).toMatchObject({ total_quantity: 1, succeeded_quantity: 0 })
  await expectPostedOnce(app, world.projectId)
})

test('deleting a payment and a write-off at once: the detail is open or posted anew, never both', async () => {
  const code = await addComplete(world)
  await writeOff()
  await addComplete(world)
  const number = await paymentOf(world, code)
  const [done, deleted] = await duringWriteOff(() => world.admin.delete(`/cost_executions/${number}`))
  expect(done.data).toMatchObject({ total_quantity: 1, succeeded_quantity: 1 })
  expect(deleted.code).toBe(0)
  expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 2, writtenOff: 1 })
  expect((await writeOff()).data).toMatchObject({ total_quantity: 1, succeeded_quantity: 1 })
  expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 2, writtenOff: 2 })
})

test('two who delete the payment at once take the write-off back once', async () => {
  const code = await addComplete(world)
  await writeOff()
  const number = await paymentOf(world, code)
  const remove = () => world.admin.delete(`/cost_executions/${number}`)
  const codes = (await Promise.all([remove(), remove()])).map((answer) => answer.code)
  expect(codes.sort()).toEqual([0, 404])
  expect(await paymentOf(world, code)).toBeNull()
  const entries = await auditsOf(app, world.projectId)
  expect(entries.filter((entry) => entry.action === 'update' && entry.resource === 'imprest')).toHaveLength(1)
})

const PEOPLE = 6
const TURNS = depth(8, 25)

/** One random action on random details and payments; what others deleted or wrote off meanwhile is among them. */
async function act(random: Random, files: readonly string[], contracts: readonly string[]): Promise<Answer> {
  const body = () =>
    world.body({
      voucher_category: random.pick(['1', '13', null]),
      face_tax_rate: random.pick(['6%', '免税', '']),
      voucher_attachment_codes: random.chance(0.8) ? [random.pick(files)] : [],
      subject_three_code: world.subject(random.pick(['24000101', '24000102'])),
      contract_code: random.pick([null, ...contracts]),
      pay_amount: `${random.chance(0.2) ? '-' : ''}${random.int(1, 99_999)}.${random.int(10, 99)}`,
    })
  const someCode = async (path: string, who = world.clerk) => {
    const { items } = (await who.get(path)).data
    return (random.pick(items as { code: string }[]) ?? { code: 'none' }).code
  }
  const turn = random.int(1, 20)
  if (turn <= 8) return world.clerk.post('/imprests', body())
  if (turn <= 11) return world.clerk.put(`/imprests/${await someCode('/imprests')}`, body())
  if (turn <= 12) return world.clerk.delete(`/imprests/${await someCode('/imprests')}`)
  if (turn <= 16) return writeOff()
  const payments = [
    await someCode('/cost_executions', world.admin),
    await someCode('/cost_executions', world.admin),
  ]
  return world.admin.delete('/cost_executions/batch', { codes: [...new Set(payments)] })
}

test('after random writes of six people every detail is posted at most once, and all sums agree', async () => {
  const seed = Number(process.env.SEED ?? 20_261_122)
  onTestFailed(() => console.error(`SEED=${seed}`))
  const files = [await world.attachment(), await world.attachment('jpg')]
  const contracts = [await world.contract('HT-1'), await world.contract('HT-2')]
  const answers: Answer[] = []
  const person = async (index: number) => {
    const random = seeded(seed + index)
    for (let turn = 0; turn < TURNS; turn += 1) answers.push(await act(random, files, contracts))
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, index) => person(index)))
  for (const { code, msg } of answers) expect([0, 404, 422], msg).toContain(code)
  // However the turns met, one write-off at least is taken back.
  const last = await addComplete(world)
  await writeOff()
  expect(await world.admin.delete(`/cost_executions/${await paymentOf(world, last)}`)).toMatchObject({
    code: 0,
  })

  const { writtenOff } = await expectPostedOnce(app, world.projectId)
  await expectTotalsTrue(world.admin, app.databaseUrl, world.project)
  const entries = await auditsOf(app, world.projectId)
  const takenBack = entries.filter(
    ({ resource, action, before }) =>
      resource === 'imprest' &&
      action === 'update' &&
      before !== null &&
      'write_off_at' in before &&
      before.write_off_at,
  ).length
  const { items } = (await world.clerk.get(WRITE_OFFS, { per_page: 1000 })).data
  const succeeded = items.reduce(
    (sum: number, item: { succeed_quantity: number }) => sum + item.succeed_quantity,
    0,
  )
  expect(succeeded).toBe(writtenOff + takenBack)
  expect(takenBack).toBeGreaterThan(0)
  for (const contract of contracts) {
    const { rows } = await sql<{ paid: bigint }>`select coalesce(sum(d.pay_amount), 0) as paid
      from payment_lines d join contracts k on k.project_id = ${world.projectId} and k.id = d.contract_id
      where d.project_id = ${world.projectId} and k.code = ${contract}`.execute(app.services.db)
    const { data } = await world.admin.get(`/contracts/${contract}`)
    expect(BigInt(data.pay_amount_yuan.replace('.', ''))).toBe(rows[0]?.paid)
  }
})
