import { today } from '@pianzhang/contract/calendar'
import { sql } from 'kysely'
import type { Services } from '../../platform/services.ts'

const KEPT_DAYS = 400

/** Stores today's size of the database and of the files. File sizes are summed from `attachments`, as listing a bucket of a million files takes minutes. */
export async function noteSizes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0n
  let files = 0n
  for (const { id } of await db
    .selectFrom('projects')
    .select('id')
    .where('purged_at', 'is', null)
    .execute()) {
    if (signal.aborted) return
    const { rows } = await sql<{ bytes: bigint; files: bigint }>`
      select coalesce(sum(file_size), 0)::int8 as bytes, count(*) as files from attachments where project_id = ${id}`.execute(
      db,
    )
    bytes += rows[0]?.bytes ?? 0n
    files += rows[0]?.files ?? 0n
  }
  const day = today(clock())
  await sql`insert into sizes (day, database_bytes, file_bytes, file_count)
    values (${day}, pg_database_size(current_database()), ${bytes}, ${files})
    on conflict (day) do update set database_bytes = excluded.database_bytes, file_bytes = excluded.file_bytes,
      file_count = excluded.file_count`.execute(db)
  await sql`delete from sizes where day < ${day}::date - ${sql.lit(KEPT_DAYS)}`.execute(db)
  await sql`delete from backups where started_at < ${day}::date - ${sql.lit(KEPT_DAYS)}`.execute(db)
}
