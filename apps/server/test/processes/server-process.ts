import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killBelow } from '../../src/platform/database/embedded-postgres/leftover-processes.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A server in a process of its own, as an operator starts it. */
export interface ServerProcess {
  child: ChildProcess
  dataDir: string
  /** Its stdout and stderr so far. */
  output(): string
  /** The address of the ready line; rejects when the process ends without one. */
  ready(): Promise<string>
  /** Its exit status; null after a signal that it did not handle. */
  ended: Promise<number | null>
  /** Sends the signal and waits for the exit; returns the status and the seconds it took. */
  tell(signal: NodeJS.Signals): Promise<{ status: number | null; seconds: number }>
}

const running: { child: ChildProcess; dataDir: string }[] = []

/**
 * Starts `main.ts` on a free port with a minimal environment. `within`: a program with arguments, such as `unshare`, that execs the server.
 * `command`: another way to start it, such as `main.ts` of another version, or a release's script.
 */
export function startServer(
  env: Record<string, string>,
  dataDir = tempFolder(),
  within: readonly string[] = [],
  command: readonly string[] = [process.execPath, MAIN],
): ServerProcess {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const [program = '', ...args] = [...within, ...command]
  const child = spawn(program, args, {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, LOG: '0', PORT: '0', DATA_DIR: dataDir, ...env },
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

/** For `afterEach`: kills the servers that a test left running and removes their folders. */
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
