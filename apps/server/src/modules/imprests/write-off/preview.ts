import type { WriteOffPreview } from '@pianzhang/contract/imprests'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { countAll, type Db } from '../../../platform/database/database.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'
import { lacks, lacksAny } from '../filters.ts'

/** What a write-off would do now. A detail that lacks several fields is counted for each of them. */
export async function previewWriteOff(db: Db, { project }: ProjectContext): Promise<WriteOffPreview> {
  const { voucher_category, face_tax_rate, voucher_attachments } = lacks(project.id)
  const complete = sql`not ${lacksAny(project.id)}`
  const quantity = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::int4`
  const { rows } = await sql<{
    total: number
    succeeded: number
    amount: bigint
    voucher_category: number
    face_tax_rate: number
    voucher_attachments: number
  }>`
    select ${countAll()} as total, ${quantity(complete)} as succeeded,
      coalesce(sum(e.pay_amount) filter (where ${complete}), 0)::int8 as amount,
      ${quantity(voucher_category)} as voucher_category, ${quantity(face_tax_rate)} as face_tax_rate,
      ${quantity(voucher_attachments)} as voucher_attachments
    from imprests e where e.project_id = ${project.id} and e.write_off_id is null`.execute(db)
  const { total = 0, succeeded = 0, amount = 0n, ...lacking } = rows[0] ?? {}
  return {
    total_quantity: total,
    succeeded_quantity: succeeded,
    imprest_amount: yuan(amount),
    lacking: { voucher_category: 0, face_tax_rate: 0, voucher_attachments: 0, ...lacking },
  }
}
