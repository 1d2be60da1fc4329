import { depth } from '../../../../scripts/depth.ts'

/** The subset of JSON Schema that our OpenAPI document uses. */
export interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

export type Path = readonly (string | number)[]

/** A valid value for the schema with every property; `known` has values by property name, such as codes of existing records, `text` is any other text. */
export function sampleOf(
  schema: Schema,
  known: Readonly<Record<string, unknown>>,
  text = 'sample',
  name = '',
): unknown {
  if (name in known) return known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], known, text, name)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, sampleOf(value, known, text, key)]),
    )
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, known, text)]
  if (schema.type === 'object') return { a: 1 }
  if (schema.type === 'number' || schema.type === 'integer') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  return schema.format === 'date' ? '2026-11-21' : text
}

/** The paths of all values in a JSON value, the empty path first. */
export function* pathsOf(json: unknown, path: Path = []): Generator<Path> {
  yield path
  if (typeof json !== 'object' || json === null) return
  for (const [key, value] of Object.entries(json))
    yield* pathsOf(value, [...path, Array.isArray(json) ? Number(key) : key])
}

/** A copy with another value at the path. */
export function withValue(json: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy = (Array.isArray(json) ? [...json] : { ...(json as object) }) as Record<string | number, unknown>
  copy[key] = withValue(copy[key], rest, value)
  return copy
}

export const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
/** Freezes the value deeply. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

/** Values that are invalid for nearly every field. Frozen, as all tests share them. */
export const WRONG: readonly unknown[] = frozen([
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 63,
  '',
  '  ',
  'a\0b',
  '\ud800',
  '\u202e\ufeff',
  "'; drop table users; --",
  '%_\\',
  '-0.00',
  '9'.repeat(400),
  '9999-12-31',
  '0000-00-00',
  'x'.repeat(depth(100_000, 1_000_000)),
  [],
  [null],
  {},
  { length: 3 },
  nested(20),
])
