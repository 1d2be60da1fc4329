import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../platform/database/database.ts'
import { open } from '../../platform/http/guard.ts'
import { providerOfOrder } from '../../platform/payments/choose.ts'
import { CASHIER, isCashierOf } from '../../platform/payments/sandbox.ts'
import type { Services } from '../../platform/services.ts'
import { orderPage, POLICY, wrongAddressPage } from './cashier-page.ts'
import { findByCode, isOnline, PENDING, type StoredOrder } from './load.ts'
import { settlePayment } from './settle.ts'

function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .serializer((payload: unknown) => String(payload))
    .send(page)
}

/**
 * Registers the sandbox's cashier: a page that pays its order by one POST. It needs no login, as a phone opens it; the signature in its address
 * admits the caller. It takes no money, so it pays only sandbox orders, and only while the sandbox is in use (never in production).
 */
export async function registerCashier(app: FastifyInstance, services: Services): Promise<void> {
  /** Whether the sandbox still takes the payment of this order. */
  const isOpen = (order: StoredOrder) => isOnline(order) && providerOfOrder(services, order) !== null
  const pay = (code: string) =>
    inTransaction(services.db, async (tx) => {
      const order = await findByCode(tx, code, true)
      // A concurrent cancellation or payment holds this lock until its commit; then the order is not pending any more and nothing is done.
      if (!order || order.status !== PENDING || !isOpen(order)) return
      const { amount } = order
      const paid = { orderCode: code, amount, transactionId: code, paidAt: services.clock() }
      await settlePayment(tx, services, 'sandbox', paid)
    })
  const answer = async (request: FastifyRequest, reply: FastifyReply, pays: boolean) => {
    const { code } = request.params as { code: string }
    const query = request.query as Record<string, unknown>
    const order = isCashierOf(services, code, query.sign) ? await findByCode(services.db, code) : null
    if (!order?.sandbox) return send(reply, 404, wrongAddressPage())
    if (!pays) return send(reply, 200, orderPage(order, isOpen(order)))
    await pay(code)
    // Redirects to a GET, so that reloading the page does not post again.
    return reply.code(303).header('Location', request.url).send()
  }
  await app.register(async (scope) => {
    // The form has no fields, so its body is ignored.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, _body, done) => done(null, undefined),
    )
    const config = (summary: string) => ({ route: { access: open, summary } })
    scope.get(
      CASHIER,
      { exposeHeadRoute: false, config: config("The sandbox's cashier, a page that needs no login") },
      (request, reply) => answer(request, reply, false),
    )
    scope.post(CASHIER, { config: config('Pay an order in the sandbox') }, (request, reply) =>
      answer(request, reply, true),
    )
  })
}
