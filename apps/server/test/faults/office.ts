import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { RESOURCES } from '@pianzhang/contract/permissions'
import { newCode, newToken, sha256 } from '../../src/platform/codes.ts'
import { type Db, openDatabase, Pools } from '../../src/platform/database/database.ts'
import type { Random } from '../../src/start/demo/random.ts'
import { companyOn, type Owner } from '../harness/company-on.ts'
import { addPerson } from '../harness/harness.ts'
import { queryString } from '../machines/remote.ts'

/** People of one company, who work in one project. */
export const OFFICE = 20
/** Think time between two clicks, in seconds. */
const THINK = { least: 4, most: 14 }
/** The page's throttle: after change events it reloads at most once in this time. */
const RELOAD_EVERY_MS = 500

const EVERYTHING = Object.fromEntries(
  RESOURCES.map(({ model, actions }): [string, string[]] => [model, [...actions]]),
)
const agent = new Agent({ keepAlive: true })

type Query = Record<string, unknown>
/** A page of the application. */
interface Page {
  /** Its weight in the mix of visits. */
  weight: number
  /** The resource whose change events reload it. */
  shows: string
  /** The GET requests that it sends when it is opened. */
  requests: readonly (readonly [path: string, query?: Query])[]
}

const chart = (path: string, ...names: string[]) =>
  names.map((name) => [`${path}/dashboard/${name}`] as const)

const PAGES: readonly Page[] = [
  { weight: 30, shows: 'cost_execution', requests: [['/cost_executions', { page: 1 }]] },
  { weight: 6, shows: 'cost_execution', requests: [['/cost_executions', { page: 1, keywords: '器材' }]] },
  { weight: 4, shows: 'cost_execution', requests: [['/cost_executions', { page: 2, per_page: 50 }]] },
  {
    weight: 6,
    shows: 'cost_execution',
    requests: chart(
      '/cost_executions',
      'total_amount',
      'subject_one',
      'subject_three',
      'payer',
      'pay_category',
    ),
  },
  { weight: 8, shows: 'imprest', requests: [['/imprests', { page: 1 }], ['/imprests/totals']] },
  { weight: 6, shows: 'investment_execution', requests: [['/investment_executions', { page: 1 }]] },
  { weight: 5, shows: 'cost_budget', requests: [['/cost_budgets', { page: 1 }]] },
  { weight: 5, shows: 'contract', requests: [['/contracts', { page: 1 }], ['/contract_messages']] },
  { weight: 3, shows: 'invoice', requests: [['/invoices', { page: 1 }]] },
  {
    weight: 6,
    shows: 'overview',
    requests: [['/projects/dashboard/amount'], ['/projects/dashboard/contract']],
  },
  { weight: 3, shows: 'subject', requests: [['/selects/subject_trees']] },
  { weight: 2, shows: 'user', requests: [['/users', { page: 1 }]] },
  { weight: 2, shows: 'role', requests: [['/audit_logs', { page: 1 }]] },
  { weight: 2, shows: 'role', requests: [['/sessions/profile'], ['/projects', { page: 1 }]] },
]
/** Percent of the clicks that save a payment, edit the person's last payment, save a petty cash detail, or export petty cash. */
const WRITES = { create: 6, edit: 4, imprest: 4, export: 1 }

/** What all simulated people measured. */
export interface Journal {
  /** Milliseconds until each answer, by method and path. */
  times: Map<string, number[]>
  /** Requests that failed or got no answer. */
  errors: string[]
  events: number
}
export const newJournal = (): Journal => ({ times: new Map(), errors: [], events: 0 })

/** Creates companies with a project each, and signs `OFFICE` people of each in. */
export async function openOffices(address: string, databaseUrl: string, companies: number) {
  const pools = new Pools(databaseUrl)
  const db = openDatabase(pools.open({ max: 2 }))
  const offices = []
  for (let company = 0; company < companies; company += 1) {
    const owner = await companyOn(() => address, databaseUrl)
    offices.push({ owner, tokens: await people(db, owner.project) })
  }
  await pools.end()
  return offices
}

async function people(db: Db, project: string): Promise<string[]> {
  const { company_id } = await db
    .selectFrom('projects')
    .select('company_id')
    .where('code', '=', project)
    .executeTakeFirstOrThrow()
  return await Promise.all(
    Array.from({ length: OFFICE }, async () => {
      const user_id = await addPerson(db, company_id, EVERYTHING, [project])
      const token = newToken()
      const now = new Date()
      await db
        .insertInto('sessions')
        .values({ code: newCode(), token_hash: sha256(token), user_id, created_at: now, seen_at: now })
        .execute()
      return token
    }),
  )
}

/** A simulated person: opens pages and writes with think time between; an event stream reloads the open page when its resource changes. */
export class Clerk {
  readonly #address: string
  readonly #owner: Owner
  readonly #token: string
  readonly #random: Random
  readonly #journal: Journal
  #page: Page = PAGES[0] as Page
  #reloading = false
  #own: { code: string; version: number } | undefined

  constructor(address: string, owner: Owner, token: string, random: Random, journal: Journal) {
    this.#address = address
    this.#owner = owner
    this.#token = token
    this.#random = random
    this.#journal = journal
  }

  /** Works until the signal aborts. */
  async work(over: AbortSignal): Promise<void> {
    const stream = this.#listen(over)
    await this.#pause(over, 0)
    while (!over.aborted) {
      await this.#act()
      await this.#pause(over, THINK.least)
    }
    await stream
  }

  async #pause(over: AbortSignal, least: number): Promise<void> {
    const ms = this.#random.int(least * 1000, THINK.most * 1000)
    await sleep(ms, undefined, { signal: over }).catch(() => undefined)
  }

  async #act(): Promise<void> {
    const turn = this.#random.int(1, 100)
    if (turn <= WRITES.create) return await this.#create()
    if (turn <= WRITES.create + WRITES.edit) return await this.#edit()
    if (turn <= WRITES.create + WRITES.edit + WRITES.imprest) return await this.#addPettyCashDetail()
    if (turn <= WRITES.create + WRITES.edit + WRITES.imprest + WRITES.export) return await this.#export()
    const all = PAGES.flatMap((page) => Array<Page>(page.weight).fill(page))
    this.#page = this.#random.pick(all)
    await this.#load()
  }

  async #load(): Promise<void> {
    await Promise.all(this.#page.requests.map(([path, query]) => this.#call('GET', path, query)))
  }

  #body() {
    const amount = `${this.#random.int(1, 90_000)}.${this.#random.int(10, 99)}`
    return {
      pay_at: `2026-11-${this.#random.int(10, 22)}`,
      payer: this.#random.pick(['北京影视器材有限公司', '横店影视城', '刘师傅', '盒饭']),
      cost_execution_details: [{ ...this.#owner.line, pay_amount: amount }],
    }
  }

  async #create(): Promise<void> {
    const data = await this.#call('POST', '/cost_executions', undefined, this.#body())
    if (data) this.#own = { code: String(data.code), version: Number(data.version) }
  }

  async #edit(): Promise<void> {
    if (!this.#own) return await this.#create()
    const { code, version } = this.#own
    const data = await this.#call('PUT', `/cost_executions/${code}`, undefined, { ...this.#body(), version })
    if (data) this.#own = { code, version: Number(data.version) }
  }

  async #addPettyCashDetail(): Promise<void> {
    const { subject_three_code, pay_channel } = this.#owner.line
    const { pay_at, payer } = this.#body()
    const amount = `${this.#random.int(1, 900)}.00`
    const body = { pay_at, payer, subject_three_code, pay_channel, pay_amount: amount }
    await this.#call('POST', '/imprests', undefined, { ...body, voucher_attachment_codes: [] })
  }

  async #export(): Promise<void> {
    const data = await this.#call('POST', '/imprests/export', undefined, {})
    if (!data) return
    const { pathname, search } = new URL(String(data.file_url))
    const { status } = await this.#send('GET', pathname + search, 'export')
    if (status !== 200) this.#journal.errors.push(`export: ${status}`)
  }

  /** The answer's data; undefined for a failure, which is noted. */
  async #call(
    method: string,
    path: string,
    query?: Query,
    body?: object,
  ): Promise<Record<string, unknown> | undefined> {
    const name = `${method} ${path.replace(/\/\d{4,}.*|\/[A-Z0-9]{12,}.*/, '/…')}`
    const { status, text } = await this.#send(method, `/api/manager${path}${queryString(query)}`, name, body)
    const { code, msg, data } = status === 0 ? { code: -1, msg: text, data: null } : JSON.parse(text)
    if (code === 0) return data
    this.#journal.errors.push(`${name}: ${status} ${code} ${msg}`)
    return undefined
  }

  /** By `node:http`, which takes less CPU than `fetch`, as the server runs on the same cores. Status 0: no answer. */
  async #send(method: string, path: string, name: string, body?: object) {
    const began = performance.now()
    const answer = await new Promise<{ status: number; text: string }>((resolve) => {
      const failed = (error: Error) => resolve({ status: 0, text: String(error) })
      const sent = request(
        this.#address + path,
        { method, agent, headers: this.#headers(body) },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          )
          response.on('error', failed)
        },
      )
      sent.on('error', failed)
      sent.end(body && JSON.stringify(body))
    })
    const times = this.#journal.times.get(name) ?? []
    times.push(performance.now() - began)
    this.#journal.times.set(name, times)
    return answer
  }

  #headers(body?: object): Record<string, string> {
    return {
      authorization: `Bearer ${this.#token}`,
      'x-project': this.#owner.project,
      ...(body && { 'content-type': 'application/json' }),
    }
  }

  /** Resolves when the signal aborts; an end before that is an error. */
  async #listen(over: AbortSignal): Promise<void> {
    const path = `${this.#address}/api/common/event_source/project?project=${this.#owner.project}`
    await new Promise<void>((resolve) => {
      const ended = (why: string) => {
        if (!over.aborted) this.#journal.errors.push(`event stream: ${why}`)
        resolve()
      }
      const sent = request(path, { headers: this.#headers(), agent: false, signal: over }, (response) => {
        if (response.statusCode !== 200) return ended(String(response.statusCode))
        response.setEncoding('utf8')
        response.on('data', (text: string) => this.#hear(text))
        response.on('error', (error) => ended(String(error)))
        response.on('end', () => ended('ended'))
      })
      sent.on('error', (error) => ended(String(error)))
      sent.end()
    })
  }

  #hear(text: string): void {
    for (const [, resource] of text.matchAll(/"resource":"(\w+)"/g)) {
      this.#journal.events += 1
      if (resource === this.#page.shows) void this.#reload()
    }
  }

  async #reload(): Promise<void> {
    if (this.#reloading) return
    this.#reloading = true
    await sleep(RELOAD_EVERY_MS)
    await this.#load()
    this.#reloading = false
  }
}
