import { expect } from 'vitest'
import { sha256 } from '../../src/platform/codes.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../../src/start/demo/demo.ts'
import type { TestApp } from '../harness/harness.ts'
import { logIn } from '../harness/login.ts'
import { operationsOf } from './operations.ts'

/** Operations whose answers differ from call to call. */
const CHANGING = /captcha|event_source|openapi|qinius|tokens|\/system$/

/** Every GET of the OpenAPI document on the demo's running project, with the first record of each list. */
export async function answersOf(app: TestApp): Promise<Record<string, unknown>> {
  const login = await logIn(app, DEMO_LOGINS[0].phone, DEMO_PASSWORD)
  expect(login).toMatchObject({ code: 0 })
  const headers = { authorization: `Bearer ${login.data.token}` }
  const { items } = (await app.nobody.get('/projects', {}, headers)).data
  const running = items.find((one: { status: string }) => one.status === 'running') ?? items[0]
  Object.assign(headers, { 'x-project': running.code })
  const found: Record<string, unknown> = {}
  for (const { method, path } of await operationsOf(app)) {
    if (method !== 'GET' || CHANGING.test(path)) continue
    let address = path
    const part = path.match(/^(.*?)\/\{\w+\}/)
    if (part) {
      const first = (await app.nobody.get(part[1] as string, {}, headers)).data?.items?.[0]
      address = path.replace(/\{\w+\}/, String(first?.code ?? first?.id ?? 'none'))
    }
    const { status, code, data } = await app.nobody.get(address, {}, headers)
    found[path] = { status, code, data: await opened(app, data) }
  }
  return found
}

/** Those that are the same twice; a second answer differs for some operations, such as the last use of a session. */
export function lasting(first: Record<string, unknown>, again: Record<string, unknown>): string[] {
  return Object.keys(again).filter((path) => JSON.stringify(again[path]) === JSON.stringify(first[path]))
}

/** The data with what each signed link opens in place of the link: links that are made seconds apart differ. */
async function opened(app: TestApp, data: unknown): Promise<string> {
  let text = JSON.stringify(data) ?? ''
  for (const [link] of text.matchAll(/[^"]*[?&]expires=\d+&sign=[^"]*/g)) {
    const { statusCode, rawPayload } = await app.http.inject({ url: JSON.parse(`"${link}"`) })
    text = text.replace(link, `opens ${statusCode} ${sha256(rawPayload).toString('hex')}`)
  }
  return text
}
