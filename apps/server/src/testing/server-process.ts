import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killBelow } from '../platform/embedded-postgres/leftover.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The server as an operator starts it: a process of its own. */
export interface ServerProcess {
  child: ChildProcess
  dataDir: string
  /** What it has printed so far, both streams. */
  output(): string
  /** The address of the ready line; rejects when the process ends without one. */
  ready(): Promise<string>
  /** Its exit status; null after a signal that it did not handle. */
  ended: Promise<number | null>
  /** Sends the signal; answers the status and how long the end took. */
  tell(signal: NodeJS.Signals): Promise<{ status: number | null; seconds: number }>
}

const running: { child: ChildProcess; dataDir: string }[] = []

/**
 * Starts `main.ts` on a free port, with nothing of our own environment but what a program needs. `within`: a program, and its arguments, that
 * becomes it.
 */
export function startServer(
  env: Record<string, string>,
  dataDir = tempFolder(),
  within: readonly string[] = [],
): ServerProcess {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const [program = '', ...args] = [...within, process.execPath, MAIN]
  const child = spawn(program, args, {
    env: { PATH, HOME, TMPDIR, LOG: '0', PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push({ child, dataDir })
  let output = ''
  const ended = once(child, 'close').then(() => child.exitCode)
  const ready = new Promise<string>((resolve, reject) => {
    const look = (text: string) => {
      output += text
      const address = output.match(/ready at (http:\S+)\n/)?.[1]
      if (address) resolve(address)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', look)
    void ended.then(() => reject(new Error(`the server ended before it was ready: ${output}`)))
  })
  ready.catch(() => undefined)
  const tell = async (signal: NodeJS.Signals) => {
    const began = Date.now()
    child.kill(signal)
    return { status: await ended, seconds: (Date.now() - began) / 1000 }
  }
  return { child, dataDir, output: () => output, ready: () => ready, ended, tell }
}

/** For `afterEach`: whatever a test has left running, and its folders. */
export async function endServers(): Promise<void> {
  for (const { child, dataDir } of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    killBelow(dataDir)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const tempFolder = () => mkdtempSync(join(tmpdir(), 'pianzhang-start-'))
