import type { attachmentsQuery } from '@pianzhang/contract/attachments'
import type { Model } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { type AttachmentRow, attachmentAnswer } from './link.ts'
import { linksIn } from './unlink.ts'

/**
 * Fresh links to files, for a form or a draft that outlives its links: to the caller's own uploads, and to files of records that the caller
 * may read. Other codes are left out.
 */
export async function listAttachments(
  db: Db,
  context: ProjectContext,
  { query: { codes } }: Input<unknown, z.output<typeof attachmentsQuery>, unknown>,
) {
  const readable = linksIn(context.project.id).filter(({ model }) => context.can(model, 'read'))
  const mine = sql`a.creator_id = ${context.userId}`
  const shownBy = sql.join(
    readable.map(({ model, linked }) => sql`when ${linked} then ${model}`),
    sql` `,
  )
  const { rows } = await sql<AttachmentRow & { shown_by: Model | null }>`
    select a.code, a.file_name, a.file_size::int4 as file_size, a.has_thumb,
      case when ${mine} then null ${shownBy} end as shown_by from attachments a
    where a.project_id = ${context.project.id} and a.code = any(${codes}) and a.storage_key <> ''
      and (${sql.join([mine, ...readable.map(({ linked }) => linked)], sql` or `)})
    order by a.id`.execute(db)
  return { items: rows.map((row) => attachmentAnswer(context, row, row.shown_by)) }
}
