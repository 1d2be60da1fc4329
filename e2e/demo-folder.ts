import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { today } from '@pianzhang/contract/calendar'
import { ConfigError } from '../apps/server/src/platform/config.ts'
import { killBelow } from '../apps/server/src/platform/database/embedded-postgres/leftover-processes.ts'
import { lockDataDir } from '../apps/server/src/platform/database/embedded-postgres/lock.ts'
import { cacheFolder } from './browser.ts'
import { fillFolder } from './start-server.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What makes the demo: folders with all of their files. */
const MAKERS = [
  'apps/server/src',
  'apps/server/migrations',
  ...['contract', 'decimal', 'einvoice', 'xlsx'].map((name) => `packages/${name}/src`),
  'package-lock.json',
  'e2e/light-hashes.ts',
  'e2e/make-demo.ts',
]
/** A folder that no run has used for so long is removed. */
const UNUSED_MS = 3600_000

/**
 * A stopped data folder with the demo, to be copied. Made once for the same sources and day, as the demo's dates are relative to today. The lock
 * ends with its process, and the folder gets its name when it is complete: a killed run leaves nothing that a later one takes.
 */
export async function demoFolder(): Promise<string> {
  const all = join(cacheFolder(), 'demo')
  mkdirSync(all, { recursive: true, mode: 0o700 })
  const folder = join(all, keyOf())
  if (use(folder)) return folder
  const lock = await locked(all)
  try {
    if (use(folder)) return folder
    removeUnused(all)
    const fresh = join(all, `.new-${randomUUID()}`)
    await fillFolder('./make-demo.ts', fresh)
    renameSync(join(fresh, 'data'), folder)
    rmSync(fresh, { recursive: true })
    return folder
  } finally {
    lock.release()
  }
}

function keyOf(): string {
  const hash = createHash('sha256')
  hash.update([today(new Date()), process.version, process.arch, process.getuid?.()].join())
  for (const maker of MAKERS)
    for (const file of filesOf(join(ROOT, maker))) hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 32)
}

const filesOf = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()

/** Whether the folder exists, which is then noted as used. */
function use(folder: string): boolean {
  if (!existsSync(folder)) return false
  const now = new Date()
  utimesSync(folder, now, now)
  return true
}

/** Waits as long as another run makes a demo. */
async function locked(folder: string): Promise<{ release(): void }> {
  for (;;)
    try {
      return await lockDataDir(folder)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
}

/** Call it only while holding the lock: then nobody makes what is incomplete. Another run may still copy an older one. */
function removeUnused(all: string): void {
  for (const entry of readdirSync(all, { withFileTypes: true })) {
    const path = join(all, entry.name)
    if (!entry.isDirectory()) continue
    if (!entry.name.startsWith('.new-') && Date.now() - statSync(path).mtimeMs < UNUSED_MS) continue
    killBelow(path)
    rmSync(path, { recursive: true, force: true, maxRetries: 10 })
  }
}

if (import.meta.main) console.log(await demoFolder())
