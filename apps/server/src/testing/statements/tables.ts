import pg from 'pg'
import { readTables as readCatalogue } from '../../platform/database/spread/tables.ts'
import type { Tables } from './rules.ts'

/** Project and company tables and views of a database. */
export async function readTables(url: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await readCatalogue(client, { views: true })
  } finally {
    await client.end()
  }
}
