import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const DAY_MS = 24 * 3600_000

/** `PREFIX-YYYYMMDD-HHMMSS.tar.gz` in Shanghai's time, so that the order of names is that of time. */
export function nextName(folder: string, prefix: string, now: Date): string {
  const shanghai = new Date(now.getTime() + 8 * 3600_000).toISOString()
  return join(folder, `${prefix}-${shanghai.slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.tar.gz`)
}

/**
 * Removes the backups of this prefix beyond the newest `keep`, and what backups that were killed more than a day ago left; other files stay. The first
 * of `good` (names) that is in the folder stays, too, however many newer ones are incomplete or damaged. Returns the names of the removed backups.
 */
export async function keepNewest(
  folder: string,
  prefix: string,
  keep: number,
  good: readonly string[] = [],
): Promise<string[]> {
  const names = await readdir(folder)
  const own = new RegExp(`^${prefix}-\\d{8}-\\d{6}\\.tar\\.gz(\\.part)?$`)
  const ours = names.filter((name) => own.test(name)).sort()
  for (const name of ours.filter((name) => name.endsWith('.part'))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > DAY_MS) await rm(join(folder, name), { force: true })
  }
  const found = ours.filter((name) => !name.endsWith('.part'))
  const spared = good.find((name) => found.includes(name))
  const removed = found.slice(0, Math.max(0, found.length - keep)).filter((name) => name !== spared)
  for (const name of removed) await rm(join(folder, name), { force: true })
  return removed
}
