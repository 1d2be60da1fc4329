import { parseTyped } from '@pianzhang/contract/money'
import { PAYMENT_TYPES } from '@pianzhang/contract/orders'
import { confirmTransfer, keptPayments } from '../modules/orders/confirm.ts'
import type { Command } from './commands.ts'

const SOURCES = new Map<string, string>([...PAYMENT_TYPES.map(({ code, label }) => [code, label] as const)])

/** The operator's commands about orders. */
export const ORDER_COMMANDS: readonly Command[] = [
  {
    name: 'order:confirm',
    summary: '确认对公转账已到账，增加公司的项目数量',
    options: {
      'payment-code': { text: '转账备注中的付款码', required: true },
      amount: { text: '到账金额，单位元', required: true },
    },
    run: async ({ services }, { 'payment-code': code = '', amount = '' }) => {
      const { fen, error } = parseTyped(amount)
      if (error !== undefined) throw new Error(`${error}：--amount`)
      const { changed, ...confirmed } = await confirmTransfer(services, code, fen)
      const { project_quantity, total_count } = confirmed
      const message = changed
        ? `订单已付款，增加 ${project_quantity} 个项目，项目总数现为 ${total_count}`
        : `该订单此前已确认付款，未作更改，项目总数为 ${total_count}`
      return { message, data: { ...confirmed, changed } }
    },
  },
  {
    name: 'order:payments',
    summary: '列出已收到但未入账、须人工处理的款项',
    options: {},
    run: async ({ services }) => {
      const items = await keptPayments(services)
      const lines = items.map(
        (item) =>
          `${item.received_at}  ${item.amount} 元  ${SOURCES.get(item.provider) ?? item.provider} ${item.transaction_id}  ${item.reason_i18n}  订单 ${item.order_code}${item.company ? `（${item.company}）` : ''}`,
      )
      return { message: lines.length > 0 ? lines.join('\n') : '没有须人工处理的款项', data: { items } }
    },
  },
]
