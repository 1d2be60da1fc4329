import { MAX_DELETED_LINES } from '@pianzhang/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillPayments } from '../files/many-lines.ts'
import { companyOn, type Owner } from '../harness/company-on.ts'
import { cloneDatabase } from '../harness/database.ts'
import { ask } from '../harness/recount.ts'
import { costOf } from '../processes/process.ts'
import { endServers, type ServerProcess, startServer } from '../processes/server-process.ts'

/** The page's timeouts for a list and for a batch delete. */
const LIST_SECONDS = 10
const DELETE_SECONDS = 30

let server: ServerProcess
let database: { url: string; drop(): Promise<void> }
let owner: Owner
let codes: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  server = startServer({ DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests' })
  const address = await server.ready()
  owner = await companyOn(() => address, database.url)
  const { data } = await owner.who.post('/cost_executions', {
    pay_at: '2026-11-21',
    payer: '很多',
    cost_execution_details: [{ ...owner.line, pay_amount: '1.00' }],
  })
  codes = await fillPayments(database.url, owner.project, data.code, 1_000, 1_000)
})
afterAll(async () => {
  await endServers()
  await database.drop()
})

const cost = <T>(run: () => Promise<T>) => costOf(server.child.pid ?? 0, run)

test('a page of 1,000 payments of 1,000 lines is bounded', async () => {
  const run = () => owner.who.get('/cost_executions', { per_page: 1000 })
  const { result, megabytes, seconds } = await cost(run)
  const size = Number(result.headers['content-length']) / 1e6
  console.log(`list: ${size.toFixed(1)} MB, ${megabytes.toFixed(0)} MB above idle, ${seconds.toFixed(2)} s`)
  expect(result.data.items).toHaveLength(1_000)
  expect(result.data.items[0]).toMatchObject({ line_count: 1_000 })
  expect(size).toBeLessThan(20)
  expect(megabytes).toBeLessThan(300)
  expect(seconds).toBeLessThan(LIST_SECONDS)
})

test('the largest allowed batch delete takes bounded memory, a larger one is refused with a message', async () => {
  const refused = await cost(() => owner.who.delete('/cost_executions/batch', { codes }))
  expect(refused.result).toMatchObject({
    status: 422,
    msg: '一次最多删除 50,000 条明细，所选付款共有 1,000,000 条，请分批删除',
    data: { errors: [{ field: 'codes' }] },
  })
  expect(refused.seconds).toBeLessThan(LIST_SECONDS)
  const some = codes.slice(0, MAX_DELETED_LINES / 1_000)
  const { result, megabytes, seconds } = await cost(() =>
    owner.who.delete('/cost_executions/batch', { codes: some }),
  )
  console.log(`delete: ${some.length}: ${megabytes.toFixed(0)} MB above idle, ${seconds.toFixed(2)} s`)
  expect(result).toMatchObject({ status: 200, code: 0 })
  expect(megabytes).toBeLessThan(300)
  expect(seconds).toBeLessThan(DELETE_SECONDS)
  const [logged] = await ask<{ entries: number; lines: number }>(
    database.url,
    `select count(*)::int4 as entries, sum(jsonb_array_length(before -> 'cost_execution_details'))::int4 as lines
     from audit_logs where action = 'delete' and resource = 'cost_execution'`,
  )
  expect(logged).toEqual({ entries: some.length, lines: MAX_DELETED_LINES })
})
