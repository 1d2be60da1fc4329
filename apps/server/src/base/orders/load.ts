import { formatInstant } from '@pianzhang/contract/calendar'
import { labelOf } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import {
  type OnlinePaymentMethod,
  ORDER_STATUSES,
  type Order,
  type OrderStatus,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@pianzhang/contract/orders'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { missing } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'

/** The input of a route that names an order. */
export type ByCode = Input<{ code: string }, unknown, unknown>

export const PENDING = 0
export const PAID = 1
export const CANCELLED = 2

export interface StoredOrder {
  id: bigint
  code: string
  /** What people call it. */
  number: string
  company_id: bigint
  status: number
  payment_type: PaymentMethod
  sandbox: boolean
  project_quantity: number
  price: bigint
  discount_amount: bigint
  amount: bigint
  qrcode_url: string | null
  qrcode_until: Date | null
  collection_subject: string | null
  collection_bank_account: string | null
  collection_bank_name: string | null
  payment_code: string | null
  created_at: Date
  paid_at: Date | null
  cancelled_at: Date | null
  user_name: string
}

export const orderColumns = sql<StoredOrder>`o.id, o.code, o.number, o.company_id, o.status, o.payment_type, o.sandbox,
  o.project_quantity, o.price, o.discount_amount, o.amount, o.qrcode_url, o.qrcode_until, o.collection_subject,
  o.collection_bank_account, o.collection_bank_name, o.payment_code, o.created_at, o.paid_at, o.cancelled_at,
  (select u.name from users u where u.id = o.creator_id) as user_name`

/** An order of the person's company. Throws 404. `lock` holds it until the commit. */
export async function loadOrder(
  db: Db | Tx,
  { companyId }: Pick<PersonContext, 'companyId'>,
  code: string,
  lock = false,
): Promise<StoredOrder> {
  const { rows } = await sql<StoredOrder>`select ${orderColumns} from orders o
    where o.company_id = ${companyId} and o.code = ${code} ${lock ? sql`for update of o` : sql``}`.execute(db)
  if (!rows[0]) throw missing()
  return rows[0]
}

/** An order of any company: providers and the operator's commands know only the code. `lock` as in `loadOrder`. */
export async function findByCode(db: Db | Tx, code: string, lock = false): Promise<StoredOrder | null> {
  const { rows } = await sql<StoredOrder>`select ${orderColumns} from orders o
    where o.code = ${code} ${lock ? sql`for update of o` : sql``}`.execute(db)
  return rows[0] ?? null
}

export const statusName = (status: number): OrderStatus => {
  const found = ORDER_STATUSES[status]
  if (!found) throw new RangeError(`no status of an order: ${status}`)
  return found.name
}

/** An order whose payment a provider takes. */
export type OnlineOrder = StoredOrder & { payment_type: OnlinePaymentMethod }
export const isOnline = (order: StoredOrder): order is OnlineOrder => order.payment_type !== 'transfer'

export function orderAnswer(context: Pick<PersonContext, 'can' | 'baseUrl'>, row: StoredOrder): Order {
  const { code, number, payment_type, sandbox, project_quantity, user_name, payment_code } = row
  const { collection_subject, collection_bank_account, collection_bank_name } = row
  const isPending = row.status === PENDING
  const amount_yuan = yuan(row.amount)
  return {
    code,
    number,
    status: statusName(row.status),
    status_i18n: labelOf(ORDER_STATUSES, String(row.status)),
    created_at: formatInstant(row.created_at),
    paid_at: row.paid_at && formatInstant(row.paid_at),
    cancelled_at: row.cancelled_at && formatInstant(row.cancelled_at),
    user_name,
    project_quantity,
    payment_type,
    payment_type_i18n: labelOf(PAYMENT_METHODS, payment_type),
    price_yuan: yuan(row.price),
    discount_amount_yuan: yuan(row.discount_amount),
    amount_yuan,
    amount: amount_yuan,
    qrcode_url: isPending && row.qrcode_url ? absolute(context.baseUrl, row.qrcode_url) : null,
    sandbox,
    collection_subject,
    collection_bank_account,
    collection_bank_name,
    payment_code,
    can: { cancel: isPending && context.can('order', 'write') },
  }
}

/** Addresses of this server are stored without the host, which may change. */
const absolute = (baseUrl: string, address: string): string =>
  address.startsWith('/') ? baseUrl + address : address

/** An order's name in the operation log. */
export const orderLabel = ({
  number,
  project_quantity,
  amount,
}: Pick<StoredOrder, 'number' | 'project_quantity' | 'amount'>) =>
  `${number}，${project_quantity} 个项目，${yuan(amount)} 元`

/** A snapshot of an order for the operation log. */
export const snapshot = (row: StoredOrder) => ({
  number: row.number,
  status: statusName(row.status),
  project_quantity: row.project_quantity,
  payment_type: row.payment_type,
  sandbox: row.sandbox,
  price: yuan(row.price),
  discount_amount: yuan(row.discount_amount),
  amount: yuan(row.amount),
  payment_code: row.payment_code,
})
