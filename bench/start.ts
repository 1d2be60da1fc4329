import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { memoryOfTree } from '../apps/server/test/processes/process.ts'
import { startServer } from '../e2e/start-server.ts'
import { type Bench, type Figure, megabytes, seconds, serverOf } from './bench.ts'

const FIVE_MINUTES = 5 * 60_000
const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** `start`: the second `npm start`, the idle server's memory, and what production has to install. */
export async function startFigures(bench: Bench): Promise<Figure[]> {
  // The bench's own server has made the demo and another company, and one person has logged in.
  const unused = await startServer({ E2E_HASHES: 'product' })
  await sleep(FIVE_MINUTES)
  const idle = await bench.memory()
  const idleUnused = memoryOfTree(Number(await serverOf(unused.pid))) * 1024 * 1024
  await unused.stop()
  const dataDir = await mkdtemp(join(tmpdir(), 'pianzhang-bench-start-'))
  try {
    await start(dataDir)
    const took = await start(dataDir)
    return [
      {
        what: 'second `npm start` until the page answers',
        goal: '',
        ratio: seconds(took),
        detail: '',
        means: 'After a restart people wait for seconds.',
      },
      {
        what: 'memory of the idle server (without PostgreSQL), five minutes after its start and a login',
        goal: '≤ 350 MB',
        ratio: megabytes(idle),
        detail: 'resident memory of its processes',
        means: 'It runs beside other things on a small machine.',
      },
      {
        what: 'the same, without a login',
        goal: '≤ 300 MB',
        ratio: megabytes(idleUnused),
        detail: 'resident memory of its processes',
        means: 'It runs beside other things on a small machine.',
      },
      {
        what: 'what production installs: packages, server, built page',
        goal: '',
        ratio: megabytes(await installed()),
        detail: '',
        means: 'What an operator copies to a server.',
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function start(dataDir: string): Promise<number> {
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  let took = Number.NaN
  for await (const chunk of child.stdout) {
    printed += chunk
    const address = /ready at (http:\S+)/.exec(printed)?.[1]
    if (!address) continue
    const response = await fetch(address)
    await response.text()
    took = performance.now() - began
    break
  }
  child.stdout.resume()
  child.kill('SIGTERM')
  await once(child, 'exit')
  return took
}

interface Lock {
  packages: Record<string, { dev?: boolean; optional?: boolean; link?: boolean }>
}

/** Bytes of the installed packages that are not for development, of the server and of the built page. */
async function installed(): Promise<number> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const folders = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path]) => path)
  const ours = await readdir(join(ROOT, 'packages'))
  let bytes = 0
  for (const folder of [
    ...folders,
    'apps/server/src',
    'apps/server/migrations',
    ...ours.map((name) => `packages/${name}/src`),
    'apps/web/dist',
  ])
    for await (const entry of glob('**', {
      cwd: join(ROOT, folder),
      withFileTypes: true,
      exclude: (one) => one.name === 'node_modules',
    }))
      if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}
