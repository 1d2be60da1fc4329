import type { App } from '../app.ts'
import type { Schema } from './samples.ts'

interface Described {
  description?: string
  security?: unknown[]
  parameters?: { in: string; name: string }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

/** One operation of the OpenAPI document. */
export interface Operation {
  name: string
  method: string
  path: string
  /** `anyone`, `account`, `login`, or a permission. */
  access: string
  queries: string[]
  /** The names in the path. */
  parts: string[]
  body: Schema | undefined
}

/** Every operation that the running server describes, so that a new one is tested from its first day. */
export async function operationsOf(app: App): Promise<Operation[]> {
  const document = (await app.http.inject({ url: '/api/common/openapi.json' })).json()
  return Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody, description = '' }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        access: description.match(/^Access: (\w+(?:: \w+)?)/)?.[1] ?? '',
        queries: parameters
          .filter((parameter) => parameter.in === 'query')
          .map((parameter) => parameter.name),
        parts: parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
        body: requestBody?.content?.['application/json']?.schema,
      })),
  )
}

/** The path with a record's code in each place that wants one, found by the part before it. */
export const addressOf = (path: string, records: Readonly<Record<string, string>>) =>
  path.replace(/([^/]+)\/\{\w+\}/g, (_, before: string) => `${before}/${records[before] ?? 'no-such-code'}`)

/** What an answer never says: where our code and our files are, how we ask the database, what it said. */
const LEAKS: readonly RegExp[] = [
  /\bat (async )?[\w.<>]+ \(|\bat file:|\.[mc]?[jt]s:\d+/,
  /(^|[^\w.:/-])\/(home|root|tmp|usr|var|proc|opt|work)\/|node_modules/,
  /violates|duplicate key|syntax error at|relation "|column "|invalid input (syntax|value)|out of range for type|\bfrom \w+ (where|join)\b/i,
  /kysely|zoderror|postgres(ql)?:|ECONN|ENOENT|undefined \(|is not a function|\[object Object\]/i,
]

/** The first thing in an answer that should not be there; undefined where all is well. */
export function leakIn(text: string, ...secrets: string[]): string | undefined {
  // In the letters of a picture every short word stands sooner or later.
  const words = text.replace(/data:image\/png;base64,[\w+/=]+/g, '')
  return (
    LEAKS.map((leak) => words.match(leak)?.[0]).find((found) => found !== undefined) ??
    secrets.find((secret) => text.includes(secret))
  )
}
