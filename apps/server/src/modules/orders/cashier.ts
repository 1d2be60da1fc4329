import { createHash } from 'node:crypto'
import { formatYuan } from '@pianzhang/contract/money'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../platform/database/database.ts'
import { open } from '../../platform/http/guard.ts'
import type { Services } from '../../platform/services.ts'
import { findByCode, isOnline, PENDING, type StoredOrder, statusName } from './load.ts'
import { providerOfOrder } from './providers/choose.ts'
import { CASHIER, isCashierOf } from './providers/sandbox.ts'
import { settlePayment } from './settle.ts'

const TITLE = '沙箱收银台（仅供测试，不产生真实扣款）'

// The colours of the page's ui/tokens.css.
const STYLE = `body{margin:0;background:#f6f6f3;color:#1b1f20;font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
main{box-sizing:border-box;max-width:420px;margin:0 auto;padding:32px 20px}
h1{margin:0 0 20px;font-size:18px}
section{padding:20px;background:#fff;border-radius:8px}
dl{display:grid;grid-template-columns:auto 1fr;align-items:center;gap:8px 16px;margin:0}
dt{color:#555b5c}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.code{font-size:13px;line-height:26px}
.amount{font-size:24px;font-weight:600}
.result{margin:20px 0 0;text-align:center;font-size:18px}
button{width:100%;min-height:48px;margin-top:20px;border:0;border-radius:6px;background:#0b6470;color:#fff;font:inherit;font-size:18px}
button:focus-visible{outline:3px solid #0b6470;outline-offset:2px}`

/** Nothing but this style and the form that posts to this page. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const page = (content: string): string =>
  `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title>
<style>${STYLE}</style>
<main>
<h1>${TITLE}</h1>
<section>${content}</section>
</main>
</html>
`

function send(reply: FastifyReply, status: number, content: string): FastifyReply {
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
    .send(page(content))
}

const result = (text: string): string => `<p class="result" role="status">${escaped(text)}</p>`

const RESULTS = {
  paid: '已付款，可以关闭本页面',
  cancelled: '订单已取消，不能付款',
  closed: '沙箱收银台已停用，不能付款',
} as const

function orderPage(order: StoredOrder, isOpen: boolean): string {
  const facts = [
    ['订单', order.code, 'code'],
    ['项目数量', `${order.project_quantity} 个`],
    ['应付总额', `¥ ${formatYuan(order.amount)}`, 'amount'],
  ]
  const list = facts.map(
    ([name = '', value = '', style]) =>
      `<dt>${name}</dt><dd${style ? ` class="${style}"` : ''}>${escaped(value)}</dd>`,
  )
  const status = statusName(order.status)
  const end =
    status !== 'pending'
      ? result(RESULTS[status])
      : isOpen
        ? '<form method="post"><button type="submit">确认支付</button></form>'
        : result(RESULTS.closed)
  return `<dl>${list.join('')}</dl>${end}`
}

/**
 * Registers the sandbox's cashier: a page that pays its order by one POST. It needs no login, as a phone opens it, but the signature in its
 * address. It takes no money, so it pays only orders of the sandbox, and only while that is in use (never in production).
 */
export async function registerCashier(app: FastifyInstance, services: Services): Promise<void> {
  /** Whether the sandbox still takes the payment of this order. */
  const isOpen = (order: StoredOrder) => isOnline(order) && providerOfOrder(services, order) !== null
  const pay = (code: string) =>
    inTransaction(services.db, async (tx) => {
      const order = await findByCode(tx, code, true)
      // Whoever cancelled or paid it first holds the lock until the commit; then this finds it so and does nothing.
      if (!order || order.status !== PENDING || !isOpen(order)) return
      const { amount } = order
      const paid = { orderCode: code, amount, transactionId: code, paidAt: services.clock() }
      await settlePayment(tx, services, 'sandbox', paid)
    })
  const answer = async (request: FastifyRequest, reply: FastifyReply, pays: boolean) => {
    const { code } = request.params as { code: string }
    const query = request.query as Record<string, unknown>
    const order = isCashierOf(services, code, query.sign) ? await findByCode(services.db, code) : null
    if (!order?.sandbox) return send(reply, 404, result('付款链接不正确'))
    if (!pays) return send(reply, 200, orderPage(order, isOpen(order)))
    await pay(code)
    // As a GET, so that a reload of what the person sees then does not post again.
    return reply.code(303).header('Location', request.url).send()
  }
  await app.register(async (scope) => {
    // A form without fields.
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
