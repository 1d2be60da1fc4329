import type { Notification as Notice } from '@pianzhang/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { onNoticesChanged } from '../../platform/changes/notices.ts'
import { refresher } from '../../platform/changes/refresh.ts'
import { useProfile } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { LateDrawer } from '../../ui/code/LateDrawer.tsx'
import { lightPage } from '../../ui/code/lazy.tsx'
import { CARDS, useMedia } from '../../ui/page/useMedia.ts'
import { useLayer } from '../../ui/popup/layers.ts'
import { usePopup } from '../../ui/popup/usePopup.ts'
import { TextSkeleton } from '../../ui/states/Loading.tsx'
import { countsQuery, markRead, refreshNotices } from './api.ts'
import styles from './Bell.module.css'
import shape from './BellShape.module.css'
import { IconBell } from './BellShape.tsx'
import { markSeen, showOnDesktop } from './desktop.ts'
import { badgeOf, hrefOf, labelOf } from './words.ts'

/** The button goes with the last unread notice; `onDone` says where the focus stays. */
function ReadAll({ onDone }: { onDone: () => void }) {
  const [marking, setMarking] = useState(false)
  const readAll = async () => {
    setMarking(true)
    // The failure has been reported.
    await markRead().catch(() => undefined)
    setMarking(false)
    onDone()
  }
  return (
    <Button type="link" loading={marking} onClick={() => void readAll()}>
      全部已读
    </Button>
  )
}

const Panel = lightPage(async () => ({ default: (await import('./Panel.tsx')).Panel }))

/** 通知: the person's notices, over all projects. */
export function Bell() {
  const { data } = useQuery(countsQuery)
  const [open, setOpen] = useState(false)
  const phone = useMedia(CARDS)
  const [button, panel] = usePopup<HTMLButtonElement, HTMLElement>(
    open && !phone,
    () => setOpen(false),
    'end',
  )
  const go = useGo()
  useNews(data?.latest, go, () => setOpen(true))
  useLayer(() => setOpen(false), open && phone)
  useEffect(() => {
    if (open) panel.current?.focus({ preventScroll: true })
  }, [open, panel])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const unread = data?.unread ?? 0
  const badge = badgeOf(unread)
  const readAll = unread > 0 && <ReadAll onDone={() => panel.current?.focus({ preventScroll: true })} />
  const content = (
    <Suspense fallback={<TextSkeleton />}>
      <Panel
        onChosen={(notice) => {
          close()
          go(notice)
        }}
      />
    </Suspense>
  )
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${shape.bell} ${styles.bell}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={labelOf(unread)}
        onPointerEnter={() => void Panel.preload()}
        onClick={() => setOpen(!open)}
      >
        <IconBell size={18} />
        {badge !== null && (
          <span className={`${styles.badge} num`} aria-hidden="true">
            {badge}
          </span>
        )}
      </button>
      {phone ? (
        <LateDrawer
          open={open}
          onClose={close}
          placement="right"
          size="100%"
          title="通知"
          extra={readAll}
          styles={{ body: { padding: 0 } }}
        >
          {content}
        </LateDrawer>
      ) : (
        open && (
          <section ref={panel} role="dialog" aria-label="通知" className={styles.panel} tabIndex={-1}>
            <div className={styles.head}>
              <h2 className={styles.title}>通知</h2>
              {readAll}
            </div>
            {content}
          </section>
        )
      )}
    </>
  )
}

/** Opens the page of a notice, in its project, and marks the notice as read. */
function useGo(): (notice: Notice) => void {
  const router = useRouter()
  return (notice) => {
    // The failure has been reported; the notice stays unread.
    if (!notice.read) markRead([notice.code]).catch(() => undefined)
    void router.navigate({ href: hrefOf(notice) })
  }
}

/** Asks again when the person's notices changed. What came while nobody looks is shown on the desktop. */
function useNews(
  latest: string | null | undefined,
  go: (notice: Notice) => void,
  openList: () => void,
): void {
  const { code } = useProfile()
  const opened = useRef({ go, openList })
  opened.current = { go, openList }
  useEffect(() => {
    if (latest !== undefined) markSeen(code, latest)
  }, [latest, code])
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const refresh = refresher(signal, refreshNotices)
    const show = (notice: Notice | null) => (notice ? opened.current.go(notice) : opened.current.openList())
    onNoticesChanged(() => {
      refresh(null)
      // A failure is silent: the bell shows them as soon as somebody looks.
      if (document.visibilityState === 'hidden') showOnDesktop(code, show, signal).catch(() => undefined)
    }, signal)
    return () => left.abort()
  }, [code])
}
