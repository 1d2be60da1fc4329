import { utimes, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { refreshAllMissing } from '../../../src/features/missing-invoices/stored-lines.ts'
import { checkAll } from '../../../src/operator/check/check.ts'
import { purgeProjects } from '../../../src/operator/purge/purge.ts'
import { projectTables } from '../../../src/operator/purge/tables.ts'
import { type Caller, newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { fullWorld } from '../../openapi/full-world.ts'
import { runCommand } from '../../processes/commands.ts'

const DAY_MS = 24 * 3600_000
const NEVER = new AbortController().signal

let app: TestApp
let other: { admin: Caller; project: string }

beforeAll(async () => {
  app = await startTestApp()
  const { admin } = await app.company()
  other = { admin, project: await newProject(admin) }
  await book(admin.on(other.project))
})
afterAll(async () => await app.close())
beforeEach(() => vi.spyOn(console, 'error').mockClear().mockReturnValue())

const run = (statement: string) => sql.raw(statement).execute(app.services.db)
const admin = (name: string, values?: Record<string, string>) => runCommand(app, name, values)
const restore = (project: string) => admin('project:restore', { project })
/** As if the project had been deleted 30 days ago, by the database's clock. */
const pass30Days = (project: string) =>
  run(`update projects set purge_after = now() - interval '1 second' where code = '${project}'`)
const stateOf = async (project: string) =>
  await app.services.db
    .selectFrom('projects')
    .select(['id', 'deleted_at', 'purge_after', 'purging_at', 'purged_at'])
    .where('code', '=', project)
    .executeTakeFirstOrThrow()

/** Rows of each project table. */
async function rowsOf(project: string): Promise<Record<string, number>> {
  const { id } = await stateOf(project)
  const counts: Record<string, number> = {}
  for (const { name } of await projectTables(app.services.db)) {
    const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from ${sql.table(name)}
      where project_id = ${id}`.execute(app.services.db)
    counts[name] = rows[0]?.n ?? -1
  }
  return counts
}

async function filesOf(project: string): Promise<number> {
  let count = 0
  for await (const _ of app.services.storage.list(`attachments/${project}/`)) count += 1
  return count
}

/** Stores a file of long ago. */
async function stored(key: string): Promise<void> {
  const temp = await app.services.storage.temp()
  await writeFile(temp, 'abc')
  await utimes(temp, 1, 1)
  await app.services.storage.put(key, temp)
}

/** A project with one payment, deleted by its admin. */
async function deleted(): Promise<{ boss: Caller; project: string; code: string }> {
  const { admin: boss } = await app.company()
  const project = await newProject(boss)
  const { code } = (await book(boss.on(project))).data
  expect(await boss.delete(`/projects/${project}`)).toMatchObject({ code: 0 })
  return { boss, project, code }
}

test('30 days after its deletion a project loses its rows and files; quota, log and other projects stay', async () => {
  const { home } = await fullWorld(app, '清除')
  const { project, admin: boss } = home
  for (const name of ['a', 'b', 'c']) await stored(`attachments/${project}/${name}.png`)
  // Which a job would do otherwise.
  await refreshAllMissing(app.services, NEVER)
  const get = async (path: string, query = {}) => (await boss.on('').get(path, query)).data
  expect(await boss.delete(`/projects/${project}`)).toMatchObject({ code: 0 })
  const [before, log] = [await rowsOf(project), await get('/audit_logs', { per_page: 1 })]
  const [{ exists_count }, others] = [await get('/projects'), await rowsOf(other.project)]
  expect(before).toMatchObject({ payments: expect.any(Number), attachments: expect.any(Number) })
  expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(20)
  expect(await filesOf(project)).toBe(3)

  expect(await purgeProjects(app.services, NEVER)).toBe(0)
  expect(await rowsOf(project)).toEqual(before)
  await pass30Days(project)
  await app.jobs.runDue()
  expect(console.error).not.toHaveBeenCalled()
  expect(new Set(Object.values(await rowsOf(project)))).toEqual(new Set([0]))
  expect(await filesOf(project)).toBe(0)
  const { id, purged_at } = await stateOf(project)
  expect(purged_at).toBeInstanceOf(Date)
  const { rows: keys } = await sql`select from invoice_keys where project_id = ${id}`.execute(app.services.db)
  expect(keys).toEqual([])

  expect((await get('/projects')).exists_count).toBe(exists_count)
  const after = await get('/audit_logs', { per_page: 1 })
  expect(after.listTotal).toBe(log.listTotal + 1)
  expect(after.items[0]).toMatchObject({ action: 'purge', resource: 'project', user_name: '系统' })
  expect(await rowsOf(other.project)).toEqual(others)
  expect((await checkAll(app.services)).findings).toEqual([])
  await expect(restore(project)).rejects.toThrow(/数据已被清除，无法恢复$/)
  expect(await purgeProjects(app.services, NEVER)).toBe(0)
})

test('before that the operator brings it back, with all that it had', async () => {
  const { boss, project, code } = await deleted()
  expect((await boss.get('/projects')).data.items).toEqual([])
  const listed = await admin('project:deleted')
  expect(listed?.message).toMatch(new RegExp(`^${project}  测试项目（公司\\d+）  29 天后清除$`, 'm'))
  expect(await restore(project)).toEqual({ message: '已恢复项目“测试项目”', data: { code: project } })
  expect((await boss.on(project).get(`/cost_executions/${code}`)).data).toMatchObject({ code })
  expect((await book(boss.on(project))).code).toBe(0)
  expect((await boss.get('/audit_logs', { per_page: 1 })).data.items[0].action).toBe('create')
  const { items } = (await boss.get('/audit_logs', { resource: 'project' })).data
  expect(items[0]).toMatchObject({ action: 'restore', user_name: '运营人员' })
  await expect(restore(project)).rejects.toThrow('项目“测试项目”没有被删除')
  await expect(restore('none')).rejects.toThrow('没有编码为 none 的项目')
  expect(await purgeProjects(app.services, NEVER)).toBe(0)
  expect((await rowsOf(project)).payments).toBe(2)
})

test('a purge that was killed is finished by another server, and cannot be taken back in between', async () => {
  const { project } = await deleted()
  await pass30Days(project)
  const killed = new AbortController()
  // Ends after some chunks: the subjects are among the last rows.
  let chunks = 0
  const signal = Object.defineProperty(killed.signal, 'aborted', {
    get: () => {
      chunks += 1
      return chunks > 62
    },
  })
  expect(await purgeProjects(app.services, signal, 1)).toBe(0)
  const half = await rowsOf(project)
  expect([half.payments, half.subjects]).toEqual([0, expect.any(Number)])
  expect(half.subjects).toBeGreaterThan(0)
  expect(await stateOf(project)).toMatchObject({ purging_at: expect.any(Date), purged_at: null })
  await expect(restore(project)).rejects.toThrow(/数据已被清除，无法恢复$/)
  expect((await checkAll(app.services)).findings).toEqual([])
  expect(await purgeProjects(app.services, NEVER)).toBe(1)
  expect(new Set(Object.values(await rowsOf(project)))).toEqual(new Set([0]))
})

test('files that cannot be removed keep no other project, and fail the job, which tries again', async () => {
  const { boss, project } = await deleted()
  const next = await newProject(boss)
  await book(boss.on(next))
  await boss.delete(`/projects/${next}`)
  for (const one of [project, next]) await pass30Days(one)
  const { storage } = app.services
  const list = storage.list.bind(storage)
  const stuck = vi.spyOn(storage, 'list').mockImplementation(async function* (folder) {
    if (folder.includes(project)) throw new Error('EIO')
    yield* list(folder)
  })
  await expect(purgeProjects(app.services, NEVER)).rejects.toThrow('EIO')
  stuck.mockRestore()
  expect((await stateOf(next)).purged_at).toBeInstanceOf(Date)
  expect((await stateOf(project)).purged_at).toBeNull()
  expect(await purgeProjects(app.services, NEVER)).toBe(1)
})

test('a check beside a purge takes files that wait for their removal for no mistake', async () => {
  const { project } = await deleted()
  const { storage } = app.services
  await stored(`attachments/${project}/left.png`)
  await pass30Days(project)
  const list = storage.list.bind(storage)
  // Between the check's snapshot and its comparison of files, a purge removes the rows and is killed.
  const killed = vi.spyOn(storage, 'remove').mockRejectedValue(new Error('killed'))
  const during = vi.spyOn(storage, 'list').mockImplementation(async function* (folder) {
    if (folder === '') await purgeProjects(app.services, NEVER).catch(() => undefined)
    yield* list(folder)
  })
  const { findings } = await checkAll(app.services)
  during.mockRestore()
  killed.mockRestore()
  expect(await stateOf(project)).toMatchObject({ purging_at: expect.any(Date), purged_at: null })
  expect(findings).toEqual([])
  expect(await purgeProjects(app.services, NEVER)).toBe(1)
})

test('a wrong clock of a server purges nothing early', async () => {
  const { project } = await deleted()
  app.advance(40 * DAY_MS)
  try {
    expect(await purgeProjects(app.services, NEVER)).toBe(0)
    await run(`update jobs set ended_at = null`)
    await pass30Days(project)
    await app.jobs.runDue()
    expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/时钟相差 3456\d\d\d 秒/))
    await app.jobs.runDue()
    expect(console.error).toHaveBeenCalledOnce()
    expect((await stateOf(project)).purging_at).toBeNull()
  } finally {
    app.advance(-40 * DAY_MS)
  }
  // Without `purge_after`, as an older program or a restored backup leaves it; `deleted_at` may come from a wrong clock.
  await run(
    `update projects set deleted_at = now() - interval '40 days', purge_after = null where code = '${project}'`,
  )
  expect(await purgeProjects(app.services, NEVER)).toBe(0)
  expect((await stateOf(project)).purge_after?.getTime()).toBeGreaterThan(Date.now() + 29 * DAY_MS)
  app.advance(-40 * DAY_MS)
  const late = await deleted()
  app.advance(40 * DAY_MS)
  expect((await stateOf(late.project)).purge_after?.getTime()).toBeGreaterThan(Date.now() + 29 * DAY_MS)
})
