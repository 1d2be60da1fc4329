import type { PaymentLine } from '@pianzhang/contract/cost-executions'
import { isTicketed } from '@pianzhang/contract/lists'
import { SMALL_RECEIPT, SMALL_RECEIPTS_FEN } from '@pianzhang/contract/missing-invoices'
import { type Fen, sum } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { jsonFor } from '../../platform/database/json.ts'
import { invoicesOf } from '../invoices/allocate.ts'
import { isReceipt, receiptsOf } from '../missing-invoices/wanting.ts'
import type { NamedRecords } from './references.ts'

interface Asked {
  id: bigint
  payer: string
  payee_id: bigint | null
  pay_at: string
  lines: readonly PaymentLine[]
}

/**
 * How many lines of requests will be in 欠票, by the request's id: of a type that needs an invoice, and without a voucher that does or its invoice. An
 * invoice that is linked already is not looked at, as what it gives is known only when the payment is booked.
 */
export async function lackingOf(
  db: Db | Tx,
  projectId: bigint,
  requests: readonly Asked[],
  { categories }: NamedRecords,
): Promise<ReadonlyMap<bigint, number>> {
  const asked = requests.map(({ lines, ...request }) => {
    const own = lines.filter(
      (line) => line.pay_amount > 0n && categories.get(line.pay_category_id)?.needs_invoice,
    )
    const small = own.filter(isSmall)
    return { ...request, own, small: sum(small.map(({ pay_amount }) => pay_amount)) }
  })
  const many = await manyReceipts(
    db,
    projectId,
    asked.filter(({ small }) => small > 0n),
  )
  return new Map(
    asked.map(({ id, own }) => [
      id,
      own.filter((line) => (isSmall(line) ? many.has(id) : lacksInvoice(line))).length,
    ]),
  )
}

const isSmall = ({ voucher_category }: PaymentLine): boolean => voucher_category === SMALL_RECEIPT
const lacksInvoice = (line: PaymentLine): boolean =>
  !isTicketed(line.voucher_category) || invoicesOf(line).length === 0

/** Requests whose small receipts, with those that the payee got on the day already, are too many to do without an invoice. */
async function manyReceipts(
  db: Db | Tx,
  projectId: bigint,
  requests: readonly (Omit<Asked, 'lines'> & { small: Fen })[],
): Promise<ReadonlySet<bigint>> {
  if (requests.length === 0) return new Set()
  const asked = requests.map(({ id, payer, payee_id, pay_at, small }) => ({
    ...{ id, pay_at, small },
    receipts: payee_id === null ? payer : `payee ${payee_id}`,
  }))
  const { rows } = await sql<{ id: bigint }>`
    select n.id from jsonb_to_recordset(${jsonFor(asked)}::jsonb) as n(id bigint, pay_at date, small numeric, receipts text)
    where n.small + coalesce((
      select sum(d.pay_amount) from cost_executions c
      join cost_execution_details d on d.project_id = ${projectId} and d.cost_execution_id = c.id and ${isReceipt}
      where c.project_id = ${projectId} and c.pay_at = n.pay_at and ${receiptsOf} = n.receipts and d.pay_category_id in (
        select t.id from pay_categories t where t.project_id = ${projectId} and t.needs_invoice)), 0)
      >= ${sql.lit(SMALL_RECEIPTS_FEN)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
