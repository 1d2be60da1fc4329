import type { App } from '../../src/start/app.ts'
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
  /** The feature that it needs. */
  feature: string | undefined
  queries: string[]
  /** Names of the path parameters. */
  parts: string[]
  body: Schema | undefined
}

/** Every operation in the server's OpenAPI document, so that a new one is tested automatically; those of features only while these are on. */
export async function operationsOf(app: App): Promise<Operation[]> {
  const document = (await app.http.inject({ url: '/api/common/openapi.json' })).json()
  const all = Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody, description = '' }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        access: description.match(/^Access: (\w+(?:: \w+)?)/)?.[1] ?? '',
        feature: description.match(/ with the feature (\w+)/)?.[1],
        queries: parameters
          .filter((parameter) => parameter.in === 'query')
          .map((parameter) => parameter.name),
        parts: parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
        body: requestBody?.content?.['application/json']?.schema,
      })),
  )
  return all
}

/** Replaces each path parameter by a record's code, chosen by the path segment before it. */
export const addressOf = (path: string, records: Readonly<Record<string, string>>) =>
  path.replace(/([^/]+)\/\{\w+\}/g, (_, before: string) => `${before}/${records[before] ?? 'no-such-code'}`)

/** What no answer may contain: stack traces, paths, SQL, messages of PostgreSQL or libraries. */
const LEAKS: readonly RegExp[] = [
  /\bat (async )?[\w.<>]+ \(|\bat file:|\.[mc]?[jt]s:\d+/,
  /(^|[^\w.:/-])\/(home|root|tmp|usr|var|proc|opt|work)\/|node_modules/,
  /violates|duplicate key|syntax error at|relation "|column "|invalid input (syntax|value)|out of range for type|\bfrom \w+ (where|join)\b/i,
  /kysely|zoderror|postgres(ql)?:|ECONN|ENOENT|undefined \(|is not a function|\[object Object\]/i,
]

/** The first leak or secret found in an answer; undefined if there is none. */
export function leakIn(text: string, ...secrets: string[]): string | undefined {
  // Base64 contains any short string by chance, so pictures and what links are signed with are left out.
  const words = text.replace(/data:image\/png;base64,[\w+/=]+|(?<=[?&](?:filters|sign)=)[\w%-]+/g, '')
  return (
    LEAKS.map((leak) => words.match(leak)?.[0]).find((found) => found !== undefined) ??
    secrets.find((secret) => text.includes(secret))
  )
}
