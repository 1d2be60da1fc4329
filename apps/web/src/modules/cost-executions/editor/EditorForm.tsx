import { today } from '@pianzhang/contract/calendar'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { useUploads } from '../../../ui/images/useUploads.ts'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'
import { CheckInvoice } from '../../invoices/picker/lateCheck.ts'
import { DraftNotice } from './DraftNotice.tsx'
import { contentOf, draftOf, newDraft } from './draft.ts'
import { firstError } from './draftErrors.ts'
import styles from './Editor.module.css'
import type { EditorFormProps } from './Editor.tsx'
import { EditorFooter, LineTools, StaleNotice } from './EditorParts.tsx'
import { HeaderFields } from './HeaderFields.tsx'
import { LineFields } from './LineFields.tsx'
import { LineTabs, PANEL_ID } from './LineTabs.tsx'
import { useLineOptions } from './options.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { draftStore, useDraft } from './store.ts'
import { focus, focusFirstError, useLineTools } from './useLineTools.ts'
import { useLocalDraft } from './useLocalDraft.ts'
import { usePaste } from './usePaste.ts'
import { useSavePayment } from './useSavePayment.ts'

const Detail = lazyDialog(async () => ({ default: (await import('../Detail.tsx')).Detail }))

/** The form in the drawer; its state is in store.ts. */
export function EditorForm({ payment, leave, onClose, onSaved }: EditorFormProps) {
  const cards = useMedia(CARDS)
  const options = useLineOptions(payment)
  const [store] = useState(() => draftStore(payment ? draftOf(payment) : newDraft(today(new Date()))))
  const [initial] = useState(() => ({ draft: store.get(), content: contentOf(store.get()) }))
  const active = useDraft(store, (draft) => draft.active)
  const dirty = useDraft(store, (draft) => {
    const untouched = draft.header === initial.draft.header && draft.lines === initial.draft.lines
    return !untouched && contentOf(draft) !== initial.content
  })
  const version = useRef(payment?.version)
  const sent = useRef({ content: '', key: '' })
  const kept = useLocalDraft({ store, payment, initial: initial.content, version, sent })
  const guard = useUnsavedGuard(dirty, kept.end)
  const uploads = useUploads()
  const form = useRef<HTMLDivElement>(null)
  const [viewing, setViewing] = useState(false)
  const [helping, setHelping] = useState(false)
  /** Code of the invoice that is being checked. */
  const [checking, setChecking] = useState<string | null>(null)
  const { save, saving, stale, adoptLatest } = useSavePayment({
    store,
    payment,
    version,
    sent,
    onSend: kept.keep,
    onWrong: () => focusFirstError(store.get()),
    onSaved: () => {
      guard.release()
      kept.end()
      onSaved()
    },
  })

  useEffect(() => {
    // A running save cannot be cancelled, and its response closes the form.
    leave.current = async () => !saving && (await guard.mayLeave())
  }, [leave, guard, saving])
  // Depends on the code only: a reload of the same payment must not move the focus.
  const code = payment?.code
  const begin = useCallback(() => focus(code ? 'line-pay_amount' : 'pay-pay_at'), [code])
  useEffect(() => void begin(), [begin])

  const {
    pasted,
    readClipboard,
    close: closePaste,
  } = usePaste(form, !saving && !viewing && !helping && !checking)
  useReturnFocus(viewing || helping || checking !== null || pasted !== null)
  const { add, copy, keys } = useLineTools(
    store,
    () => void save(),
    () => setHelping(true),
  )
  const tools = { onAdd: add, onCopy: copy, onPaste: readClipboard, onHelp: () => setHelping(true) }

  return (
    <>
      {/* Browsers open a file dropped outside an upload field in place of the page, so drops are cancelled. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole form; every control has its own role */}
      <div
        ref={form}
        className={styles.form}
        inert={saving}
        {...keys}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
      >
        {stale && (
          <StaleNotice text={stale} onView={() => void adoptLatest().then((there) => setViewing(there))} />
        )}
        {kept.offered && (
          <DraftNotice
            draft={kept.offered}
            version={payment?.version}
            onRestore={(draft) => kept.restore(draft, begin)}
            onDiscard={(draft) => {
              kept.discard(draft)
              begin()
            }}
          />
        )}
        <HeaderFields store={store} foldable={cards} />
        {!cards && <LineTools {...tools} />}
        <div className={styles.lines}>
          <LineTabs
            store={store}
            options={options}
            sideways={cards}
            onKept={() => toast.warning('至少保留一条明细')}
          />
          {cards && <LineTools {...tools} compact />}
          <div role="tabpanel" id={PANEL_ID} aria-labelledby={`tab-${active}`} className={styles.panel}>
            <LineFields
              store={store}
              lineKey={active}
              options={options}
              signal={uploads}
              onCheckInvoice={setChecking}
            />
          </div>
        </div>
      </div>
      <EditorFooter
        store={store}
        saving={saving}
        onCancel={() => void onClose()}
        onSave={() => void save()}
      />
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
      {helping && <ShortcutsDialog onClose={() => setHelping(false)} />}
      {viewing && payment && (
        <Suspense>
          <Detail code={payment.code} onClose={() => setViewing(false)} />
        </Suspense>
      )}
      {checking && (
        <Suspense>
          <CheckInvoice code={checking} onClose={() => setChecking(null)} />
        </Suspense>
      )}
    </>
  )
}
