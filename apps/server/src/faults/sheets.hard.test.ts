import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyOn, type Owner, uploadTo } from '../testing/company-on.ts'
import { cloneDatabase } from '../testing/database.ts'
import { manyTexts } from '../testing/hostile.ts'
import { costOf, memoryOfTree } from '../testing/process.ts'
import { endServers, type ServerProcess, startServer } from '../testing/server-process.ts'

/** Above what the server has when nobody works. */
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

/** A preview as the page asks for it; answers all its events. */
async function preview({ token, project }: Owner, attachment_code: string): Promise<string> {
  const response = await fetch(`${address}/api/manager/cost_executions/import/preview`, {
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
      Array.from({ length: 12 }, (_, n) => preview(owners[n % 4] as Owner, files[n % 4] as string)),
    ),
  )
  console.log(
    `idle ${idle.toFixed()} MB, ${megabytes.toFixed()} MB above it at most, ${seconds.toFixed(1)} s`,
  )
  for (const events of result) expect(events).toMatch(/event: result\ndata: \{"status":"succeeded"/)
  expect(megabytes).toBeLessThan(MEGABYTES)
})
