import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Project } from '@pianzhang/contract/projects'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { createCompany } from '../../src/base/companies/create.ts'
import { newCode, newToken, sha256 } from '../../src/platform/codes.ts'
import { readConfig } from '../../src/platform/config.ts'
import { type Db, inTransaction } from '../../src/platform/database/database.ts'
import { PasswordHashes } from '../../src/platform/login/passwords.ts'
import type { Timeouts } from '../../src/platform/storage/remote.ts'
import type { Timing } from '../../src/platform/timing.ts'
import type { ExportProcess } from '../../src/platform/workers/export-process.ts'
import type { FileProcesses, ProcessSettings } from '../../src/platform/workers/file-processes.ts'
import { type App, buildApp } from '../../src/start/app.ts'
import { openWorkers } from '../../src/start/workers.ts'
import { queryString } from '../machines/remote.ts'
import type { Answer, Caller, Grants } from './caller.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'

export type { Answer, Caller, Grants } from './caller.ts'

export interface TestApp extends App {
  databaseUrl: string
  bulk: ExportProcess | undefined
  sheets: FileProcesses | undefined
  /** Listens on the first call; returns `http://127.0.0.1:port`. */
  listen(): Promise<string>
  /** Moves the server's clock forward. */
  advance(ms: number): void
  company(quota?: number): Promise<{ id: bigint; admin: Caller }>
  /** A person with a role of these grants, linked to these projects. */
  person(companyId: bigint, grants: Grants | null, projects?: string[]): Promise<Caller>
  /** Calls without a token. */
  nobody: Caller
  [Symbol.asyncDispose](): Promise<void>
}

type Limits = Partial<Pick<ProcessSettings, 'heapMb' | 'residentMb' | 'silenceMs' | 'abortMs' | 'idleMs'>>
export interface TestOptions extends Limits {
  bulk?: boolean
  /** Time limits to shorten. */
  timing?: Partial<Timing>
  /** Where the server's log goes; without it there is none. */
  log?: NodeJS.WritableStream
  timeouts?: Partial<Timeouts>
  /** A database to use instead of a copy of the template. */
  database?: TestDatabase
}

/** The password of every test person. */
export const PASSWORD = 'test-password-1'
/** Shared, so that `PASSWORD` is hashed once: a hash takes longer than the rest of making a person. */
const hashes = new PasswordHashes()

/** Prints the causes of unexpected failures, which an answer names by number only. */
const unexpected = () =>
  new Writable({
    write(line: Buffer, _encoding, done) {
      const { msg, status, err } = JSON.parse(line.toString()) as Record<string, unknown>
      if (msg === 'request failed' && status === 500) console.error('unexpected failure:', err)
      done()
    },
  })

/**
 * A server with its own database, data folder and clock, for tests that cannot do with `workerApp`. Call once in `beforeAll`, `close()` in `afterAll`. With `bulk` exports are
 * written and spreadsheets read in processes (with these limits), as in the product, but by the real clock; without it all runs in this server.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  { bulk = false, timing, timeouts, log, database: given, ...limits }: TestOptions = {},
): Promise<TestApp> {
  const database = given ?? (await cloneDatabase())
  const dataDir = await mkdtemp(join(inject('postgres').folder, 'server-'))
  let offset = 0
  let address: Promise<string> | undefined
  const config = readConfig({ CAPTCHA_FIXED: 'TEST', PORT: '0', ...env }, dataDir)
  const { url: databaseUrl } = database
  const workers = bulk
    ? openWorkers({ dataDir, databaseUrl, directUrl: databaseUrl, log: false }, limits)
    : undefined
  const app = await buildApp({
    config,
    databaseUrl,
    clock: () => new Date(Date.now() + offset),
    ...workers,
    // On a busy machine a test may hold a lock for longer than people wait.
    timing: { writeMs: 120_000, lockMs: 60_000, ...timing },
    log: log ?? unexpected(),
    ...(timeouts && { timeouts }),
  })
  await app.http.ready()
  const close = async () => {
    await app.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const test: TestApp = {
    ...app,
    databaseUrl,
    bulk: workers?.bulk,
    sheets: workers?.sheets,
    close,
    [Symbol.asyncDispose]: close,
    nobody: caller(app, { phone: '', userId: 0n, code: '', token: '', project: null }),
    listen: async () => {
      address ??= app.http.listen({ host: '127.0.0.1', port: 0 })
      return await address
    },
    advance: (ms) => {
      offset += ms
    },
    company: async (quota = 10) => {
      const phone = newPhone()
      const input = { name: `公司${phone}`, admin: '管理员', phone, password: PASSWORD, quota }
      const created = await inTransaction(app.services.db, (tx) =>
        createCompany(tx, app.services, input, hashes),
      )
      await app.services.db
        .updateTable('company_features')
        .set({ is_on: true })
        .where('company_id', '=', created.id)
        .execute()
      return { id: created.id, admin: await signIn(app, created.adminId) }
    },
    person: async (companyId, grants, projects = []) => {
      const userId = await addPerson(app.services.db, companyId, grants, projects)
      return await signIn(app, userId)
    },
  }
  return test
}

// STEP and 10^8 are coprime, so the sequence has every number of eight digits before one repeats: phone numbers are unique. Numbers counted one by one would
// differ in the last digits only, and a search for a part of one would find others.
const STEP = 61_803_399
let phones = randomInt(100_000_000)
const newPhone = () => {
  phones = (phones + STEP) % 100_000_000
  return `139${String(phones).padStart(8, '0')}`
}

/** Inserts a session directly; only the session tests log in over HTTP. */
async function signIn(app: App, userId: bigint): Promise<Caller> {
  const token = newToken()
  const now = app.services.clock()
  const { rows } = await sql<{ phone: string; code: string }>`
    with session as (
      insert into sessions (code, token_hash, user_id, created_at, seen_at)
      values (${newCode()}, ${sha256(token)}, ${userId}, ${now}, ${now}))
    select phone, code from users where id = ${userId}`.execute(app.services.db)
  return caller(app, { ...first(rows), userId, token, project: null })
}

/** Throws if there is none. */
function first<Row>([row]: Row[]): Row {
  if (!row) throw new Error('no such row')
  return row
}

/** Inserts an account that may enter these projects (codes), with a role of these grants and the password `PASSWORD`; returns its id. */
export async function addPerson(
  db: Db,
  companyId: bigint,
  grants: Grants | null,
  projects: string[],
): Promise<bigint> {
  const permissions = Object.entries(grants ?? {}).map(([model, actions]) => ({
    model,
    code: newCode(),
    actions,
  }))
  // One statement, as tests make some thousands of persons.
  const { rows } = await sql<{ id: bigint }>`
    with role as (
      insert into roles (code, company_id, name)
      select ${newCode()}, ${companyId}, ${newCode()} where ${grants !== null} returning id),
    permissions as (
      insert into role_permissions (role_id, model, code, actions)
      select role.id, p.model, p.code, p.actions
      from role, jsonb_to_recordset(${JSON.stringify(permissions)}::jsonb) as p(model text, code text, actions text[])),
    person as (
      insert into users (code, company_id, name, phone, password_hash, must_change_password, role_id)
      values (${newCode()}, ${companyId}, ${`员工${randomInt(10_000)}`}, ${newPhone()},
        ${await hashes.hash(PASSWORD)}, false, (select id from role))
      returning id),
    linked as (
      insert into project_members (project_id, user_id)
      select j.id, person.id from person, projects j where j.code = any(${projects}))
    select id from person`.execute(db)
  return first(rows).id
}

function caller(app: App, who: Pick<Caller, 'phone' | 'userId' | 'code' | 'token' | 'project'>): Caller {
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: { query?: Record<string, unknown>; body?: unknown; headers?: Record<string, string> },
  ) => {
    const url = path.startsWith('/api/') ? path : `/api/manager${path}`
    const response = await app.http.inject({
      method,
      url: url + queryString(options.query),
      headers: {
        ...(who.token && { authorization: `Bearer ${who.token}` }),
        ...(who.project && { 'x-project': who.project }),
        ...options.headers,
      },
      ...(options.body !== undefined && { payload: options.body as object }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    const envelope = isJson ? response.json() : { code: -1, msg: response.body, data: null }
    return { status: response.statusCode, ...envelope, headers: response.headers } as Answer
  }
  return {
    ...who,
    get: (path, query, headers) => call('GET', path, { query, headers }),
    post: (path, body, headers) => call('POST', path, { body, headers }),
    put: (path, body, headers) => call('PUT', path, { body, headers }),
    delete: (path, body, headers) => call('DELETE', path, { body, headers }),
    on: (project) => caller(app, { ...who, project }),
  }
}

/** Creates a project through the API; returns its code. */
export async function newProject(admin: Caller, name = '测试项目'): Promise<string> {
  const answer = await admin.post('/projects', { name })
  return (answer.data as Project).code
}
