import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type PettyCashWorld, pettyCashWorld } from '../helpers.ts'
import { addComplete, expectPostedOnce, paymentOf, WRITE_OFFS } from './helpers.ts'

let app: TestApp
let world: PettyCashWorld

beforeEach(async () => {
  app ??= await workerApp()
  world = await pettyCashWorld(app)
})
afterAll(() => app.close())

const preview = async (scope: object = {}) => (await world.clerk.post(`${WRITE_OFFS}/preview`, scope)).data
const writeOff = (body?: object) => world.clerk.post(WRITE_OFFS, body)
const open = async () =>
  (await world.clerk.get('/imprests', { written_off: 0, pay_at_order: 'asc' })).data.items.map(
    ({ code }: { code: string }) => code,
  )
const STALE = { status: 409, code: 409, msg: '明细已有变化，请核对后重新确认。' }

describe('a write-off takes', () => {
  test('the filter: preview and posting agree, and what does not match stays open', async () => {
    const mine = await addComplete(world, { payer: '李某', pay_amount: '12.34' })
    const others = await addComplete(world)
    const { code: lacking } = await world.add({ payer: '李某' })
    const scope = { payers: ['李某'] }
    const expected = { total_quantity: 2, succeeded_quantity: 1, imprest_amount: '12.34' }
    expect(await preview(scope)).toMatchObject({ ...expected, lacking_items: [{ code: lacking }] })
    expect((await world.clerk.get(`${WRITE_OFFS}/preview`, scope)).data).toEqual(await preview(scope))
    expect(
      (await writeOff({ ...scope, fingerprint: (await preview(scope)).fingerprint })).data,
    ).toMatchObject(expected)
    expect(await paymentOf(world, mine)).not.toBeNull()
    expect(await open()).toEqual([others, lacking])
    expect(await writeOff({ payers: ['无此人'] })).toMatchObject({ status: 422, msg: '没有可核销的明细' })
    await expectPostedOnce(app, world.projectId)
  })

  test('the selection: the ticked details and no others; what is written off is left out', async () => {
    const codes = [await addComplete(world), await addComplete(world), await addComplete(world)]
    const chosen = codes.slice(0, 2)
    expect(await preview({ codes: chosen })).toMatchObject({ total_quantity: 2, imprest_amount: '200.00' })
    expect((await writeOff({ codes: chosen })).data).toMatchObject({ succeeded_quantity: 2 })
    expect(await open()).toEqual([codes[2]])
    expect((await writeOff({ codes })).data).toMatchObject({ total_quantity: 1, succeeded_quantity: 1 })
    await expectPostedOnce(app, world.projectId)
  })

  test('the whole project without a body, as before', async () => {
    await addComplete(world)
    await addComplete(world)
    expect((await writeOff()).data).toMatchObject({ total_quantity: 2, succeeded_quantity: 2 })
  })

  test('a detail that does not exist or is of another project: 404, and nothing is posted', async () => {
    const code = await addComplete(world)
    const other = await pettyCashWorld(app)
    const foreign = await addComplete(other, { pay_at: '2026-01-01' })
    expect(await writeOff({ codes: [code, foreign] })).toMatchObject({ status: 404 })
    expect(await open()).toEqual([code])
    expect(await preview({ codes: [foreign] })).toMatchObject({ total_quantity: 0 })
  })
})

describe('only what was previewed is posted', () => {
  const edit = async (code: string, changes: object) => {
    const { data } = await world.clerk.get(`/imprests/${code}`)
    const { pay_at, payer, subject_three_code, pay_amount_yuan: pay_amount } = data
    const { pay_channel_code: pay_channel } = data.pay_channel
    const body = { pay_at, payer, subject_three_code, pay_amount, pay_channel, ...changes }
    expect((await world.clerk.put(`/imprests/${code}`, body)).code).toBe(0)
  }
  const CHANGES: [string, (code: string) => Promise<unknown>][] = [
    ['added a detail', () => addComplete(world)],
    ['changed an amount', (code) => edit(code, { pay_amount: '7' })],
    ['removed the pictures', (code) => edit(code, { voucher_attachment_codes: [] })],
    ['deleted one', (code) => world.clerk.delete(`/imprests/${code}`)],
    ['wrote one off', (code) => writeOff({ codes: [code] })],
  ]
  test.each(CHANGES)(
    'a colleague %s meanwhile: 409, and the next preview has the new figures',
    async (_, change) => {
      const code = await addComplete(world)
      const left = await addComplete(world)
      const { fingerprint } = await preview()
      await change(code)
      expect(await writeOff({ fingerprint })).toMatchObject(STALE)
      expect(await paymentOf(world, left)).toBeNull()
      const next = await preview()
      expect(next.fingerprint).not.toBe(fingerprint)
      expect((await writeOff({ fingerprint: next.fingerprint })).data).toMatchObject({
        succeeded_quantity: next.succeeded_quantity,
        imprest_amount: next.imprest_amount,
      })
      await expectPostedOnce(app, world.projectId)
    },
  )

  test('two who confirm the same preview at once: one posts, the other is told', async () => {
    await addComplete(world)
    const { fingerprint } = await preview()
    const answers = await Promise.all([writeOff({ fingerprint }), writeOff({ fingerprint })])
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 409])
    expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 1, writtenOff: 1 })
  })

  test('an incomplete detail that is added changes nothing of what is posted', async () => {
    await addComplete(world)
    const { fingerprint } = await preview()
    await world.add()
    expect((await writeOff({ fingerprint })).data).toMatchObject({ total_quantity: 2, succeeded_quantity: 1 })
  })
})
