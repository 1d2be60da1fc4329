import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type Random, seeded } from '../../src/start/demo/random.ts'
import { paymentWorld } from '../books/payments/helpers.ts'
import { type Caller, startTestApp } from '../harness/harness.ts'
import { fullWorld } from '../openapi/full-world.ts'
import { addressOf, leakIn, type Operation, operationsOf } from '../openapi/operations.ts'
import { nested, pathsOf, sampleOf, WRONG, withValue } from '../openapi/samples.ts'

// wrong-input.test.ts replaces one value at a time; here several values, headers and query parameters are wrong at once.
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const TIMES = 100
const PATIENCE_MS = 5_000
const SECRET = '机密'
/** Event streams, which are not called, as their answers never end. */
const STREAMS = '/api/common/event_source/'

const app = await startTestApp()
afterAll(async () => await app.close())
const OPERATIONS = (await operationsOf(app)).filter(({ path }) => !path.startsWith(STREAMS))

let worlds = 0
let admin: Caller
let records: Record<string, string>
let known: Record<string, unknown>

beforeAll(async () => {
  const stranger = await paymentWorld(app)
  await stranger.clerk.post('/cost_executions', stranger.body({ payer: SECRET, summary: SECRET }))
})

/** Makes new records, as earlier calls may have ended, archived or deleted the old ones. */
async function freshWorld(): Promise<void> {
  const { db } = app.services
  await db.updateTable('sessions').set({ ended_at: null, end_reason: null }).execute()
  worlds += 1
  const world = await fullWorld(app, `片${worlds}`)
  admin = world.home.admin
  records = world.records
  known = { ...world.known, code: null, version: undefined }
}

function wrongBody({ body: schema }: Operation, random: Random): string | undefined {
  if (random.chance(0.05))
    return random.pick(['', '{', 'null', '[[', '{"a":1}}', '\ud800', '"', '{"__proto__":{}}'])
  let body = sampleOf(schema ?? {}, known)
  for (let times = random.int(1, 4); times > 0; times -= 1) {
    const [root = [], ...inner] = pathsOf(body)
    // Rarely the whole body: it is refused before its fields are parsed.
    const path = inner.length === 0 || random.chance(0.03) ? root : random.pick(inner)
    body = withValue(body, path, giantOr(random))
  }
  if (random.chance(0.3) && typeof body === 'object' && body !== null && !Array.isArray(body))
    body = {
      ...body,
      unknown: nested(random.int(1, 40)),
      'constructor.prototype': 1,
      '': random.pick(WRONG),
    }
  return JSON.stringify(body)
}

const giantOr = (random: Random): unknown =>
  random.chance(0.05)
    ? random.pick([
        Array.from({ length: 20_000 }, () => ({ a: 1 })),
        Array.from({ length: 1_001 }, () => ({ pay_amount: '1', subject_three_code: 'x' })),
        Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n])),
        '长'.repeat(3_000_000),
        nested(800),
      ])
    : random.pick(WRONG)

function wrongHeaders(random: Random): Record<string, string> {
  const odd = ['', 'x'.repeat(5_000), "'; drop table users; --", '%00', '{}', '-1', 'NaN', '0'.repeat(300)]
  const headers: Record<string, string> = {}
  if (random.chance(0.2)) headers['idempotency-key'] = random.pick(odd)
  if (random.chance(0.03)) headers['x-project'] = random.pick(odd)
  if (random.chance(0.1)) headers.accept = random.pick(['text/event-stream', '*/*', 'x'.repeat(3_000)])
  if (random.chance(0.1)) headers['x-forwarded-for'] = random.pick(odd)
  if (random.chance(0.05))
    headers['content-type'] = random.pick(['application/json; charset=x', 'text/plain', 'a/b'])
  if (random.chance(0.05))
    headers.range = random.pick(['bytes=9-1', 'bytes=-', 'bytes=0-99999999999999999999'])
  return headers
}

function wrongQuery({ queries }: Operation, random: Random): string {
  const texts = [
    '',
    '%00',
    '%ED%A0%80',
    '-1',
    '1e309',
    '9'.repeat(30),
    '%27',
    '%25',
    '0',
    '1',
    'a',
    '9999-12-31',
  ]
  const names = [...queries, 'toString', '__proto__', 'x']
  const pairs = Array.from({ length: random.int(0, 6) }, () => {
    const suffix = random.pick(['', '', '[]', '[a]', '%00'])
    return `${random.pick(names)}${suffix}=${random.pick(texts)}`
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

test.each(OPERATIONS)('$name: wrong in several ways at once', async (operation) => {
  onTestFailed(() => console.error(`SEED=${SEED}`))
  const random = seeded(SEED)
  for (let time = 0; time < TIMES; time += 1) {
    // Writes change the records, and after a deletion further calls would only answer 404, so writes get new records from time to time.
    if (
      worlds === 0 ||
      (operation.method !== 'GET' && time % (operation.method === 'DELETE' ? 25 : 100) === 0)
    )
      await freshWorld()
    const url = addressOf(operation.path, records) + wrongQuery(operation, random)
    const payload = operation.method === 'GET' ? undefined : wrongBody(operation, random)
    const began = performance.now()
    const response = await app.http.inject({
      method: operation.method as 'GET',
      url,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'x-project': admin.project ?? '',
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...wrongHeaders(random),
      },
      ...(payload !== undefined && { payload }),
    })
    const what = `${operation.method} ${url} ${payload?.slice(0, 300)} → ${response.body.slice(0, 300)}`
    expect(response.statusCode, what).toBeLessThan(500)
    expect(leakIn(response.body, SECRET), what).toBeUndefined()
    expect(performance.now() - began, what).toBeLessThan(PATIENCE_MS)
  }
})
