import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE, manyGroups, manyTexts } from '../files/hostile.ts'
import { companyOn, type Owner, uploadTo } from '../harness/company-on.ts'
import { cloneDatabase } from '../harness/database.ts'
import { ask } from '../harness/recount.ts'
import { costOf, memoryOfTree } from '../processes/process.ts'
import { endServers, type ServerProcess, startServer } from '../processes/server-process.ts'

/** Limit above the idle server's memory. */
const MEGABYTES = 600

let server: ServerProcess
let address: string
let database: { url: string; drop(): Promise<void> }
let owners: Owner[]

beforeAll(async () => {
  database = await cloneDatabase()
  server = startServer({ DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests' })
  address = await server.ready()
  owners = await Promise.all(Array.from({ length: 4 }, () => companyOn(() => address, database.url)))
})
afterAll(async () => {
  await endServers()
  await database.drop()
})

/** Sends a check or an import with `Accept: text/event-stream`, as the page does; returns all events as text. */
async function stream({ token, project }: Owner, path: string, attachment_code: string): Promise<string> {
  const response = await fetch(`${address}/api/manager/cost_executions/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-project': project,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ attachment_code }),
  })
  return await response.text()
}

test('twelve previews at once of a file with 150 MB of texts', async () => {
  const pid = server.child.pid ?? 0
  const file = manyTexts(150)
  const files = await Promise.all(owners.map(({ who }) => uploadTo(who, file)))
  const idle = memoryOfTree(pid)
  const { result, megabytes, seconds } = await costOf(pid, () =>
    Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        stream(owners[n % 4] as Owner, 'import/preview', files[n % 4] as string),
      ),
    ),
  )
  console.log(
    `idle ${idle.toFixed()} MB, ${megabytes.toFixed()} MB above it at most, ${seconds.toFixed(1)} s`,
  )
  for (const events of result) expect(events).toMatch(/event: result\ndata: \{"status":"succeeded"/)
  expect(megabytes).toBeLessThan(MEGABYTES)
})

/** Saves payments and reads the list until `over`; returns the slowest answer in ms and the number of payments saved. */
async function clerkBeside({ who, line }: Owner, over: () => boolean) {
  let [booked, longest] = [0, 0]
  for (; !over(); await sleep(50)) {
    const began = performance.now()
    const body = {
      pay_at: '2026-11-21',
      payer: '旁边',
      cost_execution_details: [{ ...line, pay_amount: '1.00' }],
    }
    expect(await who.post('/cost_executions', body)).toMatchObject({ code: 0 })
    booked += 1
    expect(await who.get('/cost_executions', { per_page: 20 })).toMatchObject({ code: 0 })
    longest = Math.max(longest, performance.now() - began)
  }
  return { booked, longest }
}

test('ten hostile files at once, while clerks keep working and one imports', async () => {
  const pid = server.child.pid ?? 0
  const all = await Promise.all(Array.from({ length: 10 }, () => companyOn(() => address, database.url)))
  const worst = [
    manyGroups(),
    manyTexts(250),
    ...(await Promise.all(HOSTILE.slice(0, 8).map((file) => file.bytes()))),
  ]
  const uploaded: { owner: Owner; file: string }[] = []
  for (const [n, bytes] of worst.entries()) {
    const owner = all[n] as Owner
    // Files that the upload refuses are left out.
    const file = await uploadTo(owner.who, bytes).catch(() => null)
    if (file !== null) uploaded.push({ owner, file })
  }
  expect(uploaded.length).toBeGreaterThan(5)
  let over = false
  const clerks = owners.map((owner) => clerkBeside(owner, () => over))
  const { result, megabytes, seconds } = await costOf(pid, () =>
    Promise.all(
      uploaded.flatMap(({ owner, file }, n) =>
        Array.from({ length: n === 0 ? 1 + 10 - uploaded.length : 1 }, () =>
          stream(owner, n % 2 === 0 ? 'import/preview' : 'import', file),
        ),
      ),
    ),
  ).finally(() => {
    over = true
  })
  const beside = await Promise.all(clerks)
  console.log(
    `${megabytes.toFixed()} MB above idle at most, ${seconds.toFixed(1)} s, clerks waited ${beside.map((one) => `${one.longest.toFixed()} ms`).join(', ')}`,
  )
  for (const events of result) expect(events).toMatch(/"code":4\d\d,"msg":"\p{Script=Han}|event: result\n/u)
  expect(server.child.exitCode).toBeNull()
  for (const { longest } of beside) expect(longest).toBeLessThan(10_000)
  const [kept] = await ask<{ n: number }>(
    database.url,
    "select count(*)::int4 as n from payments where payer = '旁边'",
  )
  expect(kept?.n).toBe(beside.reduce((sum, { booked }) => sum + booked, 0))
  expect(await readdir(join(server.dataDir, 'files/tmp'))).toEqual([])
})
