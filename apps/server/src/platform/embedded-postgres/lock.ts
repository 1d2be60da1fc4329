import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config.ts'

const SQLITE_BUSY = 5

/**
 * Makes this process the only one that works with a data folder. SQLite's lock is a kernel lock on a file: it ends with the
 * process however that dies, needs no pid to be trusted, and holds between containers that share the folder.
 * Throws if another process still holds it after two seconds, the time that one which was just killed may take to end.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  const note = join(dataDir, 'postgres.owner')
  const file = join(dataDir, 'postgres.lock')
  // Closed to others, who could hold it; and never opened again, for closing a file drops all locks that a process has on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file, { timeout: 0 })
  for (const until = Date.now() + 2_000; ; await sleep(50)) {
    try {
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
      break
    } catch (error) {
      const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY
      if (busy && Date.now() < until) continue
      lock.close()
      if (!busy) throw error
      throw new ConfigError(
        `数据目录 ${dataDir} 正在被另一个片账进程使用${owner(note)}。请先停止它，或用环境变量 DATA_DIR 指定另一个目录。`,
      )
    }
  }
  writeFileSync(note, String(process.pid))
  return { release: () => lock.isOpen && lock.close() }
}

function owner(note: string): string {
  try {
    return `（进程号 ${readFileSync(note, 'utf8')}）`
  } catch {
    return ''
  }
}
