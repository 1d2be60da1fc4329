import { setTimeout as sleep } from 'node:timers/promises'
import { newToken, sha256 } from '../apps/server/src/platform/codes.ts'
import { HashProcesses } from '../apps/server/src/platform/workers/hash-processes.ts'
import { BENCH_PASSWORD, type Bench, type Figure, median } from './bench.ts'
import { fillLedger } from './ledger.ts'
import { paced, percentile, perSecond } from './load.ts'

/** So many people log in at once. Each has an account of their own: attempts on one account wait for each other. */
const PEOPLE = 10
const ROUNDS = 5
const ROUND_MS = 8_000
/** A colleague asks for the list this often. */
const EVERY_MS = 100
/** More than the logins of a round. */
const CAPTCHAS = 5_000

/** `login`: logins with captcha against the bare argon2id, and a colleague's list meanwhile against idle. */
export async function loginFigures(bench: Bench): Promise<Figure[]> {
  const project = await fillLedger(bench, 10_000)
  const list = async () => void (await bench.call('GET', 'manager/cost_executions', undefined, project))
  const phones = await colleagues(bench)
  const { rows } = await bench.database.query<{ password_hash: string }>(
    'select password_hash from users where phone = $1',
    [phones[0]],
  )
  const stored = rows[0]?.password_hash ?? ''
  const captchas = new Captchas(bench)
  const logIn = async (worker: number) => {
    await bench.load('POST', 'manager/sessions', {
      phone: phones[worker],
      password: BENCH_PASSWORD,
      captcha: process.env.CAPTCHA_FIXED,
      captcha_token: captchas.take(),
    })
  }
  // The processes that the server hashes in, one on each core, here without a server: the bare rate.
  const apart = new HashProcesses()
  const hash = async () => {
    if ((await apart.run({ password: BENCH_PASSWORD, stored })) !== true)
      throw new Error('the password is wrong')
  }
  /** Ten people repeat `run` for a round: its rate per second, and the ms that each list of a colleague took meanwhile. */
  const withLists = async (run: (worker: number) => Promise<void>) => {
    const lists = async () => {
      // The ten begin at the same moment, with which a colleague's list would coincide in one of 80 rounds by chance.
      await sleep(EVERY_MS)
      return await paced(EVERY_MS, after(ROUND_MS - EVERY_MS), list)
    }
    return await Promise.all([perSecond(PEOPLE, ROUND_MS, run), lists()])
  }
  const rates: [logins: number[], bare: number[], apart: number[]] = [[], [], []]
  const took: [busy: number[], idle: number[], apart: number[]] = [[], [], []]
  await captchas.make()
  // Warm-up, also of the list.
  await Promise.all([perSecond(PEOPLE, 2_000, logIn), paced(EVERY_MS, after(2_000), list)])
  for (let round = 0; round < ROUNDS; round += 1) {
    await captchas.make()
    took[1].push(...(await paced(EVERY_MS, after(ROUND_MS), list)))
    rates[1].push(await perSecond(PEOPLE, ROUND_MS, hash))
    const [rate, times] = await withLists(logIn)
    rates[0].push(rate)
    took[0].push(...times)
    const [apartRate, beside] = await withLists(hash)
    rates[2].push(apartRate)
    took[2].push(...beside)
  }
  const [logins, bare, apartRate] = rates.map(median) as [number, number, number]
  const [busy, idle, beside] = took.map((times) => percentile(times, 0.99)) as [number, number, number]
  return [
    {
      what: `logins of ${PEOPLE} people at once, each with a captcha: logins/s ÷ bare argon2id on all cores`,
      goal: '≥ 0.9',
      ratio: (logins / bare).toFixed(2),
      detail: `${logins.toFixed(1)}/s ÷ ${bare.toFixed(1)}/s`,
      means: 'On Monday morning nobody waits for more than what protects their password.',
    },
    {
      what: "a colleague's list meanwhile: p99 ÷ idle",
      goal: '≤ 3',
      ratio: (busy / idle).toFixed(1),
      detail: `${busy.toFixed(0)} ms ÷ ${idle.toFixed(0)} ms`,
      means: 'Who works does not notice who logs in.',
    },
    {
      what: 'the same list while processes apart from the server hash without anybody logging in: p99 ÷ idle',
      goal: '',
      ratio: (beside / idle).toFixed(1),
      detail: `${beside.toFixed(0)} ms ÷ ${idle.toFixed(0)} ms, at ${apartRate.toFixed(1)} hashes/s`,
      means: 'How much of it is the machine, on which all cores hash.',
    },
  ]
}

/** Captchas for a round, made before it: drawing a picture is no part of a login. Their rows are as `POST /captchas` makes them. */
class Captchas {
  readonly #bench: Bench
  #tokens: string[] = []

  constructor(bench: Bench) {
    this.#bench = bench
  }

  async make(): Promise<void> {
    this.#tokens = Array.from({ length: CAPTCHAS }, newToken)
    await this.#bench.database.query(
      `insert into captchas (token_hash, answer, expires_at)
       select hash, $2, now() + interval '5 minutes' from unnest($1::bytea[]) hash`,
      [this.#tokens.map(sha256), process.env.CAPTCHA_FIXED?.toLowerCase()],
    )
  }

  take(): string {
    const token = this.#tokens.pop()
    if (token === undefined) throw new Error('more logins in a round than captchas')
    return token
  }
}

function after(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds
  return () => performance.now() > end
}

/** Accounts beside the administrator's, with the same password. */
async function colleagues(bench: Bench): Promise<string[]> {
  const { rows } = await bench.database.query<{ phone: string }>(
    `insert into users (code, company_id, name, phone, password_hash, must_change_password, is_super)
     select 'bench-' || n, u.company_id, '同事' || n, (13600000000 + n)::text, u.password_hash, false, false
     from users u, generate_series(1, $1) n where u.name = '测速' and u.is_super returning phone`,
    [PEOPLE],
  )
  return rows.map(({ phone }) => phone)
}
