import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LEDGERS } from '../../../src/ledgers.ts'
import { startTestApp } from '../../harness/harness.ts'
import { isCreated, pathOf } from '../../harness/samples.ts'
import { KeptRecords, OPERATOR_PHONE } from '../../openapi/kept-records.ts'
import { operationsOf } from '../../openapi/operations.ts'
import { type Checked, type Schemas, schemasOf } from '../../openapi/schemas.ts'
import {
  bodyWith,
  expectCalm,
  HUGE,
  named,
  parsed,
  queryWith,
  type Said,
  STRANGE,
  TIMEOUT,
  TOO_DEEP,
  type Trial,
  tryBodies,
  tryQueries,
  WRONG_PARTS,
} from './wrong-input.ts'

// Every wrong value of every field and query parameter is tried with the schema of its route. Over HTTP goes one refused value of each field, and
// what the schema accepts and reads differently, a value of every field in one request. `wrong-input-singly.test.ts` sends each value alone.

// Started here, not in `beforeAll`: `test.each` needs the operations that the running server describes.
const app = await startTestApp({ OPERATOR_PHONES: OPERATOR_PHONE })
afterAll(async () => await app.close())

const OPERATIONS = await operationsOf(app)
const WRITES = OPERATIONS.filter(({ method }) => method !== 'GET')
const ASKED = OPERATIONS.filter(({ queries }) => queries.length > 0)
const ADDRESSED = OPERATIONS.filter(({ parts }) => parts.length > 0)

let kept: KeptRecords
beforeAll(async () => {
  kept = await KeptRecords.make(app)
})
beforeEach(async () => await kept.restore())

const isWithin = (field: string, other: string): boolean =>
  other === '' || field === other || field.startsWith(`${other}.`) || field.startsWith(`${other}[`)

/** Whether the answer's errors name the field, a part of it, or what it is a part of. */
const isNamed = ({ errors }: Said, name: string): boolean =>
  errors.some(({ field }) => isWithin(field, name) || isWithin(name, field))

/** How the trials of one operation go to its route. */
interface Way<Place> {
  schemas: Schemas
  /** What the route reads, and answers, when nothing is wrong. */
  plain: { read: unknown; said: Said }
  /** What the schema says to all of these at once, if it does not accept them. */
  refusal: (some: readonly Trial<Place>[]) => Checked['refusal']
  send: (some: readonly Trial<Place>[]) => Promise<Said>
}

async function sendSome<Place>(tried: readonly Trial<Place>[], way: Way<Place>): Promise<void> {
  const refused = tried.filter(({ refusal, wrong }) => refusal && wrong !== HUGE)
  const singly: Trial<Place>[] = []
  const together: Trial<Place>[] = []
  for (const [index, [name, ofName]] of [...Map.groupBy(refused, (trial) => trial.name)].entries()) {
    // What has parts may be of any kind when a route looks further into it.
    const hasParts = tried.some((other) => other.name !== name && isWithin(other.name, name))
    const kinds = Map.groupBy(ofName, ({ wrong }) => kindOf(wrong)).values()
    const some = way.schemas.looksFurther && hasParts ? [...kinds].flatMap(([first]) => first ?? []) : []
    const chosen = some.length > 0 ? some : ofName.slice(index % ofName.length).slice(0, 1)
    ;(way.schemas.looksFurther ? singly : together).push(...chosen)
  }
  for (const one of singly) await way.send([one])
  await expectRefused(together, way)
  const read = new Map<string, Trial<Place>>()
  for (const trial of tried) if (!trial.refusal) read.set(asRead(trial.read), trial)
  read.delete(asRead(way.plain.read))
  await sendTogether([...read.values()], way)
}

/** Values that the schema reads alike, such as an empty text and a blank one, are one to the route. */
const asRead = (read: unknown): string =>
  JSON.stringify(read, (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value === undefined ? 'undefined' : value,
  ) ?? ''

/** The kind of a JSON value, and of the first in a list. */
const kindOf = (json: unknown): string =>
  Array.isArray(json) ? `list of ${kindOf(json[0])}` : json === null ? 'null' : typeof json

/** Over HTTP the answer is that of the schema, to as many fields at once as are no part of each other. */
async function expectRefused<Place>(trials: readonly Trial<Place>[], way: Way<Place>): Promise<void> {
  let rest = trials
  while (rest.length > 0) {
    const some = apart(rest, () => true)
    const { message: msg, errors } = way.refusal(some) ?? {}
    expect(await way.send(some)).toMatchObject({ msg, errors })
    rest = rest.filter((trial) => !some.includes(trial))
  }
}

/**
 * Sends what the schema accepts: a wrong value of every field at once, then without what the answer names as wrong, until the rest is saved. If the
 * answer names none of it, each is sent alone, as another may hide what it does, unless a sample without wrong values is answered the same.
 */
async function sendTogether<Place>(accepted: readonly Trial<Place>[], way: Way<Place>): Promise<void> {
  let rest = accepted
  while (rest.length > 0) {
    const some = apart(rest, (trials) => !way.refusal(trials))
    const said = await way.send(some).catch(async (error: unknown) => {
      // Which of them it was.
      if (some.length > 1) for (const one of some) await way.send([one])
      throw error
    })
    const isUsual = said.code === 0 || said.msg === way.plain.said.msg
    const done = isUsual ? some : some.filter(({ name }) => isNamed(said, name))
    if (done.length === 0 && some.length > 1) for (const one of some) await way.send([one])
    rest = rest.filter((trial) => !(done.length === 0 ? some : done).includes(trial))
  }
}

/** The first, and each that `fits` beside those before it; none is a part of another. */
function apart<Place>(
  trials: readonly Trial<Place>[],
  fits: (some: readonly Trial<Place>[]) => boolean,
): Trial<Place>[] {
  const some = trials.slice(0, 1)
  for (const trial of trials.slice(1)) {
    const isFree = some.every(({ name }) => !isWithin(trial.name, name) && !isWithin(name, trial.name))
    if (isFree && fits([...some, trial])) some.push(trial)
  }
  return some
}

/** That nothing else is wrong: the right to write, the features, what bodies name. */
async function expectValidSamples(): Promise<void> {
  const tables = LEDGERS.filter(({ resource }) => resource !== 'subject' && isCreated(resource)).map(pathOf)
  for (const name of [...tables, 'orders', 'projects', 'roles', 'users']) {
    const path = `/api/manager/${name}`
    const operation = WRITES.find((write) => write.path === path && write.method === 'POST')
    const body = JSON.stringify(await kept.sample(operation ?? { path, body: undefined }))
    const said = await expectCalm(app, kept, 'POST', path, body)
    expect(said.code, `${path} ${body} → ${said.msg}`).toBe(0)
  }
}

test('at first the samples are valid, so that only the replaced value is wrong', expectValidSamples)

describe('a wrong body causes no unexpected error', () => {
  test.each(WRITES.map(named))('%s', TIMEOUT, async (_, operation) => {
    const { method, path, body: described } = operation
    const send = (body: unknown) => expectCalm(app, kept, method, kept.address(path), JSON.stringify(body))
    await expectCalm(app, kept, method, kept.address(path), TOO_DEEP)
    const schemas = schemasOf(app, operation)
    const { body: check } = schemas
    if (!check || !described) {
      // Nobody reads it.
      for (const wrong of [null, HUGE, [null]]) await send(wrong)
      return
    }
    const said = await send({ ...((await kept.sample(operation)) as object), ...STRANGE })
    const sample = await kept.sample(operation)
    const { refusal, read } = check(bodyWith(sample, []))
    expect(refusal?.errors, 'what is wrong with the sample').toBeUndefined()
    const tried = tryBodies(check, sample)
    await send(tried.find(({ refusal, wrong }) => refusal && wrong === HUGE)?.given)
    await sendSome(tried, {
      schemas,
      plain: { read, said },
      refusal: (some) => check(bodyWith(sample, some)).refusal,
      send: async (some) => await send(bodyWith(await kept.sample(operation), some)),
    })
  })
})

describe('a wrong query causes no unexpected error', () => {
  test.each(ASKED.map(named))('%s', TIMEOUT, async (_, operation) => {
    const { method, path } = operation
    const schemas = schemasOf(app, operation)
    const { query: check } = schemas
    if (!check) throw new Error(`${operation.name} has no schema of its queries`)
    const send = (some: readonly Trial<string>[]) =>
      expectCalm(app, kept, method, `${kept.address(path)}?${queryWith(some)}`)
    await sendSome(tryQueries(app, operation, check), {
      schemas,
      plain: { read: check(parsed(app, operation, '')).read, said: await send([]) },
      refusal: (some) => check(parsed(app, operation, queryWith(some))).refusal,
      send,
    })
  })
})

describe('a wrong address is no fault of ours', () => {
  test.each(ADDRESSED.map(named))('%s', TIMEOUT, async (_, operation) => {
    const { method, path, body } = operation
    const payload = body && JSON.stringify(await kept.sample(operation))
    for (const wrong of WRONG_PARTS)
      await expectCalm(app, kept, method, path.replace(/\{\w+\}/g, wrong), payload)
  })
})

test('at last they still are: no request has taken a right or a record', expectValidSamples)
