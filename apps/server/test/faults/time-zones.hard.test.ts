import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../harness/client.ts'
import { PASSWORD } from '../harness/harness.ts'
import { type Remote, remote } from '../machines/remote.ts'
import { endServers, type ServerProcess, startServer } from '../processes/server-process.ts'
import { filledDatabase } from '../upgrade/filled.ts'
import { PHONES } from '../upgrade/world.ts'

// Days are those of Asia/Shanghai, whatever `TZ` the processes and whatever `timezone` the database have.

const ZONES = [
  ['Asia/Shanghai', 'UTC'],
  // UTC−8 and UTC+14: on different days for 22 of 24 hours.
  ['America/Los_Angeles', 'Pacific/Kiritimati'],
  ['Pacific/Kiritimati', 'America/Los_Angeles'],
] as const

let database: Awaited<ReturnType<typeof filledDatabase>>
let servers: ServerProcess[]
/** One person's calls to each of the servers. */
let people: Remote[]

beforeAll(async () => {
  database = await filledDatabase()
  // Every table is filled; who signs in here would be asked for a code.
  await withClient(database.url, (client) => client.query('delete from second_factors'))
  servers = ZONES.map(([server, sessions]) => {
    const url = new URL(database.url)
    url.searchParams.set('options', `-c timezone=${sessions}`)
    return startServer({
      TZ: server,
      DATABASE_URL: url.href,
      SECRET: 'a-secret-of-the-tests',
      CAPTCHA_FIXED: '7K3P',
    })
  })
  const addresses = await Promise.all(servers.map((server) => server.ready()))
  const anonymous = remote(() => addresses[0] ?? '', { token: '', project: null })
  const { data: captcha } = await anonymous.post('/api/common/captchas')
  const login = { phone: PHONES[1], password: PASSWORD, captcha: '7K3P', captcha_token: captcha.token }
  const { data } = await anonymous.post('/sessions', login)
  people = addresses.map((address) => remote(() => address, { token: data.token, project: 'project-1' }))
})
afterAll(async () => {
  await endServers()
  await database.drop()
})

/** The answers of all servers to a call, without the server's address and the signatures of links, which contain the time. */
const answers = async (path: string, query = {}) =>
  await Promise.all(
    people.map(async (who) => {
      const { status, code, data } = await who.get(path, query)
      expect({ path, status, code }).toEqual({ path, status: 200, code: 0 })
      return JSON.parse(JSON.stringify(data).replaceAll(/http:\/\/127\.0\.0\.1:\d+([^"?]*)(\?[^"]*)?/g, '$1'))
    }),
  )

test.each([
  ['/cost_executions', {}],
  ['/cost_executions', { start_pay_at: '2026-02-03', end_pay_at: '2026-03-04' }],
  ['/investment_executions', {}],
  ['/imprests', {}],
  ['/contracts', {}],
  ['/contract_cautions', {}],
  ['/contract_messages', {}],
  ['/invoices', {}],
  ['/projects', {}],
  ['/users', {}],
  ['/orders', {}],
])('%s %j is the same at every server', async (path, query) => {
  const [first, ...others] = await answers(path, query)
  // The time until midnight differs between two calls.
  for (const one of [first, ...others]) if (path === '/contract_messages') one.day_ends_in = undefined
  for (const other of others) expect(other).toEqual(first)
})

test('an instant is shown as the time, and found under the day, of Shanghai', async () => {
  // The entry is of 00:08 on May 7 in Shanghai, which is May 6 in UTC and Los Angeles.
  const at = { start_at: '2026-05-07', end_at: '2026-05-07', per_page: 100 }
  for (const { items, listTotal } of await answers('/audit_logs', at)) {
    expect(listTotal).toBeGreaterThan(50)
    expect(new Set(items.map((item: { created_at: string }) => item.created_at))).toEqual(
      new Set(['2026-05-07T00:08:09.123+08:00']),
    )
  }
  for (const { listTotal } of await answers('/audit_logs', {
    ...at,
    start_at: '2026-05-06',
    end_at: '2026-05-06',
  }))
    expect(listTotal).toBe(0)
})

test('a day that is written at one server is that day in the database and at the others', async () => {
  for (const [index, who] of people.entries()) {
    const list = await who.get('/investment_categories')
    const made = await who.post('/investment_executions', {
      investment_at: '2026-12-31',
      investor: `投资方 ${index}`,
      investment_category_id: list.data.items[0].id,
      amount: '1.00',
    })
    expect(made).toMatchObject({ status: 200, code: 0 })
    for (const one of await answers(`/investment_executions/${made.data.code}`))
      expect(one).toMatchObject({ investment_at: '2026-12-31' })
    await withClient(database.url, async (client) => {
      const { rows } = await client.query(
        'select investment_at::text, abs(extract(epoch from now() - created_at)) < 600 as now from receipts where code = $1',
        [made.data.code],
      )
      expect(rows).toEqual([{ investment_at: '2026-12-31', now: true }])
    })
  }
})
