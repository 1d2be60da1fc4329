import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { yuan } from '@pianzhang/contract/money'
import { expect } from 'vitest'
import { sha256 } from '../../src/platform/codes.ts'
import type { Random } from '../../src/start/demo/random.ts'
import { png } from '../base/attachments/helpers.ts'
import { bookOf, RIGHT } from '../books/payments/sheet/sheets.ts'
import type { Tally } from '../faults/writer.ts'
import type { Owner } from '../harness/company-on.ts'
import { type Answer, PASSWORD } from '../harness/harness.ts'
import { ask } from '../harness/recount.ts'
import { type Remote, remote } from '../machines/remote.ts'
import { SERVED_BY } from './haproxy.ts'

const PATIENCE_MS = 60_000
/** Rows of each imported spreadsheet. */
export const ROWS = 3

/** Where the servers are, and the database to read captchas from. */
export interface Site {
  address: string
  databaseUrl: string
}

/** Logs in as the login page does; returns the answer, and which servers drew the captcha and checked it. */
export async function logIn(site: Site, phone: string, password = PASSWORD) {
  const nobody = remote(() => site.address, { token: '', project: null })
  const drawn = await nobody.post('/api/common/captchas')
  const [row] = await ask<{ answer: string }>(
    site.databaseUrl,
    'select answer from captchas where token_hash = $1',
    [sha256(drawn.data.token)],
  )
  const body = { phone, password, captcha: row?.answer ?? '', captcha_token: drawn.data.token }
  const answer = await nobody.post('/sessions', body)
  return { answer, body, by: [drawn, answer].map(({ headers }) => headers[SERVED_BY]) }
}

/** Uploads a file as the page does; returns the answer and the token, which can be used once. */
export async function send(who: Remote, bytes: Buffer, fileName: string) {
  const key = `manager/attachments/${fileName.replace('.', '-1763700000000.')}`
  const granted = await who.post('/api/common/qinius', { key })
  if (granted.code !== 0) return { answer: granted, again: async () => granted }
  const { data } = granted
  const form = new FormData()
  form.set('token', data.token)
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), fileName)
  const post = async (): Promise<Answer> => {
    const response = await fetch(data.upload_url, { method: 'POST', body: form })
    return { status: response.status, headers: {}, ...JSON.parse(await response.text()) }
  }
  return { answer: await post(), again: post }
}

/** An import or a check with progress, as the page asks for it. Rejects if the stream ended without a result. */
export async function streamed(
  site: Site,
  owner: Pick<Owner, 'project'>,
  token: string,
  path: string,
  file: string,
) {
  const response = await fetch(`${site.address}/api/manager${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-project': owner.project,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ attachment_code: file }),
  })
  const text = await response.text()
  const [, result] = /^event: result\ndata: (.*)$/m.exec(text) ?? []
  if (!result) throw new Error(`no result: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(result)
}

/** Which details of petty cash and imports were acknowledged. */
export interface Promised {
  /** Number by payer; each detail has a payer of its own. */
  details: Map<string, string>
  files: Set<string>
}

/** One person at work through the proxy, who repeats calls without an answer, as the page does. */
export class Colleague {
  readonly promised: Promised = { details: new Map(), files: new Set() }
  readonly tally: Tally = { answered: 0, lost: 0 }
  readonly #site: Site
  readonly #owner: Owner
  readonly #phone: string
  readonly #random: Random
  #token = ''

  constructor(site: Site, owner: Owner, phone: string, random: Random) {
    this.#site = site
    this.#owner = owner
    this.#phone = phone
    this.#random = random
  }

  get #who(): Remote {
    return remote(() => this.#site.address, { token: this.#token, project: this.#owner.project })
  }

  async begin(): Promise<void> {
    const { data } = await this.#patient(async () => (await logIn(this.#site, this.#phone)).answer)
    this.#token = data.token
  }

  async act(): Promise<void> {
    const actions: (() => Promise<unknown>)[] = [
      ...Array(4).fill(() => this.#look()),
      ...Array(4).fill(() => this.#add([])),
      () => this.#addWithPicture(),
      () => this.#addTwice(),
      () => this.#import(),
      () => this.#export(),
      () => this.#comeAgain(),
    ]
    await this.#random.pick(actions)()
  }

  async #look(): Promise<void> {
    const path = this.#random.pick([
      '/sessions/profile',
      '/imprests',
      '/imprests/totals',
      '/cost_executions',
      '/cost_executions/dashboard/payer',
      '/audit_logs',
    ])
    await this.#patient(() => this.#who.get(path))
  }

  #detail(pictures: string[]) {
    return {
      pay_at: '2026-11-21',
      payer: `${this.#phone}-${randomUUID()}`,
      subject_three_code: this.#owner.line.subject_three_code,
      pay_channel: '2',
      pay_amount: yuan(BigInt(this.#random.int(1, 100_000))),
      voucher_attachment_codes: pictures,
    }
  }

  async #add(pictures: string[]): Promise<Answer> {
    const body = this.#detail(pictures)
    const answer = await this.#post(body)
    this.promised.details.set(body.payer, answer.data.code)
    return answer
  }

  /** A double click: both get the same answer, whichever servers they reach. */
  async #addTwice(): Promise<void> {
    const body = this.#detail([])
    const [first, second] = await Promise.all([this.#post(body), this.#post(body)])
    expect(second.data).toEqual(first.data)
    this.promised.details.set(body.payer, first.data.code)
  }

  #post(body: { payer: string }): Promise<Answer> {
    return this.#patient(() => this.#who.post('/imprests', body, { 'idempotency-key': body.payer }))
  }

  async #addWithPicture(): Promise<void> {
    const picture = await png()
    const code = await this.#upload(picture, '凭证.png')
    const { data } = await this.#add([code])
    const { data: shown } = await this.#patient(() => this.#who.get(`/imprests/${data.code}`))
    const { file_url } = shown.voucher_attachments[0]
    expect((await this.#download(file_url)).equals(picture)).toBe(true)
  }

  async #import(): Promise<void> {
    const rows = Array.from({ length: ROWS }, (_, n) => ({ ...RIGHT, sequence: String(n), payer: '导入' }))
    const file = await this.#upload(await bookOf(rows), '付款.xlsx')
    const ask = (path: string) =>
      this.#repeated(() => streamed(this.#site, this.#owner, this.#token, `/cost_executions${path}`, file))
    expect(await ask('/import/preview')).toMatchObject({ total: ROWS, bad: 0 })
    expect(await ask('/import')).toMatchObject({ status: 'succeeded', total: ROWS })
    this.promised.files.add(file)
  }

  async #export(): Promise<void> {
    const { data } = await this.#patient(() => this.#who.post('/imprests/export', {}))
    const file = await this.#download(data.file_url)
    // A complete zip ends with the record of its central directory.
    expect([file.toString('latin1', 0, 2), file.lastIndexOf('PK\x05\x06') > 0]).toEqual(['PK', true])
  }

  async #comeAgain(): Promise<void> {
    let tries = 0
    await this.#patient(async () => {
      tries += 1
      const answer = await this.#who.delete('/sessions')
      // 401 after a try without an answer: that try has ended the session.
      return answer.status === 401 && tries > 1 ? { ...answer, code: 0 } : answer
    })
    await this.begin()
  }

  async #upload(bytes: Buffer, name: string): Promise<string> {
    const { data } = await this.#patient(async () => (await send(this.#who, bytes, name)).answer)
    return data.code
  }

  async #download(url: string): Promise<Buffer> {
    expect(new URL(url).origin, 'a link names the address that people use').toBe(this.#site.address)
    return await this.#repeated(async () => {
      const response = await fetch(url)
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
      return Buffer.from(await response.arrayBuffer())
    })
  }

  /** Repeats a call without an answer, or whose answer says to repeat it; fails for any other refusal. */
  async #patient(call: () => Promise<Answer>): Promise<Answer> {
    return await this.#repeated(async () => {
      const answer = await call()
      if (answer.status === 503) throw new Error(answer.msg)
      expect(answer, `${answer.status} ${answer.msg}`).toMatchObject({ code: 0 })
      return answer
    })
  }

  async #repeated<T>(call: () => Promise<T>): Promise<T> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
      try {
        const result = await call()
        this.tally.answered += 1
        return result
      } catch (error) {
        if (!isLost(error) || Date.now() > end) throw error
        this.tally.lost += 1
        this.losses.push(String((error as Error).cause ?? error))
      }
    }
  }

  /** The errors of calls that got no answer and were repeated. */
  readonly losses: string[] = []
}

/** Whether there was no usable answer: a broken connection or the proxy's own error page. False for a failed assertion. */
const isLost = (error: unknown) => error instanceof Error && error.name !== 'AssertionError'
