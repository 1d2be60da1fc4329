import { mkdir } from 'node:fs/promises'
import type { Services } from '../../platform/services.ts'
import { backup } from './backup.ts'
import { keepNewest, nextName } from './folder.ts'
import { recorded } from './records.ts'

const PREFIX = 'pianzhang-rows'
const KEPT = 7

/**
 * Writes the rows of the embedded database, without the files, to `BACKUP_DIR`, and keeps the last seven: against mistakes of people, not
 * against the loss of the disk that both are on.
 */
export async function backupRows(services: Services, databaseUrl: string): Promise<void> {
  const { config, db, storage, clock } = services
  await mkdir(config.backupDir, { recursive: true, mode: 0o700 })
  const file = nextName(config.backupDir, PREFIX, clock())
  await recorded(db, { content: 'rows', target: file, file }, (madeAt) =>
    backup(databaseUrl, storage, file, { rowsOnly: true, madeAt }),
  )
  await keepNewest(config.backupDir, PREFIX, KEPT)
}
