import type { WriteOffNeed, WriteOffPreview } from '@pianzhang/contract/imprests'
import { type RawBuilder, sql } from 'kysely'
import { countAll, type Db } from '../../../platform/database.ts'
import type { ProjectContext } from '../../../platform/route.ts'

/** SQL conditions on an open detail `i`: that it lacks what a write-off needs (api.md §5, Petty cash). */
export const lacks = (projectId: bigint): Record<WriteOffNeed, RawBuilder<boolean>> => ({
  voucher_category: sql`i.voucher_category is null`,
  face_tax_rate: sql`i.face_tax_rate is null`,
  voucher_attachments: sql`not exists (select 1 from imprest_attachments l
    where l.project_id = ${projectId} and l.imprest_id = i.id)`,
})

/** SQL condition that the detail `i` lacks any of it. */
export const lacksAny = (projectId: bigint): RawBuilder<boolean> =>
  sql`(${sql.join(Object.values(lacks(projectId)), sql` or `)})`

/** What a write-off would do now. A detail that lacks several things counts for each. */
export async function previewWriteOff(db: Db, { project }: ProjectContext): Promise<WriteOffPreview> {
  const { voucher_category, face_tax_rate, voucher_attachments } = lacks(project.id)
  const { rows } = await sql<{
    total: number
    succeeded: number
    voucher_category: number
    face_tax_rate: number
    voucher_attachments: number
  }>`
    select ${countAll()} as total, ${countAll()} filter (where not ${lacksAny(project.id)}) as succeeded,
      ${countAll()} filter (where ${voucher_category}) as voucher_category,
      ${countAll()} filter (where ${face_tax_rate}) as face_tax_rate,
      ${countAll()} filter (where ${voucher_attachments}) as voucher_attachments
    from imprests i where i.project_id = ${project.id} and i.write_off_id is null`.execute(db)
  const { total = 0, succeeded = 0, ...lacking } = rows[0] ?? {}
  return {
    total_quantity: total,
    succeeded_quantity: succeeded,
    lacking: { voucher_category: 0, face_tax_rate: 0, voucher_attachments: 0, ...lacking },
  }
}
