import { unknownNames } from '@pianzhang/contract/audit-words'
import { DefaultQueryExecutor } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { INVENTED } from '../files/invented.ts'

// The operation log shows the fields of records in words (packages/contract/src/audit-words.ts). Each test file fails if what it made the
// server log has a field without words, so that a new field of any module cannot be forgotten there.

interface Query {
  sql: string
  parameters: readonly unknown[]
}

interface Logged {
  resource: string
  code: string
  before: unknown
  after: unknown
}

function note({ sql, parameters }: Query): void {
  if (!sql.includes('insert into audit_logs ')) return
  // `platform/audit/audit.ts` sends all entries of a call as one JSON parameter.
  const json = parameters.find((value) => typeof value === 'string' && value.startsWith('[{"ordinal"'))
  if (typeof json !== 'string') throw new Error('an INSERT into audit_logs without its entries as JSON')
  for (const { resource, code, before, after } of JSON.parse(json) as Logged[])
    for (const state of code === INVENTED ? [] : [before, after])
      for (const name of unknownNames(resource, state)) unknown.add(`${resource}: ${name}`)
}

const prototype = DefaultQueryExecutor.prototype as unknown as Record<PropertyKey, unknown>
const KEY = Symbol.for('logged-names')
// Kept at the prototype: the test files of a worker share the modules of the product, but each evaluates this file anew.
const unknown = (prototype[KEY] ?? new Set()) as Set<string>
if (!prototype[KEY]) {
  prototype[KEY] = unknown
  const original = prototype.executeQuery as (query: Query, ...rest: unknown[]) => unknown
  prototype.executeQuery = function (this: unknown, query: Query, ...rest: unknown[]) {
    note(query)
    return original.call(this, query, ...rest)
  }
}

beforeAll(() => unknown.clear())
afterAll(() => {
  if (unknown.size > 0)
    throw new Error(
      `logged fields without words in packages/contract/src/audit-words.ts:\n${[...unknown].join('\n')}`,
    )
})
