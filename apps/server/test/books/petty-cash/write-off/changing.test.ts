import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, TestApp } from '../../../harness/harness.ts'
import { queued } from '../../../harness/hold.ts'
import { expectTotalsTrue } from '../../../harness/recount.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type PettyCashWorld, pettyCashWorld } from '../helpers.ts'
import { addComplete, expectPostedOnce, paymentOf, WRITE_OFFS } from './helpers.ts'

// A write-off of chosen details that a colleague changes together at the same time.

let app: TestApp
let world: PettyCashWorld

beforeEach(async () => {
  app ??= await workerApp()
  world = await pettyCashWorld(app)
})
afterAll(() => app.close())

const OTHER = '24000102'
const previewed = async (scope: object) =>
  (await world.clerk.post(`${WRITE_OFFS}/preview`, scope)).data.fingerprint as string
const writeOff = (body: object) => world.clerk.post(WRITE_OFFS, body)
const detail = async (code: string) => (await world.clerk.get(`/imprests/${code}`)).data

/** Writes off while a change of these details has locked them and waits for their new subject. Returns both answers. */
async function duringChange(
  codes: readonly string[],
  changes: object,
  body: object,
): Promise<[changed: Answer, posted: Answer]> {
  const subject_three_code = world.subject(OTHER)
  const records = codes.map((code) => ({ code, version: 1 }))
  return await queued(
    app.databaseUrl,
    `select 1 from subjects where project_id = ${world.projectId} and code = '${subject_three_code}' for update`,
    () => world.admin.put('/imprests/batch', { records, changes: { subject_three_code, ...changes } }),
    () => writeOff(body),
  )
}

describe('a write-off of chosen details waits for a change of several, and', () => {
  test('posts nothing that was previewed before', async () => {
    const codes = [await addComplete(world), await addComplete(world)]
    const fingerprint = await previewed({ codes })
    const [changed, posted] = await duringChange(codes.slice(0, 1), {}, { codes, fingerprint })
    expect(changed.data).toMatchObject({ changed: 1 })
    expect(posted).toMatchObject({ status: 409, msg: '明细已有变化，请核对后重新确认。' })
    expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 2, writtenOff: 0 })

    const next = await writeOff({ codes, fingerprint: await previewed({ codes }) })
    expect(next.data).toMatchObject({ succeeded_quantity: 2, imprest_amount: '200.00' })
    expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 2, writtenOff: 2 })
  })

  test('without a preview posts the new values', async () => {
    const codes = [await addComplete(world), await addComplete(world)]
    const [changed, posted] = await duringChange(codes, { post: '美术组', pay_channel: '4' }, { codes })
    expect(changed.data).toMatchObject({ changed: 2 })
    expect(posted.data).toMatchObject({ total_quantity: 2, succeeded_quantity: 2 })
    for (const code of codes) {
      expect(await detail(code)).toMatchObject({ version: 3, subject_three_out_code: OTHER })
      const payment = (await world.admin.get(`/cost_executions/${await paymentOf(world, code)}`)).data
      expect(payment).toMatchObject({
        post: '美术组',
        cost_execution_details: [{ subject_three_out_code: OTHER, pay_channel_code: '4' }],
      })
    }
    expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 2, writtenOff: 2 })
    await expectTotalsTrue(world.admin, app.databaseUrl, world.project)
  })

  test('leaves open what lost its voucher type', async () => {
    const [lost, kept] = [await addComplete(world), await addComplete(world)]
    const [changed, posted] = await duringChange([lost], { voucher_category: null }, { codes: [lost, kept] })
    expect(changed.data).toMatchObject({ changed: 1 })
    expect(posted.data).toMatchObject({ total_quantity: 2, succeeded_quantity: 1 })
    expect(await paymentOf(world, lost)).toBeNull()
    expect(await paymentOf(world, kept)).not.toBeNull()
    await expectPostedOnce(app, world.projectId)
  })

  test('takes only what the filter still matches', async () => {
    const [moved, kept] = [await addComplete(world), await addComplete(world)]
    const [changed, posted] = await duringChange([moved], { pay_channel: '4' }, { pay_channels: [5] })
    expect(changed.data).toMatchObject({ changed: 1 })
    expect(posted.data).toMatchObject({ total_quantity: 1, succeeded_quantity: 1 })
    expect(await paymentOf(world, moved)).toBeNull()
    expect(await paymentOf(world, kept)).not.toBeNull()
    await expectPostedOnce(app, world.projectId)
  })
})
