import type { Model } from '@pianzhang/contract/permissions'
import { events } from '../api/api.ts'
import { onOtherTabsLogin } from '../session/tab.ts'

/** `resource` changed; null: whatever may have changed while nobody listened (api.md §1). */
export type Heard = Model | null
/** `origin`: the id of the one write that it tells of, where that is known. */
type Hear = (heard: Heard, origin?: string) => void

const PATH = '/api/common/event_source/project'
/** The server says something every 25 s: after so long the connection is dead, though nobody said so. */
const SILENT_MS = 70_000
/** A stream that lived so long begins a new count of failures. */
const STEADY_MS = 10_000
const LONGEST_WAIT_MS = 30_000
/** No session or no right any more: the page's own calls will say so. */
const REFUSED_WAIT_MS = 5 * 60_000

/** Milliseconds before the next attempt; spread, or after a restart every browser would come back at once. */
export const waitAfter = (failures: number, random = Math.random()): number =>
  failures === 0 ? random * 1_000 : Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** failures) * (0.5 + random / 2)

/**
 * Hears what changes in a project until the returned function is called. The tabs of a browser share one stream: the one that holds
 * the lock listens and tells the others. Both names carry the person, so that nobody hears by the rights of who was here before.
 */
export function listenToChanges(person: string, project: string, hear: Hear): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // Locks exist only where the page came by https or from this machine.
  if (navigator.locks && 'BroadcastChannel' in globalThis)
    share(`pianzhang-changes:${person}:${project}`, project, hear, signal)
  else listenWhileVisible(project, hear, signal)
  return () => stop.abort()
}

/** What the tabs say to each other: what was heard, or that somebody looks again and the stream may be tried at once. */
type Message = { heard: Heard; origin: string | undefined } | 'awake'

function share(name: string, project: string, hear: Hear, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  signal.addEventListener('abort', () => channel.close())
  const post = (message: Message) => !signal.aborted && channel.postMessage(message)
  const bell = doorbell(signal, () => post('awake'))
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'awake') bell.ring()
    else hear(data.heard, data.origin)
  }
  const tell: Hear = (heard, origin) => {
    hear(heard, origin)
    post({ heard, origin })
  }
  navigator.locks
    .request(name, { signal }, () => keepListening(project, tell, bell, signal))
    // Refused where the browser keeps nothing for this site.
    .catch(() => !signal.aborted && listenWhileVisible(project, hear, signal))
}

/** A host gets six connections over HTTP/1.1: without a leader only tabs that somebody sees hold one. */
function listenWhileVisible(project: string, hear: Hear, signal: AbortSignal): void {
  const bell = doorbell(signal)
  let current: AbortController | undefined
  const follow = () => {
    if (document.visibilityState === 'visible') {
      if (current) return
      current = new AbortController()
      void keepListening(project, hear, bell, AbortSignal.any([signal, current.signal]))
    } else {
      current?.abort()
      current = undefined
    }
  }
  document.addEventListener('visibilitychange', follow, { signal })
  follow()
}

interface Doorbell {
  /** Resolves after so many milliseconds, or when it rings. */
  wait: (milliseconds: number) => Promise<void>
  ring: () => void
}

/** Rings when the network or somebody's eye is back. */
function doorbell(signal: AbortSignal, onSeen: () => void = () => {}): Doorbell {
  const waiting = new Set<() => void>()
  const ring = () => {
    for (const go of waiting) go()
  }
  const seen = () => {
    if (document.visibilityState !== 'visible') return
    ring()
    onSeen()
  }
  document.addEventListener('visibilitychange', seen, { signal })
  addEventListener('online', ring, { signal })
  signal.addEventListener('abort', ring)
  return {
    ring,
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer)
          waiting.delete(go)
          resolve()
        }
        const timer = setTimeout(go, milliseconds)
        waiting.add(go)
      }),
  }
}

/** One stream after the other: the server ends each after ten minutes, and where it may have missed something. */
async function keepListening(
  project: string,
  hear: Hear,
  bell: Doorbell,
  signal: AbortSignal,
): Promise<void> {
  let signedOut = false
  let stream: AbortController | undefined
  onOtherTabsLogin((signedIn) => {
    signedOut = !signedIn
    if (signedOut) stream?.abort()
    else bell.ring()
  }, signal)
  let failures = 0
  while (!signal.aborted) {
    const began = Date.now()
    stream = new AbortController()
    const ended = signedOut ? 'refused' : await listenOnce(project, hear, stream, signal)
    failures = ended === 'ended' && Date.now() - began > STEADY_MS ? 0 : failures + 1
    if (!signal.aborted) await bell.wait(ended === 'refused' ? REFUSED_WAIT_MS : waitAfter(failures))
  }
}

/** Everything may have changed before a stream is open; from then on each change is told. */
async function listenOnce(
  project: string,
  hear: Hear,
  stream: AbortController,
  signal: AbortSignal,
): Promise<'ended' | 'failed' | 'refused'> {
  let silence: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(silence)
    silence = setTimeout(() => stream.abort(), SILENT_MS)
  }
  alive()
  try {
    const response = await fetch(`${PATH}?project=${encodeURIComponent(project)}`, {
      headers: { Accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, stream.signal]),
    })
    // A refusal has the form of every other answer.
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return response.status >= 500 || response.status === 429 ? 'failed' : 'refused'
    }
    hear(null)
    for await (const { data } of events(response, alive)) {
      if (signal.aborted) break
      const { resource, origin } = JSON.parse(data) as { resource: Model; origin?: string }
      hear(resource, origin)
    }
    return 'ended'
  } catch {
    return 'failed'
  } finally {
    clearTimeout(silence)
    stream.abort()
  }
}
