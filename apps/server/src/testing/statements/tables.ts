import { readTables as readCatalogue } from '../../platform/database/spread/tables.ts'
import { withClient } from '../client.ts'
import type { Tables } from './rules.ts'

/** Project and company tables and views of a database. */
export async function readTables(url: string): Promise<Tables> {
  return await withClient(url, (client) => readCatalogue(client, { views: true }))
}
