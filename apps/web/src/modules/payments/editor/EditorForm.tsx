import type { Payment } from '@pianzhang/contract/payments'
import { useCallback, useEffect, useRef, useState } from 'react'
import { currentDay } from '../../../platform/currentDay.ts'
import { useKept } from '../../../ui/form/again/useKept.ts'
import type { MergeField } from '../../../ui/form/conflict/merge.ts'
import { useSeen } from '../../../ui/form/conflict/useSeen.ts'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { useUploads } from '../../../ui/images/useUploads.ts'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'
import type { InvoiceOption } from '../../invoices/picker/figures.ts'
import { CheckInvoice } from '../../invoices/picker/lateCheck.ts'
import type { Asking } from './asking.ts'
import { DraftNotice } from './DraftNotice.tsx'
import {
  asNew,
  type Beginning,
  type Carried,
  carriedOf,
  type Draft,
  draftOf,
  isSamePayee,
  newDraft,
  nextDraft,
  totalOf,
} from './draft.ts'
import { contentOf } from './draftBody.ts'
import { firstError } from './draftErrors.ts'
import { HEADER, LINE } from './draftFields.ts'
import styles from './Editor.module.css'
import { EditorFooter, LineTools } from './EditorParts.tsx'
import { HeaderFields } from './HeaderFields.tsx'
import { chooseInvoices } from './invoiceFigures.ts'
import { LineFields } from './LineFields.tsx'
import { LineTabs, PANEL_ID } from './LineTabs.tsx'
import { useLineOptions } from './options.ts'
import { PasteDialog } from './PasteDialog.tsx'
import type { Records } from './records.ts'
import { SamePayments } from './SamePayments.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { draftStore, useDraft } from './store.ts'
import { useDraftConflict } from './useDraftConflict.tsx'
import { focus, focusFirstError, useLineTools } from './useLineTools.ts'
import { useLocalDraft } from './useLocalDraft.ts'
import { usePaste } from './usePaste.ts'
import { useSavePayment } from './useSavePayment.ts'

export interface FormProps {
  records: Records
  asking: Asking | undefined
  leave: { current: () => Promise<boolean> }
  /** Asks about unsaved changes before it closes. */
  onClose: () => Promise<void>
  onSaved: () => void
  /** What a new payment begins with; `invoice`: for its line, which it fills. */
  begin?: (Beginning & { invoice?: InvoiceOption }) | undefined
}
export interface NewProps extends FormProps {
  /** What the form begins with after 保存并继续. */
  next?: Draft | undefined
  /** Saved, and goes on with the next payment. */
  onGoOn: (next: Draft) => void
}
interface EditorFormProps extends FormProps, Partial<Pick<NewProps, 'next' | 'onGoOn'>> {
  payment: Payment | null
  /** A new payment begins with the values of this one. */
  like?: Payment
}

/** What a new payment begins with, and the field that takes the focus. */
function beginning(
  next: Draft | undefined,
  like: Payment | undefined,
  { invoice, ...begin }: NonNullable<FormProps['begin']> = {},
): { draft: Draft; focus: string } {
  if (next) return { draft: next, focus: firstEmpty(next) }
  if (like) return { draft: asNew(draftOf(like)), focus: 'line-pay_amount' }
  const draft = newDraft(currentDay(), begin)
  return { draft: invoice ? chooseInvoices(draft, draft.active, [invoice], 0) : draft, focus: 'pay-pay_at' }
}

const FIELDS: readonly MergeField<Carried>[] = [...HEADER, ...LINE]
const AGAIN = {
  name: 'cost_executions',
  kept: ['pay_at', 'payer', 'post', 'subject_three_code', 'pay_channel', 'pay_category_id'],
  single: ['pay_amount', 'invoices', 'images', 'instalment'],
} as const

/** The first field of the next payment that must be filled in. */
const firstEmpty = ({ header, lines }: Draft): string =>
  header.payer === ''
    ? 'pay-payer'
    : `line-${lines[0]?.subject_three_code ? 'pay_amount' : 'subject_three_code'}`

/** The form in the drawer; its state is in store.ts. */
export function EditorForm({
  records,
  asking,
  payment: opened,
  like,
  next,
  begin: begunWith,
  leave,
  onClose,
  onSaved,
  onGoOn,
}: EditorFormProps) {
  const cards = useMedia(CARDS)
  const [seen, onLatest] = useSeen(opened ?? like)
  /** Null for a new payment, and after a colleague deleted it. */
  const [payment, setPayment] = useState(opened)
  const options = useLineOptions(seen, opened && records.booked ? seen[0] : undefined)
  const [begun] = useState(() =>
    opened ? { draft: draftOf(opened), focus: 'line-pay_amount' } : beginning(next, like, begunWith),
  )
  const [store] = useState(() => draftStore(begun.draft))
  const [initial] = useState(() => ({
    draft: store.get(),
    content: contentOf(store.get()),
    // What a new payment took over from a contract, a copied or the saved payment counts as filled in.
    untouched: contentOf(opened ? store.get() : newDraft(currentDay())),
  }))
  const active = useDraft(store, (draft) => draft.active)
  const total = useDraft(store, ({ lines }) => (asking ? totalOf(lines) : 0n))
  const payer = useDraft(store, ({ header }) => header.payer.trim())
  const pay_at = useDraft(store, ({ header }) => header.pay_at)
  const payee_code = useDraft(store, ({ payee }) => payee?.code)
  const paid = { payee_code, payer, pay_at }
  const asks = asking?.asks(total) ?? false
  const version = useRef(payment?.version)
  const sent = useRef({ content: '', key: '' })
  const conflict = useDraftConflict({
    store,
    records,
    payment,
    version,
    sent,
    initial: initial.draft,
    options,
    onLatest,
    onNew: () => setPayment(null),
  })
  const { base } = conflict
  const dirty = useDraft(store, (draft) => {
    const untouched =
      draft.header === base.header && draft.lines === base.lines && isSamePayee(draft.payee, base.payee)
    return opened !== payment || (!untouched && contentOf(draft) !== contentOf(base))
  })
  const begin = () => focus(begun.focus)
  const kept = useLocalDraft({
    store,
    payment,
    initial: initial.content,
    untouched: initial.untouched,
    version,
    sent,
    began: conflict.began,
    onRestored: ({ draft, began, version: of, sent: unanswered }) => {
      begin()
      if (!payment) return
      const known = began ?? (of === payment.version ? initial.draft : null)
      conflict.resume(known, unanswered ? draft : null)
      if (of !== payment.version) void conflict.meet()
    },
  })
  const { keeping, begin: carry } = useKept(FIELDS, AGAIN)
  const guard = useUnsavedGuard(dirty, { onDiscard: kept.end, drafted: true })
  const uploads = useUploads()
  const form = useRef<HTMLDivElement>(null)
  const { dialog, isOpen, open, close } = useDialog()
  const help = () => open(<ShortcutsDialog onClose={close} />)
  const check = useCallback(
    (invoice: string) => open(<CheckInvoice code={invoice} onClose={close} />),
    [open, close],
  )
  const { save, saving } = useSavePayment({
    store,
    records,
    several: options.several,
    asking,
    payment,
    version,
    sent,
    conflict,
    onSend: kept.keep,
    onWrong: () => focusFirstError(store.get()),
    onSaved: (goesOn) => {
      guard.release()
      kept.end()
      if (!goesOn || !onGoOn) return onSaved()
      onGoOn(nextDraft(carry(carriedOf(newDraft(currentDay())), carriedOf(store.get()))))
    },
  })

  useEffect(() => {
    // A running save cannot be cancelled, and its response closes the form.
    leave.current = async () => !saving && (await guard.mayLeave())
  }, [leave, guard, saving])
  // Depends on the code only: a reload of the same payment must not move the focus.
  const code = opened?.code
  useEffect(() => void focus(code ? 'line-pay_amount' : begun.focus), [code, begun])

  const { pasted, readClipboard, close: closePaste } = usePaste(form, !saving && !isOpen)
  useReturnFocus(pasted !== null)
  const { add, copy, keys } = useLineTools(store, (goesOn) => void save(goesOn), help)
  const tools = { onAdd: add, onCopy: copy, onPaste: readClipboard, onHelp: help }

  return (
    <>
      {/* Takes the focus of a click beside its fields, so that the keys hold there too. */}
      <div className={styles.form} tabIndex={-1} {...keys}>
        <div ref={form} className={styles.form} inert={saving}>
          {conflict.notice}
          {kept.offered && (
            <DraftNotice
              draft={kept.offered}
              noun={records.noun}
              version={payment?.version}
              onRestore={kept.restore}
              onDiscard={(draft) => {
                kept.discard(draft)
                begin()
              }}
            />
          )}
          {payment === null && <SamePayments store={store} saving={saving} />}
          <HeaderFields store={store} foldable={cards} marks={conflict.marks} code={payment?.code} />
          {!cards && <LineTools {...tools} />}
          <div className={styles.lines}>
            <LineTabs
              store={store}
              options={options}
              marks={conflict.marks}
              sideways={cards}
              onKept={() => toast.warning('至少保留一条明细')}
            />
            {cards && <LineTools {...tools} compact />}
            <div role="tabpanel" id={PANEL_ID} aria-labelledby={`tab-${active}`} className={styles.panel}>
              <LineFields
                store={store}
                lineKey={active}
                marks={conflict.marks}
                options={options}
                signal={uploads}
                onCheckInvoice={check}
              />
            </div>
          </div>
        </div>
        {asking?.line(total, paid)}
        <EditorFooter
          store={store}
          saving={saving}
          overwrites={conflict.overwrites}
          onCancel={() => void onClose()}
          onSave={() => void save(false)}
          again={
            onGoOn &&
            !payment &&
            !(asks && (cards || asking?.refused)) && {
              onAgain: () => void save(true),
              keeping,
              ...(asks && { text: asking?.again }),
            }
          }
          buttons={
            asks &&
            asking?.buttons({ saving, overwrites: conflict.overwrites }, (submit) => void save(false, submit))
          }
        />
      </div>
      {pasted && (
        <PasteDialog
          pasted={pasted}
          store={store}
          options={options}
          onClose={closePaste}
          onAdded={(count) => {
            closePaste()
            toast.success(`已添加 ${count} 条明细`)
            focus(`line-${firstError(store.get(), store.get().active) ?? 'subject_three_code'}`)
          }}
        />
      )}
      {dialog}
    </>
  )
}
