import type { Payment } from '@pianzhang/contract/payments'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  draftScope,
  draftsOf,
  heldDrafts,
  holdDraft,
  newDraftKey,
  readDraft,
  removeDraft,
  writeDraft,
} from '../../../platform/session/drafts.ts'
import { useProfile } from '../../../platform/session/session.ts'
import { ask } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import type { Draft } from './draft.ts'
import { contentOf } from './draftBody.ts'
import { fromFile, type KeptDraft, toFile } from './draftFile.ts'
import type { DraftStore } from './store.ts'

/** Delay after a change: short, so that a crash loses little; not zero, so that not every keystroke writes. */
const WRITE_AFTER_MS = 400
const LOOK_AGAIN_MS = 1_000

/** A stored draft of this payment that is open in no form. */
export interface OfferedDraft extends KeptDraft {
  key: string
  savedAt: number
}

interface Props {
  store: DraftStore
  payment: Payment | null
  /** Initial content of the form; a draft equal to it is not kept. */
  initial: string
  /** Content of a form in which nobody has filled in anything: a draft replaces it without a question. */
  untouched: string
  /** Version of the payment that is being edited. */
  version: RefObject<number | undefined>
  /** Content and Idempotency-Key of the last attempted save. */
  sent: RefObject<{ content: string; key: string }>
  /** The stored payment that the draft is based on. */
  began: () => Draft | null
  /** Called with a draft that was put into the form. */
  onRestored: (draft: KeptDraft) => void
}

/** Stores the form in this browser while it is edited, and offers drafts stored earlier. */
export function useLocalDraft({
  store,
  payment,
  initial,
  untouched,
  version,
  sent,
  began,
  onRestored,
}: Props) {
  const profile = useProfile()
  const scope = draftScope(
    profile.code,
    profile.current_project?.code ?? '',
    `cost_execution ${payment?.code ?? ''}`,
  )
  const [key] = useState(() => newDraftKey(scope))
  const [offered, setOffered] = useState<readonly OfferedDraft[]>([])
  const ended = useRef(false)

  const write = useEffectEvent(() => {
    if (ended.current) return
    const draft = store.get()
    const content = contentOf(draft)
    if (content === initial) return removeDraft(key)
    const tried = sent.current.content === content ? sent.current.key : null
    writeDraft(
      key,
      toFile({ draft, version: version.current ?? null, sent: tried, began: payment && began() }),
    )
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      write()
    }
    const release = holdDraft(key)
    const unsubscribe = store.subscribe(() => {
      timer ??= setTimeout(flush, WRITE_AFTER_MS)
    })
    addEventListener('pagehide', flush)
    addEventListener('visibilitychange', flush)
    return () => {
      flush()
      unsubscribe()
      removeEventListener('pagehide', flush)
      removeEventListener('visibilitychange', flush)
      release()
    }
  }, [store, key])

  const look = useEffectEvent(async () => {
    const held = await heldDrafts()
    setOffered(
      draftsOf(scope)
        .filter((one) => one.key !== key && !held.has(one.key))
        .flatMap(({ content, ...rest }) => {
          const kept = fromFile(content)
          // Removed when unreadable or equal to the saved payment.
          if (kept && contentOf(kept.draft) !== initial) return [{ ...kept, ...rest }]
          removeDraft(rest.key)
          return []
        }),
    )
  })
  useEffect(() => {
    void look()
    // Look again, because the lock of a tab that was just closed may last a moment longer.
    // Skipped once typing has begun: a notice above the form would move the fields.
    const timer = setTimeout(() => contentOf(store.get()) === initial && void look(), LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [store, initial])

  const done = (draft: OfferedDraft) => {
    removeDraft(draft.key)
    setOffered((all) => all.filter((one) => one.key !== draft.key))
  }

  const restore = async (draft: OfferedDraft) => {
    const filled = contentOf(store.get()) !== untouched
    if (filled && !(await ask({ title: '恢复草稿将替换当前填写的内容，确定恢复？' }))) return
    if (!readDraft(draft.key)) {
      toast.warning('该草稿已在其他窗口恢复或丢弃')
      return done(draft)
    }
    version.current = draft.version ?? undefined
    sent.current = draft.sent
      ? { content: contentOf(draft.draft), key: draft.sent }
      : { content: '', key: '' }
    store.update(() => draft.draft)
    // The draft gets a new key; it is written before the old one is removed.
    writeDraft(key, toFile(draft))
    done(draft)
    onRestored(draft)
  }

  return {
    offered: offered[0],
    restore: (draft: OfferedDraft) => void restore(draft),
    discard: done,
    /** Stores the Idempotency-Key before a save is sent: if the tab closes before the answer, a retry saves nothing twice. */
    keep: () => {
      const draft = store.get()
      const unanswered = { version: version.current ?? null, sent: sent.current.key }
      writeDraft(key, toFile({ draft, ...unanswered, began: payment && began() }))
    },
    /** Removes the draft after it was saved or discarded. */
    end: () => {
      ended.current = true
      removeDraft(key)
    },
  }
}
