import type { WriteOffPreview } from '@pianzhang/contract/imprests'
import { sql } from 'kysely'
import { countAll, type Db } from '../../../platform/database.ts'
import type { ProjectContext } from '../../../platform/route.ts'
import { lacks, lacksAny } from '../filters.ts'

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
    from imprests e where e.project_id = ${project.id} and e.write_off_id is null`.execute(db)
  const { total = 0, succeeded = 0, ...lacking } = rows[0] ?? {}
  return {
    total_quantity: total,
    succeeded_quantity: succeeded,
    lacking: { voucher_category: 0, face_tax_rate: 0, voucher_attachments: 0, ...lacking },
  }
}
