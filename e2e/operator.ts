import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { NoticeKind } from '@pianzhang/contract/notifications'
import { test } from '@playwright/test'
import { compiled } from './browser.ts'
import { operatorEnv } from './operate.ts'

/** Notices to be sent as a module sends them. */
export interface Sent {
  /** Phone number of whom the notices are for. */
  phone: string
  /** The project's code. */
  project: string
  /** Without a kind they wait for the person. */
  notices: readonly { title: string; text: string; path: string; about: string; kind?: NoticeKind }[]
  /** What has been decided. */
  settled?: string
}

/** What the operator's process is asked for. */
export type Asked = { command: string; options: Record<string, string> } | { sent: Sent }

export type Told = { data: Record<string, unknown> } | { error: string }

const PROGRAM = fileURLToPath(new URL('./operator-process.ts', import.meta.url))
const LIGHT = new URL('./light-hashes.ts', import.meta.url).href

let running: { program: ReturnType<typeof fork>; ended: Promise<never> } | undefined

function start(folder: string): NonNullable<typeof running> {
  const program = fork(PROGRAM, {
    env: { ...operatorEnv(folder), ...compiled() },
    execArgv: ['--import', LIGHT],
  })
  const ended = once(program, 'exit').then(([code]) => {
    throw new Error(`the operator's process ended with ${code}`)
  })
  // Nobody waits for it between two calls.
  ended.catch(() => undefined)
  return { program, ended }
}

/**
 * Asks the operator's process of this worker, which is started by the first call, as loading the server's code takes a second. It ends with the
 * worker. One call at a time.
 */
export async function ask(asked: Asked): Promise<Record<string, unknown>> {
  const folder = process.env.E2E_DATA_DIR
  test.skip(!folder, 'E2E_DATA_DIR names the data folder of the server at E2E_BASE_URL')
  running ??= start(folder ?? '')
  const answered = new AbortController()
  const answer = once(running.program, 'message', { signal: answered.signal })
  running.program.send(asked)
  const [told] = (await Promise.race([answer, running.ended]).finally(() => answered.abort())) as [Told]
  if ('error' in told) throw new Error(told.error)
  return told.data
}

/** Ends the process. */
export async function endOperator(): Promise<void> {
  if (!running) return
  const { program, ended } = running
  program.disconnect()
  running = undefined
  await ended.catch(() => undefined)
}
