import { randomBytes } from 'node:crypto'
import { today } from '@pianzhang/contract/calendar'
import { labelOf } from '@pianzhang/contract/lists'
import {
  type Order,
  type OrderBody,
  type OrderPrice,
  orderPrice,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@pianzhang/contract/orders'
import { sql } from 'kysely'
import { type Actor, audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { Failure, invalid } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { ask } from '../../platform/payments/ask.ts'
import { providerFor } from '../../platform/payments/choose.ts'
import type { Payable } from '../../platform/payments/provider.ts'
import { loadOrder, orderAnswer, orderLabel, type StoredOrder, snapshot } from './load.ts'
import { paymentMethods, paymentOf } from './payment.ts'
import { newPaymentCode } from './payment-code.ts'

/** A payment registered with a provider before the order is written. A transfer has none (null). */
interface Arranged {
  orderCode: string
  sandbox: boolean
  amount: bigint
  payable: Payable
}

/** 24 hexadecimal digits: providers do not accept the characters and the length of the codes of other records. */
export const newOrderCode = () => randomBytes(12).toString('hex')

/** The company's project quota: granted and bought. `lock` keeps it unchanged until the commit. */
export async function ownedCount(db: Db | Tx, companyId: bigint, lock = false): Promise<number> {
  const company = db
    .selectFrom('companies')
    .select(['granted_count', 'buy_count'])
    .where('id', '=', companyId)
  const { granted_count, buy_count } = await (lock ? company.forShare() : company).executeTakeFirstOrThrow()
  return granted_count + buy_count
}

/**
 * Registers the payment with the provider, before the order is written. If the order is then not written, the registered payment is harmless:
 * nobody has seen its address. Throws 422 for a payment type that is not offered, 503 for a provider that does not answer.
 */
export async function arrangePayment(
  db: Db,
  context: PersonContext,
  { body, gone }: Input<unknown, unknown, OrderBody> & { gone: AbortSignal },
): Promise<Arranged | null> {
  const { payment_type, project_quantity } = body
  if (payment_type === 'transfer') {
    if (!paymentMethods(context.services).some(({ value }) => value === payment_type))
      throw notOffered(context, payment_type)
    return null
  }
  const provider = providerFor(context.services, payment_type)
  if (!provider) throw notOffered(context, payment_type)
  const { amount } = orderPrice(await ownedCount(db, context.companyId), project_quantity)
  const orderCode = newOrderCode()
  const payment = paymentOf(context, { code: orderCode, amount, ...body, payment_type })
  const instead = context.services.site.bank.account === '' ? '' : '或选择对公转账'
  const payable = await ask(payment_type, gone, (signal) => provider.create(payment, signal), instead)
  return { orderCode, sandbox: provider.isSandbox, amount, payable }
}

function notOffered({ services }: PersonContext, type: PaymentMethod): Failure {
  const others = paymentMethods(services)
    .map(({ label }) => label)
    .join('、')
  const message = `支付方式“${labelOf(PAYMENT_METHODS, type)}”未开通，${others ? `请选择${others}` : '请联系客服'}`
  return invalid([{ field: 'payment_type', message }])
}

/**
 * Inserts the order with the price for the current quota; the company's row stays locked until the commit. Throws 409 if the quota, and with
 * it the price, has changed since the payment was registered.
 */
export async function createOrder(
  tx: Tx,
  context: PersonContext,
  { body, ahead }: Input<unknown, unknown, OrderBody> & { ahead: Arranged | null },
): Promise<Order> {
  const owned = await ownedCount(tx, context.companyId, true)
  const price = orderPrice(owned, body.project_quantity)
  if (ahead && ahead.amount !== price.amount)
    throw new Failure('stale', '项目总数刚刚有变化，应付总额随之改变，请重新提交')
  const row = await insertOrder(tx, context, { ...body, owned, price, arranged: ahead })
  return orderAnswer(context, row)
}

/**
 * The number of an order that is made now, `DD20261124-0001`: a running number of the day in Shanghai over all companies, so that the operator
 * finds it without the company. An advisory lock makes concurrent orders wait for the one before.
 */
async function nextNumber(tx: Tx, now: Date): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('order numbers', 0))`.execute(tx)
  const start = `DD${today(now).replaceAll('-', '')}-`
  const { rows } = await sql<{
    last: number
  }>`select coalesce(max(substr(o.number, ${start.length + 1})::int4), 0) as last
    from orders o where o.number like ${`${start}%`}`.execute(tx)
  return start + String((rows[0]?.last ?? 0) + 1).padStart(4, '0')
}

interface NewOrder {
  project_quantity: number
  payment_type: PaymentMethod
  /** The company's quota that the price was computed with. */
  owned: number
  price: OrderPrice
  /** Null for a transfer. */
  arranged: Pick<Arranged, 'orderCode' | 'sandbox' | 'payable'> | null
}

/** Inserts a pending order of the actor's company; `now` is when it counts as created. */
export async function insertOrder(
  tx: Tx,
  actor: Actor & { userId: bigint; services: PersonContext['services'] },
  { project_quantity, payment_type, owned, price, arranged }: NewOrder,
  now: Date = actor.now,
): Promise<StoredOrder> {
  const { bank } = actor.services.site
  const code = arranged?.orderCode ?? newOrderCode()
  await tx
    .insertInto('orders')
    .values({
      code,
      number: await nextNumber(tx, now),
      company_id: actor.companyId,
      creator_id: actor.userId,
      payment_type,
      sandbox: arranged?.sandbox ?? false,
      project_quantity,
      price: price.price,
      discount_amount: price.discount,
      amount: price.amount,
      owned_count: owned,
      created_at: now,
      ...(arranged
        ? { qrcode_url: arranged.payable.qrcodeUrl, qrcode_until: arranged.payable.validUntil }
        : {
            // If the code is taken, the unique constraint makes `inTransaction` retry with a new code.
            payment_code: newPaymentCode(),
            collection_subject: bank.subject,
            collection_bank_account: bank.account,
            collection_bank_name: bank.name,
          }),
    })
    .execute()
  const row = await loadOrder(tx, actor, code)
  await audit(tx, ofCompany(actor), {
    action: 'create',
    resource: 'order',
    code,
    label: orderLabel(row),
    after: snapshot(row),
  })
  return row
}
