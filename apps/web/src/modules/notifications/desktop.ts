import type { Notification as Notice } from '@pianzhang/contract/notifications'
import { TOUCH } from '../../ui/page/useMedia.ts'
import { readUnread } from './api.ts'
import { announcementOf, newSince } from './words.ts'

const ASKED = 'notices-asked'
/** Time for a tab that somebody looks at to note that it has shown the notices (`markSeen`). */
const FOR_VISIBLE_MS = 1_000
const seenKey = (person: string): string => `notices-seen:${person}`

// Read anew each time, as other tabs write them.
const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const store = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {}
}

/** Browsers of phones have `Notification` but refuse to construct one; without locks every tab would show it. */
const isSupported = (): boolean =>
  'Notification' in globalThis && 'locks' in navigator && !matchMedia(TOUCH).matches

/** Whether the person may be asked: never before in this browser, and they have not decided in its settings. */
export const mayAsk = (): boolean =>
  isSupported() && Notification.permission === 'default' && stored(ASKED) === null

export async function askOnce(): Promise<void> {
  store(ASKED, '1')
  await Notification.requestPermission()
}

/** Notes the newest notice that a tab has shown by its bell, so that no hidden tab shows it on the desktop. */
export function markSeen(person: string, latest: string | null): void {
  const seen = stored(seenKey(person))
  // Without a notice so far, the empty text: every later one is new.
  if (seen === null || (latest !== null && latest > seen)) store(seenKey(person), latest ?? '')
}

/**
 * Shows on the desktop what is new, if no tab of the browser is looked at. Hidden tabs do this one after the other, so that only the first
 * finds something new. `open` is called with the notice that was pressed, or null where several were shown as one.
 */
export async function showOnDesktop(
  person: string,
  open: (notice: Notice | null) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return
  await new Promise((resolve) => setTimeout(resolve, FOR_VISIBLE_MS))
  await navigator.locks.request(seenKey(person), { signal }, async () => {
    if (document.visibilityState === 'visible') return
    const { items } = await readUnread()
    const found = newSince(items, stored(seenKey(person)))
    markSeen(person, items[0]?.created_at ?? null)
    const announced = announcementOf(found)
    if (!announced || signal.aborted) return
    const { title, ...options } = announced
    const shown = new Notification(title, { ...options, lang: 'zh-CN' })
    shown.onclick = () => {
      focus()
      shown.close()
      open(found.length === 1 ? (found[0] ?? null) : null)
    }
  })
}
