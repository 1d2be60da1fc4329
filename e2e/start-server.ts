import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compiled } from './browser.ts'

/** Settings of whoever runs the tests, which a test server must not take. */
const FOREIGN = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'PUBLIC_URL', 'NODE_ENV', 'SITE']

/**
 * Starts a server with the demo on a free port and a new data folder, with these settings in its environment. It ends at the latest with this
 * process, by the end of its standard input. argon2 has the low costs of light-hashes.ts, with `E2E_HASHES: 'product'` those of the product. `copied`: a
 * stopped data folder to begin with; else the server makes the demo.
 */
export async function startServer(
  settings: Record<string, string> = {},
  copied = '',
): Promise<{
  address: string
  dataFolder: string
  pid: number
  stop(): Promise<void>
}> {
  const folder = join(tmpdir(), `pianzhang-e2e-${randomUUID()}`)
  const child = wrapped('../apps/server/src/main.ts', {
    ...settings,
    ...{ PORT: '0', DEMO: '1', E2E_FOLDER: folder, E2E_COPIED: copied },
  })
  const closed = once(child, 'close')
  return {
    address: await readyAt(child),
    dataFolder: join(folder, 'data'),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await closed
    },
  }
}

/** Runs a program on the new data folder `data` in `folder`, where it stays. */
export async function fillFolder(program: string, folder: string): Promise<void> {
  const child = wrapped(program, { E2E_FOLDER: folder })
  child.stdout?.resume()
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}

/** Starts a program by server.ts. */
function wrapped(program: string, settings: Record<string, string>): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name))
  return spawn(process.execPath, [fileURLToPath(new URL('./server.ts', import.meta.url)), program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...Object.fromEntries(inherited), ...compiled(), ...settings },
  })
}

/** The address in the server's ready line. Throws if the server ends before it. */
async function readyAt(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const address = line.match(/ready at (http:\S+)/)?.[1]
    if (!address) continue
    // Keep reading: a full pipe would block the server.
    child.stdout.resume()
    return address
  }
  throw new Error('the server ended before it was ready')
}
