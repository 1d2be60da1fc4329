import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { cloneSpread, dropCitusDatabase } from '../machines/citus.ts'
import { withClient } from './client.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A database of its own for one test file: a copy of the migrated template. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const { template, citus } = inject('postgres')
  if (citus) {
    const url = await cloneSpread(citus, template)
    return { url, drop: () => dropCitusDatabase(citus, url) }
  }
  // With fsync off, copying the files is five times faster than writing the copy through the WAL.
  return await createDatabase(`template ${template} strategy file_copy`)
}

/** A database without tables. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('')

/** A database owned by the role that the server uses. */
async function createDatabase(options: string): Promise<TestDatabase> {
  const { adminUrl, role } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(adminUrl, (admin) => admin.query(`create database ${name} owner ${role.name} ${options}`))
  const url = new URL(adminUrl)
  url.username = role.name
  url.password = role.password
  url.pathname = `/${name}`
  return {
    url: url.href,
    // `force` ends open connections, which a failed test may have left.
    drop: async () => {
      await withClient(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}
