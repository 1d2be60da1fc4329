import { parseTyped } from '@pianzhang/contract/money'
import { PAYMENT_METHODS } from '@pianzhang/contract/orders'
import { confirmTransfer } from '../../base/orders/confirm.ts'
import { markDone, unappliedPayments } from '../../base/orders/unapplied-payments.ts'
import type { Services } from '../../platform/services.ts'
import type { Command } from './command.ts'

const SOURCES = new Map<string, string>([...PAYMENT_METHODS.map(({ code, label }) => [code, label] as const)])

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
      const { number, project_quantity, total_count } = confirmed
      const message = changed
        ? `订单 ${number} 已付款，增加 ${project_quantity} 个项目，项目总数现为 ${total_count}`
        : `订单 ${number} 此前已确认付款，未作更改，项目总数为 ${total_count}`
      return { message, data: { ...confirmed, changed } }
    },
  },
  {
    name: 'order:payments',
    summary: '列出已收到但未入账、须人工处理的款项，或将其中一笔标为已处理',
    options: {
      done: { text: '已处理的款项的编号（列表第一列）' },
      note: { text: '处理方式，如“已原路退款”；与 --done 一起填写，客户在操作日志中可见' },
    },
    run: async ({ services }, { done, note = '' }) => {
      if (done !== undefined) return await settledByHand(services, done, note.trim())
      if (note !== '') throw new Error('请同时填写款项编号：--done')
      const items = await unappliedPayments(services)
      const lines = items.map(
        (item) =>
          `${item.id}  ${item.received_at}  ${item.amount} 元  ${SOURCES.get(item.provider) ?? item.provider} ${item.transaction_id}  ${item.reason_i18n}  订单 ${item.order_number ?? item.order_code}${item.company ? `（${item.company}）` : ''}`,
      )
      return { message: lines.length > 0 ? lines.join('\n') : '没有须人工处理的款项', data: { items } }
    },
  },
]

async function settledByHand(services: Services, id: string, note: string) {
  if (note === '') throw new Error('请填写处理方式：--note')
  if (note.length > 200) throw new Error('处理方式不能超过200个字符：--note')
  const { changed, ...done } = await markDone(services, id, note)
  const message = changed
    ? `款项 ${id}（${done.amount} 元）已标为已处理`
    : `款项 ${id}（${done.amount} 元）此前已处理，未作更改：${done.note}`
  return { message, data: { ...done, changed } }
}
