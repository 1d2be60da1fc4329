import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { startTestApp } from '../../harness/harness.ts'
import { runCommand } from '../../processes/commands.ts'
import { onSpread } from '../../setup/on-spread.ts'

withAllSubjects()

test.skipIf(onSpread('the coordinator has no pages of spread tables'))(
  'the tables of the demo are vacuumed and analyzed when its command ends',
  async () => {
    await using app = await startTestApp()
    await runCommand(app, 'demo:create')
    for (const table of ['payments', 'payment_lines', 'subjects', 'audit_logs']) {
      const { rows } = await sql<{ pages: number; visible: number; rows: number }>`
        select relpages as pages, relallvisible as visible, reltuples::int4 as rows from pg_class
        where oid = ${table}::regclass`.execute(app.services.db)
      const [state] = rows
      expect([table, state?.visible, (state?.rows ?? 0) > 0]).toEqual([table, state?.pages, true])
    }
  },
)
