import type { Payment } from '@pianzhang/contract/cost-executions'
import { DONE, FAILURES } from '@pianzhang/contract/errors'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../../platform/api.ts'
import { useIdempotencyKey } from '../../../platform/idempotency.ts'
import { queryClient } from '../../../platform/query.ts'
import { ask } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.ts'
import { createPayment, paymentQuery, paymentsChanged, updatePayment } from '../api.ts'
import { activate, bodyOf, contentOf, type DraftLine, draftOf, rebase } from './draft.ts'
import { check, withErrors } from './draftErrors.ts'
import type { DraftStore } from './store.ts'
import { forgetUnread, unreadOf } from './unread.ts'

const STALE = FAILURES.stale.code
const INVALID = FAILURES.invalid.code
const GONE = /^cost_execution_details\[\d+\]\.code$/
const HEADER = ['pay_at', 'payer', 'post', 'summary', 'cost_execution_details']

interface Props {
  store: DraftStore
  payment: Payment | null
  /** Of the payment that is typed over. */
  version: RefObject<number | undefined>
  /** The last save that was tried; a draft may bring it along. */
  sent: RefObject<{ content: string; key: string }>
  /** Before a save is sent. */
  onSend: () => void
  /** Errors stand at their fields now. */
  onWrong: () => void
  onSaved: () => void
}

/** Checks, sends, and settles what comes back. One save at a time. */
export function useSave({ store, payment, version, sent, onSend, onWrong, onSaved }: Props) {
  const [saving, setSaving] = useState(false)
  const [stale, setStale] = useState<string | null>(null)
  const busy = useRef(false)
  const keyOf = useIdempotencyKey(sent)

  const finish = async (msg: string) => {
    await paymentsChanged()
    toast.success(msg)
    onSaved()
  }

  /** A repetition after a lost answer meets its own first save: the record holds exactly what is in the form. */
  const isOurs = async (): Promise<boolean> => {
    if (!payment) return false
    const latest = await queryClient.fetchQuery(paymentQuery(payment.code)).catch(() => null)
    const own = JSON.stringify(withoutCodes(bodyOf(store.get())))
    return latest !== null && JSON.stringify(withoutCodes(bodyOf(draftOf(latest)))) === own
  }

  /** True: there are wrong fields to go to. */
  const fail = async (error: unknown, sent: readonly DraftLine[]): Promise<boolean> => {
    if (!(error instanceof ApiError)) throw error
    if (error.code === STALE) {
      if (await isOurs()) await finish(DONE)
      else setStale(error.message)
      return false
    }
    if (error.code !== INVALID) return false
    // A line that a colleague removed: the server says so before it looks at the version.
    if (error.errors.some(({ field }) => GONE.test(field))) {
      setStale(FAILURES.stale.msg)
      return false
    }
    store.update((draft) => withErrors(draft, error.errors, sent))
    const stray = error.errors.find(
      ({ field }) => !HEADER.includes(field) && !field.startsWith('cost_execution_details['),
    )
    if (error.errors.length === 0 || stray) toast.error(stray?.message ?? error.message)
    return true
  }

  const save = async (): Promise<void> => {
    if (busy.current) return
    const draft = store.get()
    const errors = check(draft)
    store.update((current) => withErrors(current, errors))
    if (errors.length > 0) return onWrong()
    const unread = unreadOf(draft)
    if (unread) {
      store.update((current) => activate(current, unread.key))
      if (!(await ask({ title: unread.title, text: unread.text, ok: '留空保存', cancel: '返回修改' })))
        return onWrong()
      // Agreed to once; what is typed meanwhile cannot be, for the question lies over the form.
      store.update(forgetUnread)
    }

    const key = keyOf(contentOf(draft))
    onSend()
    let wrong = false
    busy.current = true
    setSaving(true)
    try {
      const body = bodyOf(draft, version.current)
      const { msg } = payment ? await updatePayment(payment.code, body, key) : await createPayment(body, key)
      await finish(msg)
    } catch (error) {
      wrong = await fail(error, draft.lines)
    } finally {
      busy.current = false
      // The form takes no focus before it is drawn open again.
      flushSync(() => setSaving(false))
    }
    if (wrong) onWrong()
  }

  /** 查看最新内容: from here on 确定 is meant over what the person has just been shown. What was typed stays. */
  const adoptLatest = async (): Promise<boolean> => {
    if (!payment) return false
    try {
      const latest = await queryClient.fetchQuery(paymentQuery(payment.code))
      version.current = latest.version
      store.update((draft) => rebase(draft, latest))
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 404) toast.error(error.message)
      return false
    }
  }

  return { save, saving, stale, adoptLatest }
}

const withoutCodes = (body: ReturnType<typeof bodyOf>) => ({
  ...body,
  version: undefined,
  cost_execution_details: body.cost_execution_details.map((line) => ({ ...line, code: null })),
})
