import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE } from '../files/hostile.ts'
import { companyOn, type Owner } from '../harness/company-on.ts'
import { cloneDatabase } from '../harness/database.ts'
import type { Answer } from '../harness/harness.ts'
import { ask } from '../harness/recount.ts'
import { leakIn } from '../openapi/operations.ts'
import { costOf } from '../processes/process.ts'
import { endServers, type ServerProcess, startServer } from '../processes/server-process.ts'

/** Limits of one file. Time: three times what an idle machine needs. Memory: the largest allowed file, 256 MB of Chinese texts, takes 170 MB. */
const SECONDS = 60
const MEGABYTES = 400
/** How long another user's request may take meanwhile. */
const OTHERS_WAIT_MS = 1_500

let server: ServerProcess
let address: string
let database: { url: string; drop(): Promise<void> }
let owner: Owner

beforeAll(async () => {
  database = await cloneDatabase()
  server = startServer({ DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests' })
  address = await server.ready()
  owner = await companyOn(() => address, database.url)
})
afterAll(async () => {
  await endServers()
  await database.drop()
})

/** Uploads and imports; returns the first refusal, or the import's answer. */
async function send(bytes: Buffer): Promise<Answer> {
  const key = 'manager/attachments/坏-1763700000000.xlsx'
  const { data } = await owner.who.post('/api/common/qinius', { key })
  const form = new FormData()
  form.set('token', data.token)
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'x')
  const response = await fetch(`${address}/api/common/uploads`, { method: 'POST', body: form })
  const uploaded = { ...((await response.json()) as Answer), status: response.status }
  if (uploaded.code !== 0) return uploaded
  return await owner.who.post('/cost_executions/import', { attachment_code: uploaded.data.code })
}

/** The slowest of another user's requests in ms while `run` ran. */
async function longestWait(run: () => Promise<void>): Promise<number> {
  let over = false
  let longest = 0
  const asking = (async () => {
    for (; !over; await sleep(20)) {
      const began = performance.now()
      await fetch(`${address}/api/common/health`)
      longest = Math.max(longest, performance.now() - began)
    }
  })()
  // The loop ends first, so that a failure of `run` leaves no request behind.
  await run().finally(() => {
    over = true
  })
  await asking
  return longest
}

test.each(HOSTILE)('$name', async ({ expected, bytes }) => {
  const file = await bytes()
  const wait = await longestWait(async () => {
    const { result, megabytes, seconds } = await costOf(server.child.pid ?? 0, () => send(file))
    const what = `${result.status} ${result.msg} ${JSON.stringify(result.data).slice(0, 200)}`
    if (result.code === 0) {
      expect(expected, what).not.toBe('refused')
      // Files with excessive but unused texts or formats have one good row.
      if (expected === 'rows') expect(result.data.status, what).toBe('failed')
    } else {
      expect(expected, what).not.toBe('rows')
      expect([400, 413, 422], what).toContain(result.status)
      expect(result.msg).toMatch(/[\u4e00-\u9fff]/)
    }
    expect(leakIn(JSON.stringify(result))).toBeUndefined()
    expect(seconds, what).toBeLessThan(SECONDS)
    expect(megabytes, what).toBeLessThan(MEGABYTES)
  })
  expect(wait).toBeLessThan(OTHERS_WAIT_MS)
  const [written] = await ask<{ n: number }>(
    database.url,
    "select count(*)::int4 as n from payment_lines where remark <> '' or pay_amount <> 1230",
  )
  expect(written?.n).toBe(0)
  if (expected !== 'either') {
    const [left] = await ask<{ n: number }>(database.url, 'select count(*)::int4 as n from payments')
    const [imports] = await ask<{ n: number }>(database.url, 'select count(*)::int4 as n from imports')
    expect(left?.n, 'nothing but what was imported right').toBe(imports?.n)
  }
})
