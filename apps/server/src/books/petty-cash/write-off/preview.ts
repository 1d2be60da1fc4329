import { yuan } from '@pianzhang/contract/money'
import {
  MAX_LACKING,
  type WriteOffNeed,
  type WriteOffPreview,
  type WriteOffScope,
} from '@pianzhang/contract/petty-cash'
import { type RawBuilder, sql } from 'kysely'
import { countAll, type Db } from '../../../platform/database/database.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'
import { lacks, lacksAny } from '../list.ts'
import { fingerprintOf, openIn } from './scope.ts'

/** What a write-off would do now. A detail that lacks several fields is counted for each of them. */
export async function previewWriteOff(
  db: Db,
  { project }: ProjectContext,
  scope: WriteOffScope,
): Promise<WriteOffPreview> {
  const needs = lacks(project.id)
  const complete = sql`not ${lacksAny(project.id)}`
  const quantity = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::int4`
  const open = openIn(project.id, scope)
  const { rows } = await sql<{
    total: number
    succeeded: number
    amount: bigint
    fingerprint: string
    voucher_category: number
    face_tax_rate: number
    voucher_attachments: number
  }>`
    select ${countAll()} as total, ${quantity(complete)} as succeeded,
      coalesce(sum(e.pay_amount) filter (where ${complete}), 0)::int8 as amount,
      ${fingerprintOf(complete)} as fingerprint,
      ${quantity(needs.voucher_category)} as voucher_category, ${quantity(needs.face_tax_rate)} as face_tax_rate,
      ${quantity(needs.voucher_attachments)} as voucher_attachments
    from petty_cash e where ${open}`.execute(db)
  const { total = 0, succeeded = 0, amount = 0n, fingerprint = '', ...lacking } = rows[0] ?? {}
  return {
    total_quantity: total,
    succeeded_quantity: succeeded,
    imprest_amount: yuan(amount),
    lacking: { voucher_category: 0, face_tax_rate: 0, voucher_attachments: 0, ...lacking },
    lacking_items: total > succeeded ? await incomplete(db, project.id, open) : [],
    fingerprint,
  }
}

/** The first incomplete details, in the order of the list. */
async function incomplete(
  db: Db,
  projectId: bigint,
  open: RawBuilder<unknown>,
): Promise<WriteOffPreview['lacking_items']> {
  const needs = Object.entries(lacks(projectId)) as [WriteOffNeed, RawBuilder<unknown>][]
  const { rows } = await sql<
    { code: string; pay_at: string; payer: string; pay_amount: bigint } & Record<WriteOffNeed, boolean>
  >`
    select e.code, e.pay_at, e.payer, e.pay_amount,
      ${sql.join(needs.map(([need, condition]) => sql`${condition} as ${sql.ref(need)}`))}
    from petty_cash e where ${open} and ${lacksAny(projectId)}
    order by e.pay_at desc, e.id desc limit ${sql.lit(MAX_LACKING)}`.execute(db)
  return rows.map(({ code, pay_at, payer, pay_amount, ...lacked }) => ({
    ...{ code, pay_at, payer, pay_amount_yuan: yuan(pay_amount) },
    lacking: needs.flatMap(([need]) => (lacked[need] ? [need] : [])),
  }))
}
