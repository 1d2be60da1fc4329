import { type RawBuilder, sql } from 'kysely'

/** SQL condition that `column`, the import of a record, is the one with this code. An unknown code matches nothing. */
export const ofImport = (projectId: bigint, column: RawBuilder<unknown>, code: string): RawBuilder<unknown> =>
  sql`${column} = (select m.id from imports m where m.project_id = ${projectId} and m.code = ${code})`
