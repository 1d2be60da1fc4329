import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** Adds to answers of payments the request that each was approved by. */
export async function requestFields(
  db: Db | Tx,
  { project }: ProjectContext,
  paymentIds: readonly bigint[],
): Promise<(payment: { id: bigint }) => { request_code: string | null }> {
  const { rows } = await sql<{ id: bigint; code: string }>`
    select r.payment_id as id, r.code from payment_requests r
    where r.project_id = ${project.id} and r.payment_id = any(${paymentIds}::bigint[])`.execute(db)
  const codes = new Map(rows.map(({ id, code }) => [id, code]))
  return ({ id }) => ({ request_code: codes.get(id) ?? null })
}
