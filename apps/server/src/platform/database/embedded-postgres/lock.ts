import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../../config.ts'

const SQLITE_BUSY = 5
const TAKE = 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE'

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY

/**
 * Locks a data folder for this process by SQLite's exclusive lock, a kernel lock on a file: it ends with the process, however the process dies, does
 * not depend on a pid, and works between containers that share the folder. Throws a `ConfigError` if another process still holds it after two
 * seconds, which a killed one may need to end.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  const note = join(dataDir, 'postgres.owner')
  const file = join(dataDir, 'postgres.lock')
  // Mode 0600, so that others cannot lock it. An existing file is not opened: closing any descriptor of a file drops the process's POSIX locks on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file, { timeout: 0 })
  for (const until = performance.now() + 2_000; ; await sleep(50)) {
    try {
      lock.exec(TAKE)
      break
    } catch (error) {
      const busy = isBusy(error)
      if (busy && performance.now() < until) continue
      lock.close()
      if (!busy) throw error
      throw new ConfigError(
        `数据目录 ${dataDir} 正在被另一个片账进程使用${owner(note)}。请先停止它，或用环境变量 DATA_DIR 指定另一个目录。`,
        { transient: true },
      )
    }
  }
  writeFileSync(note, String(process.pid))
  return { release: () => lock.isOpen && lock.close() }
}

/** Whether another process holds the lock. Not for a process that holds it itself: this would drop its lock. */
export function isLocked(dataDir: string): boolean {
  const lock = new DatabaseSync(join(dataDir, 'postgres.lock'), { timeout: 0 })
  try {
    lock.exec(TAKE)
    return false
  } catch (error) {
    if (!isBusy(error)) throw error
    return true
  } finally {
    lock.close()
  }
}

function owner(note: string): string {
  try {
    return `（进程号 ${readFileSync(note, 'utf8')}）`
  } catch {
    return ''
  }
}
