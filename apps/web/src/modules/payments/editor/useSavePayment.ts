import { DONE, FAILURES } from '@pianzhang/contract/errors'
import { yuan } from '@pianzhang/contract/money'
import type { Payment } from '@pianzhang/contract/payments'
import type { RefObject } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { can, currentProfile } from '../../../platform/session/session.ts'
import { useSave } from '../../../ui/form/useSave.ts'
import { ask } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import type { Asking } from './asking.ts'
import { activate, type Draft, draftOf, HEADER_FIELDS, instalmentsOf, totalOf } from './draft.ts'
import { bodyOf, bodyWithOneInvoice, contentOf } from './draftBody.ts'
import { check, withErrors } from './draftErrors.ts'
import { recognised } from './mergeDraft.ts'
import type { Records } from './records.ts'
import type { DraftStore } from './store.ts'
import { forgetUnread, unreadOf } from './unread.ts'

/** A payment may have a thousand lines. */
const LONG = { timeout: 30_000 }

const STALE = FAILURES.stale.code
const INVALID = FAILURES.invalid.code
const DELETED = FAILURES.notFound.code
const GONE = /^cost_execution_details\[\d+\]\.code$/
const HEADER: readonly string[] = [...HEADER_FIELDS, 'cost_execution_details']

interface Props {
  store: DraftStore
  records: Records
  /** Whether a line may have several invoices. */
  several: boolean
  asking: Asking | undefined
  payment: Payment | null
  /** Version of the payment that is being edited. */
  version: RefObject<number | undefined>
  /** Content and Idempotency-Key of the last attempted save; a restored draft may set it. */
  sent: RefObject<{ content: string; key: string }>
  /** Called when a save fails: a colleague saved first (`meet`), deleted the payment (`gone`), or the answer was lost (`lost`). */
  conflict: { meet: () => Promise<void>; gone: () => void; lost: (sent: Draft) => void }
  /** Called before a save is sent. */
  onSend: () => void
  /** Called after errors were set on the fields. */
  onWrong: () => void
  /** `goesOn`: by 保存并继续. */
  onSaved: (goesOn: boolean) => void
}

/** `to`: what saves it, which for a request says whether it is sent. */
interface Save {
  draft: Draft
  to: Records
}

/** Validates, sends and handles the response. */
export function useSavePayment({
  store,
  records,
  several,
  asking,
  payment,
  version,
  sent,
  conflict,
  onSend,
  onWrong,
  onSaved,
}: Props) {
  /** Whether the stored payment equals the form: then the version conflict comes from this form's own earlier save. */
  const isOurs = async ({ draft, to }: Save): Promise<boolean> => {
    // A request that is stored may still have to be sent.
    if (!payment || !to.booked) return false
    const latest = await to.latest(payment.code).catch(() => null)
    return latest !== null && recognised(null, draft, draft, draftOf(latest)).own
  }

  const send = async ({ draft, to }: Save, key: string): Promise<{ msg: string }> => {
    onSend()
    const body = (several ? bodyOf : bodyWithOneInvoice)(draft, version.current)
    try {
      return payment ? await to.update(payment.code, body, key, LONG) : await to.create(body, key, LONG)
    } catch (error) {
      // No answer, or an error of the server or a proxy: the payment may be stored.
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) conflict.lost(draft)
      if (error instanceof ApiError && error.code === STALE && (await isOurs({ draft, to })))
        return { msg: DONE }
      throw error
    }
  }

  const onFailed = (error: ApiError, { draft }: Save) => {
    asking?.onFailed(error)
    // With other words it is not the payment that a colleague changed: what it pays has been paid meanwhile.
    if (error.code === STALE)
      return void (payment && error.message === FAILURES.stale.msg
        ? conflict.meet()
        : toast.error(error.message))
    if (error.code === DELETED && payment) return conflict.gone()
    if (error.code !== INVALID) return
    // The server checks line codes before the version, so a line that a colleague deleted is reported as invalid.
    if (error.errors.some(({ field }) => GONE.test(field))) return void conflict.meet()
    store.update((current) => withErrors(current, error.errors, draft.lines))
    const stray = error.errors.find(
      ({ field }) => !HEADER.includes(field) && !field.startsWith('cost_execution_details['),
    )
    if (error.errors.length === 0 || stray) toast.error(stray?.message ?? error.message)
    onWrong()
  }

  const { save: saveOnce, saving } = useSave({
    send: async (save: Save, key) => {
      const answer = await send(save, key)
      await save.to.changed()
      return answer
    },
    onFailed,
    contentOf: ({ draft }) => contentOf(draft),
    last: sent,
  })

  /** `submit`: whether a request is sent at once. */
  const save = async (goesOn: boolean, submit = true): Promise<void> => {
    if (saving) return
    const draft = store.get()
    const asks = asking?.asks(totalOf(draft.lines)) ?? false
    if (asks && asking?.refused) return void toast.error(asking.refused)
    const errors = check(draft)
    store.update((current) => withErrors(current, errors))
    if (errors.length > 0) return onWrong()
    const unread = unreadOf(draft)
    if (unread) {
      store.update((current) => activate(current, unread.key))
      if (!(await ask({ title: unread.title, text: unread.text, ok: '留空保存', cancel: '返回修改' })))
        return onWrong()
      // Asked only once. `draft` is still current here because the dialog blocks the form.
      store.update(forgetUnread)
    }
    if (!(await mayRepeat(draft, payment?.code))) return
    const answer = await saveOnce({ draft, to: asks && asking ? asking.recordsOf(submit) : records })
    if (!answer) return
    toast.success(answer.msg)
    onSaved(goesOn)
  }

  return { save, saving }
}

/** Asks where the payment may be one already. Without the code for it, as offline, or the right to read payments nothing is asked. */
async function mayRepeat({ payee, header, lines }: Draft, code: string | undefined): Promise<boolean> {
  const instalment_code = instalmentsOf(lines)
  const profile = currentProfile()
  const mayLook = profile !== undefined && can(profile, 'cost_execution', 'read')
  if (!mayLook || (!payee && instalment_code.length === 0)) return true
  const repeats = await import('./repeats.tsx').catch(() => null)
  if (!repeats) return true
  const { pay_at } = header
  const amount = yuan(totalOf(lines))
  return await repeats.mayRepeat({ payee_code: payee?.code, amount, pay_at, instalment_code, code })
}
