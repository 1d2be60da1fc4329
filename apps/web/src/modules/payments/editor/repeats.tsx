import { paymentApi } from '@pianzhang/contract/api/books'
import { formatYuan } from '@pianzhang/contract/money'
import type { Duplicates } from '@pianzhang/contract/payment-duplicates'
import { queryOptions } from '@tanstack/react-query'
import { Fragment } from 'react'
import { read } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/query.ts'
import { ask } from '../../../ui/popup/confirm.tsx'

/** What a payment pays. */
export interface Paying {
  payee_code?: string | undefined
  payer?: string
  amount: string
  pay_at: string
  /** The instalments that its lines name. */
  instalment_code?: readonly string[]
  /** The payment that is edited. */
  code?: string | undefined
}

/** So many instalments fit into an address. */
const MAX_ASKED = 200

/** Payments that this one may repeat. */
export const duplicatesQuery = ({ instalment_code = [], ...paying }: Paying) =>
  queryOptions({
    queryKey: ['cost_executions', 'duplicates', paying, instalment_code],
    meta: { shows: ['cost_execution'] },
    queryFn: ({ signal }) =>
      read(paymentApi.duplicates, {
        query: { ...paying, instalment_code: instalment_code.slice(0, MAX_ASKED) },
        signal,
        handled: true,
      }),
    retry: false,
    staleTime: 0,
  })

/** FK202611120004（2026-11-12，32,000.00 元，期次「定金」）; a line breaks between, not within, its numbers. */
export const DuplicatesText = ({ items, count }: Duplicates) => (
  <>
    {items.slice(0, 3).map(({ code, pay_at, pay_amount_yuan, instalments }, index) => (
      <Fragment key={code}>
        {index > 0 && '、'}
        <span className="num">{code}</span>（<span className="num">{pay_at}</span>，
        <span className="num">{formatYuan(pay_amount_yuan)} 元</span>
        {instalments.map((title) => `，期次「${title}」`)}）
      </Fragment>
    ))}
    {count > 3 && ` 等 ${count} 笔`}
  </>
)

/** Why a payment may be one of these already, or may be paid once more by a request. */
export function QuestionText(found: Duplicates) {
  const { count, requests = [] } = found
  return (
    <>
      {count > 0 && <PaidText {...found} />}
      {count > 0 && requests.length > 0 && '；'}
      {requests.length > 0 &&
        `同一期次已在审批中的付款申请：${requests.slice(0, 3).join('、')}${requests.length > 3 ? ` 等 ${requests.length} 笔` : ''}`}
    </>
  )
}

function PaidText(found: Duplicates) {
  const named = found.items.filter(({ instalments }) => instalments.length > 0).length
  const why =
    named === 0
      ? '同一收款人、同一金额，7天内已有'
      : named === found.items.length
        ? '同一期次已有付款'
        : '同一收款人、同一金额7天内，或同一期次，已有'
  return (
    <>
      {why}：<DuplicatesText {...found} />
    </>
  )
}

/** Asks for confirmation if other payments may be the same (疑似重复付款). If they cannot be read, the payment is saved without asking. */
export async function mayRepeat(paying: Paying): Promise<boolean> {
  const found = await queryClient.fetchQuery(duplicatesQuery(paying)).catch(() => null)
  if (!found || (found.count === 0 && !found.requests?.length)) return true
  return await ask({
    title: '疑似重复付款，确定保存？',
    text: <QuestionText {...found} />,
    ok: '仍然保存',
    cancel: '返回检查',
    careful: true,
  })
}
