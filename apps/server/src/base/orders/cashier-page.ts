import { createHash } from 'node:crypto'
import { formatYuan } from '@pianzhang/contract/money'
import type { OrderStatus } from '@pianzhang/contract/orders'
import { fill } from '../../platform/pages/fill.ts'
import { type StoredOrder, statusName } from './load.ts'

// The colours of apps/web/src/ui/tokens.css.
const STYLE = `body{margin:0;background:#f6f6f3;color:#1b1f20;font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;font-variant-numeric:tabular-nums lining-nums}
main{box-sizing:border-box;max-width:420px;margin:0 auto;padding:32px 20px}
h1{margin:0 0 20px;font-size:18px}
section{padding:20px;background:#fff;border-radius:8px}
dl{display:grid;grid-template-columns:auto 1fr;align-items:center;gap:8px 16px;margin:0}
dt{color:#555b5c}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.amount{font-size:24px;font-weight:600}
.result{margin:20px 0 0;text-align:center;font-size:18px}
button{width:100%;min-height:48px;margin-top:20px;border:0;border-radius:6px;background:#0b6470;color:#fff;font:inherit;font-size:18px}
button:focus-visible{outline:3px solid #0b6470;outline-offset:2px}`

/** Content security policy of the page: nothing but this style and the form that posts to the page itself. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TITLE = '沙箱收银台（仅供测试，不产生真实扣款）'

const PAGE = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title>
<style>${STYLE}</style>
<main>
<h1>${TITLE}</h1>
<section>
{{#order}}<dl>
<dt>订单编号</dt><dd>{{number}}</dd>
<dt>项目数量</dt><dd>{{quantity}} 个</dd>
<dt>应付总额</dt><dd class="amount">¥ {{amount}}</dd>
</dl>{{/order}}
{{#result}}<p class="result" role="status">{{result}}</p>{{/result}}
{{#payable}}<form method="post"><button type="submit">确认支付</button></form>{{/payable}}
</section>
</main>
</html>
`

const RESULTS: Record<OrderStatus, string> = {
  pending: '沙箱收银台已停用，不能付款',
  paid: '已付款，可以关闭本页面',
  cancelled: '订单已取消，不能付款',
}

/** The page of an order, as HTML; `isOpen`: the sandbox takes payments. */
export function orderPage(order: StoredOrder, isOpen: boolean): string {
  const status = statusName(order.status)
  const payable = status === 'pending' && isOpen
  return fill(PAGE, {
    order: [
      {
        number: order.number,
        quantity: String(order.project_quantity),
        amount: formatYuan(order.amount),
      },
    ],
    result: payable ? '' : RESULTS[status],
    payable: payable ? 'yes' : '',
  })
}

/** The page for a link that belongs to no order. */
export const wrongAddressPage = (): string => fill(PAGE, { order: [], result: '付款链接不正确', payable: '' })
