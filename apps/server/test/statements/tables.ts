import { readTables as readCatalogue } from '../../src/platform/database/spread/tables.ts'
import { withClient } from '../harness/client.ts'
import type { Tables } from './rules.ts'

/** Project and company tables and views of a database. */
export async function readTables(url: string): Promise<Tables> {
  return await withClient(url, (client) => readCatalogue(client, { views: true }))
}
