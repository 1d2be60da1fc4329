import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Bench, type Figure, inTurns, median } from './bench.ts'
import { send } from './http-client.ts'
import { fillLedger } from './ledger.ts'
import { perSecond } from './load.ts'

const LINES = 10_000
/** Requests of one measurement, one after the other. */
const BATCH = 20
const BATCHES = 60
const CONNECTIONS = 10
const ROUND_MS = 3_000
const ROUNDS = 5

/** `guard`: the first page of payments, against the same route without finding the session and checking the right. */
export async function guardFigures(bench: Bench): Promise<Figure[]> {
  const project = await fillLedger(bench, LINES)
  const server = await start(bench)
  const headers = { Authorization: `Bearer ${bench.token}`, 'X-Project': project }
  const ask = (kind: 'guarded' | 'bare') => async () => {
    const answer = await send(`${server.address}/api/${kind}/cost_executions`, {
      method: 'GET',
      headers,
      body: null,
    })
    if (!answer.startsWith('{"code":0,')) throw new Error(answer)
  }
  const batch = (kind: 'guarded' | 'bare') => async () => {
    for (let index = 0; index < BATCH; index += 1) await ask(kind)()
  }
  try {
    // PostgreSQL caches a plan after five executions on each connection, and V8 compiles what is hot.
    for (const kind of ['guarded', 'bare'] as const) await perSecond(CONNECTIONS, ROUND_MS, ask(kind))
    const [guarded, bare] = await inTurns(BATCHES, batch('guarded'), batch('bare'))
    const rates: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      rates[0].push(await perSecond(CONNECTIONS, ROUND_MS, ask('guarded')))
      rates[1].push(await perSecond(CONNECTIONS, ROUND_MS, ask('bare')))
    }
    const [withGuard, without] = rates.map(median) as [number, number]
    return [
      {
        what: 'the guard: first page of the list ÷ the same route without it',
        goal: '≤ 1.15',
        ratio: (guarded / bare).toFixed(2),
        detail: `${(guarded / BATCH).toFixed(2)} ms ÷ ${(bare / BATCH).toFixed(2)} ms`,
        means:
          'Session, role and project are looked up anew for each request, so that a right that is taken away is gone at once.',
      },
      {
        what: 'the same with 10 connections: time of a request',
        goal: '',
        ratio: (without / withGuard).toFixed(2),
        detail: `${without.toFixed(0)}/s ÷ ${withGuard.toFixed(0)}/s`,
        means: 'How many people one machine serves.',
      },
    ]
  } finally {
    await server.stop()
  }
}

async function start(bench: Bench): Promise<{ address: string; stop(): Promise<void> }> {
  const path = fileURLToPath(new URL('./guard-server.ts', import.meta.url))
  const child = spawn(process.execPath, [path, bench.dataFolder, bench.databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  for await (const address of createInterface({ input: child.stdout })) {
    return {
      address,
      stop: async () => {
        child.stdin.end()
        await closed
      },
    }
  }
  throw new Error('the server ended before it was ready')
}
