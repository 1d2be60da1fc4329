import { fieldPath } from '@pianzhang/contract/errors'
import { expect } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { type KeptRecords, SECRET } from '../../openapi/kept-records.ts'
import { leakIn, type Operation } from '../../openapi/operations.ts'
import { type Path, pathsOf, WRONG, withValue } from '../../openapi/samples.ts'
import type { Check, Checked } from '../../openapi/schemas.ts'

/** Wrong values for a query, URL-encoded; `%ED%A0%80` is a lone surrogate, which is invalid UTF-8. */
const WRONG_TEXTS = ['', '%00', '%ED%A0%80', '-1', '1e309', '9'.repeat(30), '%27', '%25', '9999-12-31']
const LONG = 'x'.repeat(8_000)

/** Wrong queries of the parameter `*`. */
const WRONG_QUERIES = [...WRONG_TEXTS, LONG, 'a&*=b', 'a&*[]=b', '1&*[a]=b'].map((text) => `*=${text}`)

/** Wrong parts of an address. */
export const WRONG_PARTS = [...WRONG_TEXTS, 'x'.repeat(100), LONG, '..', '%2e%2e%2f', '*', 'a%2Fb']

/** JSON of more levels than any body has, which is refused before its schema is asked. */
export const TOO_DEEP = '['.repeat(5_000) + ']'.repeat(5_000)

/** Names that are no fields, which are ignored. Parsed, as `__proto__` of a literal would set the prototype. */
export const STRANGE: object = JSON.parse(
  String.raw`{ "__proto__": 1, "constructor": [null], "toString": "x", "": [[[]]], "\u0000\ud800": "\u0000" }`,
)

/** Names of types that a schema without a message of its own leaves in English. */
const TYPES = /\b(?:string|number|boolean|array|object|bigint|undefined)\b/

/** The first message that is not Chinese; undefined if all are. */
const strangeMessage = (messages: readonly string[]): string | undefined =>
  messages.find((message) => !/[\u4e00-\u9fff]/.test(message) || TYPES.test(message) || leakIn(message))

/** One wrong value at its place, and what the schema says to it. */
export type Trial<Place> = Checked & {
  place: Place
  /** The name of the field or parameter. */
  name: string
  wrong: unknown
  /** What the schema gets when this value alone is wrong. */
  given: unknown
}

/** Asks the schema about each value. A test fails that names all messages which are not Chinese. */
function tryEach<Place>(
  check: Check,
  trials: readonly Pick<Trial<Place>, 'place' | 'name' | 'wrong' | 'given'>[],
): Trial<Place>[] {
  const strange: string[] = []
  const tried = trials.map((trial) => {
    const checked = check(trial.given)
    const { message: first = '空', errors = [] } = checked.refusal ?? {}
    const message = strangeMessage([first, ...errors.map((error) => error.message)])
    if (message !== undefined) strange.push(`${trial.name}=${shown(trial.wrong)} → ${message}`)
    return { ...trial, ...checked }
  })
  expect(strange, strange.join('\n')).toEqual([])
  return tried
}

/** As the server gets it: without what is undefined. */
const sent = (sample: unknown): unknown => JSON.parse(JSON.stringify(sample))

/** A body with these wrong values. */
export const bodyWith = (sample: unknown, some: readonly Trial<Path>[]): unknown =>
  some.reduce((body, { place, wrong }) => withValue(body, place, wrong), sent(sample))

/** A query with these wrong values. */
export const queryWith = (some: readonly Trial<string>[]): string => some.map(({ place }) => place).join('&')

/** Every wrong value of every field of a body, which is otherwise this sample. */
export const tryBodies = (check: Check, sample: unknown): Trial<Path>[] => {
  const base = sent(sample)
  const trials = [...pathsOf(sample)].flatMap((place) => {
    const name = fieldPath([...place])
    return WRONG.map((wrong) => ({ place, name, wrong, given: withValue(base, place, wrong) }))
  })
  return tryEach(check, trials)
}

/** A query as the router parses it. */
export const parsed = (app: TestApp, { method, path }: Operation, query: string): unknown =>
  app.http.findRoute({ method: method as 'GET', url: `${path.replace(/\{\w+\}/g, 'a')}?${query}` })
    ?.searchParams

/** Every wrong value of every query parameter. */
export const tryQueries = (app: TestApp, operation: Operation, check: Check): Trial<string>[] => {
  const trials = operation.queries.flatMap((name) =>
    WRONG_QUERIES.map((wrong) => {
      const place = wrong.replaceAll('*', name)
      return { place, name, wrong, given: parsed(app, operation, place) }
    }),
  )
  return tryEach(check, trials)
}

/** What an answer says: `errors` by field. */
export interface Said {
  code: number
  msg: string
  errors: { field: string; message: string }[]
}

/** The longest text. */
export const HUGE = WRONG.find((wrong) => typeof wrong === 'string' && wrong.length > 1_000)

/** A short form of what was sent, for the message of a failed test. */
const shown = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 300)

/** Of a test of hundreds of requests. */
export const TIMEOUT = { timeout: 300_000 }

/** For `test.each`: vitest cuts a `$name` after 40 characters. */
export const named = (operation: Operation) => [operation.name, operation] as const

/** Sends JSON, and expects success or a refusal with Chinese messages, never an unexpected error, and no leak in the answer. */
export async function expectCalm(
  app: TestApp,
  { admin }: KeptRecords,
  method: string,
  url: string,
  body?: string,
): Promise<Said> {
  const response = await app.http.inject({
    method: method as 'GET',
    url,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'x-project': admin.project ?? '',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    payload: body,
  })
  const text = response.body
  const what = `${method} ${url.slice(0, 200)} ${body?.slice(0, 300) ?? ''} → ${text.slice(0, 300)}`
  expect(response.statusCode, what).toBeLessThan(500)
  expect(leakIn(text, SECRET), what).toBeUndefined()
  // Also in lists of what went wrong with the rows of a file.
  const messages = text.matchAll(/"m(?:sg|essage)":("(?:[^"\\]|\\.)*")/g)
  expect(strangeMessage([...messages].map(([, json = '""']) => JSON.parse(json))), what).toBeUndefined()
  const isJson = String(response.headers['content-type']).includes('json')
  const { code, msg, data } = isJson ? response.json() : { code: 0, msg: '', data: null }
  return { code, msg, errors: data?.errors ?? [] }
}
