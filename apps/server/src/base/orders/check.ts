import { type Db, inTransaction } from '../../platform/database/database.ts'
import { errorForLog } from '../../platform/http/log-error.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { ask, STAYS } from '../../platform/payments/ask.ts'
import { providerOfOrder } from '../../platform/payments/choose.ts'
import {
  type ByCode,
  isOnline,
  loadOrder,
  type OnlineOrder,
  PAID,
  PENDING,
  type StoredOrder,
} from './load.ts'
import { settlePayment } from './settle.ts'

/** Whether the order is paid. The provider is asked as well, so that a payment whose notification was lost is found. */
export async function checkOrder(
  db: Db,
  context: PersonContext,
  { params }: ByCode,
): Promise<{ result: boolean }> {
  const row = await loadOrder(db, context, params.code)
  if (row.status !== PENDING || !isOnline(row) || row.sandbox) return { result: row.status === PAID }
  if (!(await mayAsk(db, context, row))) return { result: false }
  await findPayment(db, context, row)
  return { result: (await loadOrder(db, context, params.code)).status === PAID }
}

/** Each open page asks every three seconds; the provider is asked once in this time, for all of them. */
const ASK_EVERY_MS = 9_000

/** Notes that the provider is now asked about this order; false if any server asked within `ASK_EVERY_MS`. */
async function mayAsk(db: Db, { companyId, now }: PersonContext, order: StoredOrder): Promise<boolean> {
  const taken = await db
    .updateTable('orders')
    .set({ asked_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', order.id)
    .where((eb) =>
      eb.or([
        eb('asked_at', 'is', null),
        eb('asked_at', '<=', new Date(now.getTime() - ASK_EVERY_MS)),
        // Set by a clock that was ahead. A time only slightly in the future is of a concurrent request.
        eb('asked_at', '>', new Date(now.getTime() + ASK_EVERY_MS)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

async function findPayment(db: Db, { services }: PersonContext, order: OnlineOrder): Promise<void> {
  const provider = providerOfOrder(services, order)
  if (!provider) return
  try {
    const received = await ask(order.payment_type, STAYS, (signal) => provider.find(order.code, signal))
    if (received) await inTransaction(db, (tx) => settlePayment(tx, services, order.payment_type, received))
  } catch (error) {
    // Not thrown: the answer is given from the stored order, and the page asks again.
    console.warn(`order ${order.code} was not checked:`, errorForLog(error))
  }
}
