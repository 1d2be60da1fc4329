import { yuan } from '@pianzhang/contract/money'
import { ORDER_PRICES, type OrderList, type OrderListQuery } from '@pianzhang/contract/orders'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { listedCodes } from '../../platform/lists/listed-values.ts'
import { ownedCount } from './create.ts'
import { orderAnswer, orderColumns } from './load.ts'
import { paymentMethods } from './payment.ts'

/** A page of the company's orders, newest first, with quota, unit prices and payment types for the page 购买项目. */
export async function listOrders(
  db: Db,
  context: PersonContext,
  { query }: Input<unknown, OrderListQuery, unknown>,
): Promise<OrderList> {
  const status = query.status === undefined ? sql`` : sql`and o.status = any(${listedCodes([query.status])})`
  // With or without the dash, as a number is heard on the telephone.
  const keywords = query.keywords
    ? sql`and (${contains(query.keywords.replaceAll('-', ''), sql`replace(o.number, '-', '')`)}
        or ${contains(query.keywords, 'o.payment_code')})`
    : sql``
  const { rows, count } = await listPage(
    db,
    {
      columns: orderColumns,
      from: sql`orders o where o.company_id = ${context.companyId} ${status} ${keywords}`,
      order: sql`o.created_at desc, o.id desc`,
    },
    query,
  )
  return {
    items: rows.map((row) => orderAnswer(context, row)),
    listTotal: count,
    total_count: await ownedCount(db, context.companyId),
    price_yuan: yuan(ORDER_PRICES.price),
    discounted_price_yuan: yuan(ORDER_PRICES.discounted),
    payment_types: paymentMethods(context.services),
    can: { create: context.can('order', 'write') },
  }
}
