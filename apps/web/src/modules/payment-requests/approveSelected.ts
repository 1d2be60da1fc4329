import { MAX_APPROVED, type PaymentRequestItem } from '@pianzhang/contract/payment-requests'
import { createElement } from 'react'
import { ApiError } from '../../platform/api/api.ts'
import { ask, showNotice } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { approveMany, requests } from './api.ts'
import { approvalText, approvedText, refusedTexts } from './words.ts'

type Row = PaymentRequestItem

/** Asks with count and sum, then approves all of the selected requests or none. */
export async function approveSelected(rows: readonly Row[], done: () => void): Promise<void> {
  if (rows.length > MAX_APPROVED) {
    toast.warning(`一次最多审批${MAX_APPROVED}条`)
    return
  }
  let failure: ApiError | undefined
  const run = async () => {
    try {
      const { data } = await approveMany(rows)
      done()
      await requests.changed()
      toast.success(approvedText(data))
    } catch (error) {
      // Without an answer the question stays for a repetition, which is the same act.
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
      failure = error
      await requests.changed()
    }
  }
  await ask({ title: '确定同意所选付款申请？', text: approvalText(rows), ok: '同意' }, run)
  if (!failure) return
  const texts = refusedTexts(rows, failure.errors)
  showNotice({
    title: '没有同意任何一条',
    text: texts.length > 0 ? texts.map((text) => createElement('div', { key: text }, text)) : failure.message,
    ok: '知道了',
  })
}
