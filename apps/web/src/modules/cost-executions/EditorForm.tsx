import { today } from '@pianzhang/contract/calendar'
import { MAX_LINES } from '@pianzhang/contract/cost-executions'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { enterGoesOn } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { useUnsavedGuard } from '../../ui/unsaved.ts'
import { CARDS, useMedia } from '../../ui/useMedia.ts'
import { useReturnFocus } from '../../ui/useReturnFocus.ts'
import { addLine, contentOf, copyLine, type Draft, draftOf, firstError, newDraft } from './draft.ts'
import styles from './Editor.module.css'
import type { EditorFormProps } from './Editor.tsx'
import { EditorFooter, LineTools, StaleNotice } from './EditorParts.tsx'
import { HeaderFields } from './HeaderFields.tsx'
import { LineFields } from './LineFields.tsx'
import { LineTabs, PANEL_ID } from './LineTabs.tsx'
import { useLineOptions } from './options.ts'
import { draftStore, useDraft } from './store.ts'
import { useSave } from './useSave.ts'

const Detail = lazy(async () => ({ default: (await import('./Detail.tsx')).Detail }))

const focus = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

/** The first wrong field of the form, after its line is shown. */
function focusFirstError({ headerErrors, lineErrors, active }: Draft): void {
  const header = ['pay_at', 'payer', 'post', 'summary'].find((name) => headerErrors[name])
  const line = firstError(lineErrors[active])
  if (header) focus(`pay-${header}`)
  else if (line) focus(`line-${line}`)
}

/** The field must not see the key as well: a closed list would open on Enter. */
const take = (event: React.KeyboardEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/** What is being typed is worked out before its field goes away: `=12*30` becomes 360.00 as on leaving it by Tab. */
const settleField = () => document.activeElement instanceof HTMLElement && document.activeElement.blur()

/** The form in the drawer. Its state lives in a store: see store.ts. */
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
  const guard = useUnsavedGuard(dirty)
  const uploads = useUploads()
  const form = useRef<HTMLDivElement>(null)
  const [viewing, setViewing] = useState(false)
  useReturnFocus(viewing)
  const { save, saving, stale, adoptLatest } = useSave({
    store,
    payment,
    onWrong: () => focusFirstError(store.get()),
    onSaved: () => {
      guard.release()
      onSaved()
    },
  })

  useEffect(() => {
    // A save under way cannot be taken back, and its answer closes the form.
    leave.current = async () => !saving && (await guard.mayLeave())
  }, [leave, guard, saving])
  // By the code: the same payment read anew must not take the focus away from who types.
  const code = payment?.code
  useEffect(() => void focus(code ? 'line-pay_amount' : 'pay-pay_at'), [code])

  const insert = (change: (draft: Draft) => Draft) => {
    settleField()
    const before = store.get()
    store.update(change)
    if (store.get() === before) toast.warning(`最多${MAX_LINES}条明细`)
    else focus('line-subject_three_code')
  }
  const add = () => insert(addLine)
  const copy = () => insert((draft) => copyLine(draft, draft.active))

  const goingOn = enterGoesOn(add)
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    // By the key's place: with Alt a Mac types another letter.
    const shortcut =
      event.altKey && !event.ctrlKey && !event.metaKey ? { KeyN: add, KeyC: copy }[event.code] : undefined
    if (shortcut) {
      take(event)
      shortcut()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      take(event)
      settleField()
      void save()
    } else goingOn.onKeyDownCapture(event)
  }

  return (
    <>
      {/* A file that misses the field by a hair must not replace the page. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole form; every control has its own role */}
      <div
        ref={form}
        className={styles.form}
        inert={saving}
        onKeyDownCapture={onKeyDown}
        onKeyDown={goingOn.onKeyDown}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
      >
        {stale && (
          <StaleNotice text={stale} onView={() => void adoptLatest().then((there) => setViewing(there))} />
        )}
        <HeaderFields store={store} foldable={cards} />
        {!cards && <LineTools onAdd={add} onCopy={copy} />}
        <div className={styles.lines}>
          <LineTabs
            store={store}
            options={options}
            sideways={cards}
            onKept={() => toast.warning('至少保留一条明细')}
          />
          {cards && <LineTools onAdd={add} onCopy={copy} compact />}
          <div role="tabpanel" id={PANEL_ID} aria-labelledby={`tab-${active}`} className={styles.panel}>
            <LineFields store={store} lineKey={active} options={options} signal={uploads} />
          </div>
        </div>
      </div>
      <EditorFooter
        store={store}
        saving={saving}
        onCancel={() => void onClose()}
        onSave={() => void save()}
      />
      {viewing && payment && (
        <Suspense>
          <Detail code={payment.code} onClose={() => setViewing(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Ends what is still on its way when the form is given up. */
function useUploads(): AbortSignal {
  const [aborter, setAborter] = useState(() => new AbortController())
  useEffect(() => {
    // React mounts twice while developing: the first farewell must not forbid every later upload.
    if (aborter.signal.aborted) setAborter(new AbortController())
    return () => aborter.abort()
  }, [aborter])
  return aborter.signal
}
