import { readdir, readFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runningPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { memoryOfTree } from '../apps/server/test/processes/process.ts'
import { send } from './http-client.ts'

/** One row of the table. `ratio`: of medians, both sides measured alternately in this run. */
export interface Figure {
  what: string
  goal: string
  ratio: string
  /** The medians behind the ratio, with their unit. */
  detail: string
  /** What the figure means for a user of the product. */
  means: string
}

export interface Bench {
  address: string
  dataFolder: string
  databaseUrl: string
  /** The session of the company's administrator. */
  token: string
  /** A connection to the server's database, outside of the server's pool. */
  database: pg.Client
  /** Sends a request as the company's administrator; returns the answer's `data`, throws unless its code is 0. */
  call<T>(method: string, path: string, body?: unknown, project?: string): Promise<T>
  /** As `call`, for measuring rates: the answer must be a success, but is not parsed. */
  load(method: string, path: string, body?: unknown, project?: string): Promise<void>
  /** A fresh project of the company. */
  project(): Promise<string>
  /** Current memory in bytes of the server and of its processes for spreadsheets. */
  memory(): Promise<number>
  stop(): Promise<void>
}

export const BENCH_PASSWORD = 'bench-password'
const PHONE = '13711110000'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Starts the product as `npm start` does, with a fresh company. `root`: the checkout to start, this one unless given. */
export async function startBench(root = ROOT): Promise<Bench> {
  const { startServer }: typeof import('../e2e/start-server.ts') = await import(
    join(root, 'e2e/start-server.ts')
  )
  const { operateOn }: typeof import('../e2e/operate.ts') = await import(join(root, 'e2e/operate.ts'))
  process.env.CAPTCHA_FIXED ??= 'bench'
  process.env.LOG ??= '0'
  const server = await startServer({ E2E_HASHES: 'product' })
  await operateOn(server.dataFolder, 'company:create', {
    name: '测速影业',
    admin: '测速',
    phone: PHONE,
    password: BENCH_PASSWORD,
    quota: '500',
  })
  const databaseUrl = runningPostgres(server.dataFolder)?.url ?? ''
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  let token = ''
  const answerOf = (method: string, path: string, body?: unknown, project?: string) =>
    send(`${server.address}/api/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(project ? { 'X-Project': project } : {}),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const call: Bench['call'] = async (...args) => {
    const answer = JSON.parse(await answerOf(...args)) as { code: number; data: never }
    if (answer.code !== 0) throw new Error(`${args[0]} ${args[1]}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const load: Bench['load'] = async (...args) => {
    const answer = await answerOf(...args)
    if (!answer.startsWith('{"code":0,')) throw new Error(`${args[0]} ${args[1]}: ${answer}`)
  }
  const captcha = await call<{ token: string }>('POST', 'common/captchas')
  const session = await call<{ token: string }>('POST', 'manager/sessions', {
    phone: PHONE,
    password: BENCH_PASSWORD,
    captcha: process.env.CAPTCHA_FIXED,
    captcha_token: captcha.token,
  })
  token = session.token
  let projects = 0
  const pid = await serverOf(server.pid)
  return {
    address: server.address,
    dataFolder: server.dataFolder,
    databaseUrl,
    token,
    database,
    call,
    load,
    project: async () => {
      projects += 1
      return (await call<{ code: string }>('POST', 'manager/projects', { name: `测速${projects}` })).code
    },
    memory: async () => memoryOfTree(Number(pid)) * 1024 * 1024,
    stop: async () => {
      await database.end()
      await server.stop()
    },
  }
}

/** The server's pid: the only child of the wrapper process (`e2e/server.ts`), which removes the data folder afterwards. */
export async function serverOf(wrapper: number): Promise<string> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(wrapper)) return pid
  }
  throw new Error('no server below its wrapper')
}

/** Runs both alternately, `rounds` times after one warm-up round; returns the medians in milliseconds. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<void>,
  bare: () => Promise<void>,
): Promise<[ours: number, bare: number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, run] of [ours, bare].entries()) {
      const start = performance.now()
      await run()
      if (round > 0) times[index]?.push(performance.now() - start)
    }
  return [median(times[0]), median(times[1])]
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`

/** Peak memory above idle in bytes while `run` runs, sampled every 20 ms. */
export async function memoryAbove(bench: Bench, run: () => Promise<void>): Promise<number> {
  const idle = await bench.memory()
  let highest = idle
  const sampling = setInterval(async () => {
    highest = Math.max(highest, await bench.memory())
  }, 20)
  try {
    await run()
  } finally {
    clearInterval(sampling)
  }
  return highest - idle
}

export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${megabytes(totalmem())}, Node ${process.version}`
