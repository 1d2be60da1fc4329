import { listTables, quoted } from '../../../src/operator/backup/manifest.ts'
import { withClient } from '../../harness/client.ts'

/** Number of rows and a digest of all of them, by table of a backup. */
export const digestsOf = (url: string): Promise<Record<string, unknown>> =>
  withClient(url, async (client) => {
    const found: Record<string, unknown> = {}
    for (const { name, columns } of await listTables(client)) {
      const row = `(${columns.map(quoted).join(', ')})::text`
      const { rows } = await client.query(
        `select count(*)::int4 as n, md5(coalesce(string_agg(${row}, ',' order by ${row}), '')) as digest from ${quoted(name)}`,
      )
      found[name] = rows[0]
    }
    return found
  })
