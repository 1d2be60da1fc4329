import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type PettyCashWorld, pettyCashWorld } from '../helpers.ts'
import { addComplete, expectPostedOnce, WRITE_OFFS } from './helpers.ts'

// Who may write off, in which project, and how often.

let app: TestApp
let world: PettyCashWorld

beforeEach(async () => {
  app ??= await workerApp()
  world = await pettyCashWorld(app)
})
afterAll(() => app.close())

const writeOff = () => world.clerk.post(WRITE_OFFS)

test('writing needs the right to write petty cash, the rest the right to read it', async () => {
  await addComplete(world)
  const { reader } = world
  expect(await reader.post(WRITE_OFFS)).toMatchObject({ status: 403, code: 403 })
  expect((await reader.get(`${WRITE_OFFS}/preview`)).data.total_quantity).toBe(1)
  expect((await reader.get(WRITE_OFFS)).data).toEqual({ items: [], listTotal: 0 })
  const payer = await app.person(world.companyId, { cost_execution: ['read', 'write', 'delete'] }, [
    world.project,
  ])
  for (const path of [WRITE_OFFS, `${WRITE_OFFS}/preview`])
    expect((await payer.on(world.project).get(path)).code).toBe(403)
  expect((await payer.on(world.project).post(WRITE_OFFS)).code).toBe(403)
  expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 1, writtenOff: 0 })
})

test('concerns its own project only, and an archived or expired one is left as it is', async () => {
  const other = world
  await addComplete(other)
  world = await pettyCashWorld(app)
  expect((await writeOff()).msg).toBe('没有可核销的明细')
  await addComplete(world)
  await app.services.db
    .updateTable('projects')
    .set({ expire_at: '2020-01-01' })
    .where('id', '=', world.projectId)
    .execute()
  expect(await writeOff()).toMatchObject({ code: 300011, msg: '项目已到期，仅可查看和导出。' })
  await other.admin.post(`/projects/${other.project}/archive`)
  expect(await other.clerk.post(WRITE_OFFS)).toMatchObject({ code: 300011 })
  expect((await other.clerk.get(`${WRITE_OFFS}/preview`)).data.total_quantity).toBe(1)
  for (const { projectId } of [world, other])
    expect(await expectPostedOnce(app, projectId)).toEqual({ details: 1, writtenOff: 0 })
})

test('a repetition with its Idempotency-Key gets the first answer', async () => {
  await addComplete(world)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await world.clerk.post(WRITE_OFFS, undefined, headers)
  await addComplete(world)
  const again = await world.clerk.post(WRITE_OFFS, undefined, headers)
  expect(again.data).toEqual(first.data)
  expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 2, writtenOff: 1 })
  expect((await world.clerk.get(WRITE_OFFS)).data.listTotal).toBe(1)
})
