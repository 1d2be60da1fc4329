import { FAILURES } from '@pianzhang/contract/errors'
import type { Payment } from '@pianzhang/contract/payments'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { Button } from '../../../ui/Button.tsx'
import {
  ConflictNotice,
  GoneNotice,
  OwnNotice,
  StaleNotice,
} from '../../../ui/form/conflict/ConflictNotice.tsx'
import { overwritten } from '../../../ui/form/conflict/merge.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { formatMinute } from '../../../ui/time.ts'
import { asNew, type Draft, draftOf } from './draft.ts'
import { choose, type DraftConflict, draftText, marksOf, reportOfDraft } from './draftReport.ts'
import styles from './Editor.module.css'
import { mergeDrafts, recognised } from './mergeDraft.ts'
import type { LineOptions } from './options.ts'
import type { Records } from './records.ts'
import { withSameLines } from './sameLines.ts'
import { type DraftStore, useDraft } from './store.ts'

const NO_MARKS: ReadonlyMap<string, string> = new Map()

interface Props {
  store: DraftStore
  records: Records
  payment: Payment | null
  /** Version of the payment that is being edited. */
  version: RefObject<number | undefined>
  /** Content and Idempotency-Key of the last attempted save. */
  sent: RefObject<{ content: string; key: string }>
  /** Content of the form when it was opened. */
  initial: Draft
  options: LineOptions
  /** Called with each newer version of the payment. */
  onLatest: (latest: Payment) => void
  /** Called when the form goes on as a new payment. */
  onNew: () => void
}

/**
 * When a colleague saved the payment meanwhile, their changes are merged into the form, and the person chooses where both changed a
 * field. When a colleague deleted it, the form stays open.
 */
export function useDraftConflict({
  store,
  records,
  payment,
  version,
  sent,
  initial,
  options,
  onLatest,
  onNew,
}: Props) {
  const [met, setMet] = useState<(DraftConflict & { at: string }) | null>(null)
  const [trouble, setTrouble] = useState<'stale' | 'gone' | 'own' | null>(null)
  const [base, setBase] = useState(initial)
  /** The payment as the form was opened, and the newest version that was merged into it; null: unknown. */
  const from = useRef<{ original: Draft | null; seen: Draft | null }>({ original: initial, seen: initial })
  /** The draft of a save that got no answer: it may be stored. */
  const attempted = useRef<Draft | null>(null)
  const box = useRef<HTMLElement>(null)
  const round = met?.latest
  // The notice takes the focus: it is above the form, while the pressed button is at the foot.
  useEffect(() => {
    if (trouble || round) box.current?.focus()
  }, [trouble, round])

  async function meet(): Promise<void> {
    if (!payment) return
    setTrouble('stale')
    let found: Payment
    try {
      found = await records.latest(payment.code)
    } catch (error) {
      // Other failures have been reported by the call; 查看最新内容 tries again.
      if (error instanceof ApiError && error.code === FAILURES.notFound.code) setTrouble('gone')
      return
    }
    const { seen, original } = from.current
    const stored = draftOf(found)
    // The codes of a request's lines are their places, which change once a line is removed.
    const latest = !records.booked && seen ? withSameLines(seen, stored) : stored
    const tried = attempted.current
    const known = tried && recognised(seen, store.get(), tried, latest)
    const { draft, former } = mergeDrafts(known ? known.base : seen, known?.mine ?? store.get(), latest)
    const begun = tried ? recognised(original, draft, tried, latest).base : original
    const conflict: DraftConflict = {
      original: begun,
      latest,
      former: new Map([...(met?.former ?? []), ...former]),
      disputed: new Set(),
      kept: met?.kept ?? new Map(),
    }
    const disputed = overwritten(reportOfDraft(conflict, draft, options)).map(({ key }) => key)
    attempted.current = null
    from.current = { original: begun, seen: latest }
    version.current = found.version
    // The same content over another version is a new save, which needs a new Idempotency-Key.
    sent.current = { content: '', key: '' }
    onLatest(found)
    setBase(latest)
    store.update(() => draft)
    setTrouble(known?.own ? 'own' : null)
    setMet({
      ...conflict,
      disputed: new Set([...(met?.disputed ?? []), ...disputed]),
      at: formatMinute(found.updated_at).slice(5),
    })
  }

  const draft = useDraft(store, (current) => (met ? current : null))
  const report = met && draft ? reportOfDraft(met, draft, options) : null
  const onChoose = (key: string, side: 'mine' | 'theirs') => {
    if (!met) return
    const chosen = choose(met, store.get(), key, side)
    store.update(() => chosen.draft)
    setMet({ ...met, kept: chosen.kept })
  }
  const saveAsNew = () => {
    version.current = undefined
    sent.current = { content: '', key: '' }
    store.update(asNew)
    setTrouble(null)
    setMet(null)
    onNew()
    toast.success(`已转为新的${records.noun}，请核对后保存`)
  }

  const notice = () => {
    if (trouble === 'gone')
      return (
        <GoneNotice box={box} text={() => draftText(store.get(), options)}>
          <Button size="small" onClick={saveAsNew}>
            转为新{records.noun}
          </Button>
        </GoneNotice>
      )
    if (trouble === 'stale')
      return <StaleNotice box={box} text={FAILURES.stale.msg} onRetry={() => void meet()} />
    if (trouble === 'own') return <OwnNotice box={box} />
    return met && report && <ConflictNotice box={box} report={report} at={met.at} onChoose={onChoose} />
  }
  const shown = notice()

  return {
    /** Loads the latest version and merges it. */
    meet,
    gone: () => setTrouble('gone'),
    /** The answer to a save of this draft was lost. */
    lost: (draft: Draft) => {
      attempted.current = draft
    },
    /** Continues a restored draft: the payment that it is based on, and the draft of an unanswered save. */
    resume: (began: Draft | null, unanswered: Draft | null) => {
      from.current = { original: began, seen: began }
      attempted.current = unanswered
    },
    /** The stored payment that the draft is based on, to be stored with the draft. */
    began: () => from.current.seen,
    /** What the form is compared with for unsaved changes. */
    base,
    overwrites: report !== null && overwritten(report).length > 0,
    marks: met && report && draft ? marksOf(met, report, draft) : NO_MARKS,
    notice: shown && <div className={styles.conflict}>{shown}</div>,
  }
}
