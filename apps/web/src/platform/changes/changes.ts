import { eventApi } from '@pianzhang/contract/api/sessions'
import type { Model } from '@pianzhang/contract/permissions'
import { ApiError, type Envelope, failure } from '../api/api.ts'
import { addressOf } from '../api/endpoint.ts'
import { events } from '../api/stream.ts'
import { onOtherTabsLogin } from '../session/tab.ts'

/** The resource that changed; null after a gap in the stream, when anything may have changed (api.md §1). */
export type ChangedResource = Model | null
/** `origin`: id of the write that caused the event, if it was a single one. */
type ChangeListener = (resource: ChangedResource, origin?: string) => void

interface Listener {
  onChange: ChangeListener
  /** The server refuses the stream: session, project or role is gone, or the service is stopped. Called once until a stream opens again. */
  onRefused: (refusal: ApiError) => void
  /** For `LOST_MS` no stream could be opened: the server may be gone, or only slow to come back. */
  onLost: () => void
  /** The person's own notices changed, or may have in a gap of the stream. */
  onNotices: () => void
}

/** The server sends a heartbeat every 25 s; after this long without bytes the connection is treated as dead. */
const SILENT_MS = 70_000
/** A stream that lasted this long resets the count of failures. */
const STEADY_MS = 10_000
const LONGEST_WAIT_MS = 30_000
/** Longer than a restart of the server, which must show no warning. */
const LOST_MS = 8_000
/** Wait before a refused stream is requested again. */
const REFUSED_WAIT_MS = 5 * 60_000

/**
 * Milliseconds before the next attempt, with jitter: after a restart all browsers would otherwise reconnect at once.
 */
export const waitAfter = (failures: number, random = Math.random()): number =>
  failures === 0 ? random * 1_000 : Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** failures) * (0.5 + random / 2)

/**
 * Listens to a project's changes until the returned function is called. The tabs of a browser share one stream: the
 * holder of a Web Lock broadcasts to the others. Lock and channel are named by person, since rights differ.
 */
export function listenToChanges(person: string, project: string, listener: Listener): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // Web Locks exist only in secure contexts (https or localhost).
  if (navigator.locks && 'BroadcastChannel' in globalThis)
    share(`pianzhang-changes:${person}:${project}`, project, listener, signal)
  else listenWhileVisible(project, listener, signal)
  return () => stop.abort()
}

/** Messages between tabs: an event, a refusal, a loss, or that a tab became visible and the stream should be retried at once. */
type Message =
  | { resource: ChangedResource; origin: string | undefined }
  | { refused: { status: number; code: number; msg: string } }
  | 'lost'
  | 'notices'
  | 'awake'

function share(name: string, project: string, listener: Listener, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  signal.addEventListener('abort', () => channel.close())
  const post = (message: Message) => !signal.aborted && channel.postMessage(message)
  const wakeup = createWakeup(signal, () => post('awake'))
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'awake') wakeup.wake()
    else if (data === 'lost') listener.onLost()
    else if (data === 'notices') listener.onNotices()
    else if ('refused' in data) listener.onRefused(failure(data.refused.status, data.refused))
    else listener.onChange(data.resource, data.origin)
  }
  const broadcast: Listener = {
    onChange: (resource, origin) => {
      listener.onChange(resource, origin)
      post({ resource, origin })
    },
    onRefused: (refusal) => {
      listener.onRefused(refusal)
      post({ refused: { status: refusal.status, code: refusal.code, msg: refusal.message } })
    },
    onLost: () => {
      listener.onLost()
      post('lost')
    },
    onNotices: () => {
      listener.onNotices()
      post('notices')
    },
  }
  navigator.locks
    .request(name, { signal }, () => keepListening(project, broadcast, wakeup, signal))
    // Requesting a lock fails where site storage is blocked.
    .catch(() => !signal.aborted && listenWhileVisible(project, listener, signal))
}

/** Browsers open six HTTP/1.1 connections per host: without a leader only visible tabs keep a stream. */
function listenWhileVisible(project: string, listener: Listener, signal: AbortSignal): void {
  const wakeup = createWakeup(signal)
  let current: AbortController | undefined
  const follow = () => {
    if (document.visibilityState === 'visible') {
      if (current) return
      current = new AbortController()
      void keepListening(project, listener, wakeup, AbortSignal.any([signal, current.signal]))
    } else {
      current?.abort()
      current = undefined
    }
  }
  document.addEventListener('visibilitychange', follow, { signal })
  follow()
}

interface Wakeup {
  /** Resolves after the delay, or earlier when `wake` is called. */
  wait: (milliseconds: number) => Promise<void>
  wake: () => void
}

/** Wakes the wait when the network is back or the tab becomes visible. */
function createWakeup(signal: AbortSignal, onSeen: () => void = () => {}): Wakeup {
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const go of waiting) go()
  }
  const seen = () => {
    if (document.visibilityState !== 'visible') return
    wake()
    onSeen()
  }
  document.addEventListener('visibilitychange', seen, { signal })
  addEventListener('online', wake, { signal })
  signal.addEventListener('abort', wake)
  return {
    wake,
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

/** Opens streams in sequence: the server ends each after ten minutes, and whenever it may have missed an event. */
async function keepListening(
  project: string,
  { onChange, onRefused, onLost, onNotices }: Listener,
  wakeup: Wakeup,
  signal: AbortSignal,
): Promise<void> {
  let stream: AbortController | undefined
  // The stream is opened again, with the session that the browser has now: after a logout the server refuses it, which tells this page.
  onOtherTabsLogin((signedIn) => {
    if (signedIn) wakeup.wake()
    else stream?.abort()
  }, signal)
  let failures = 0
  let reported: number | undefined
  let loss: ReturnType<typeof setTimeout> | undefined
  const answered = () => {
    clearTimeout(loss)
    loss = undefined
  }
  signal.addEventListener('abort', answered)
  const onEvent: ChangeListener = (...event) => {
    answered()
    onChange(...event)
  }
  const onOwnNotices = () => {
    answered()
    onNotices()
  }
  while (!signal.aborted) {
    const began = Date.now()
    stream = new AbortController()
    const ended = await listenOnce(project, onEvent, onOwnNotices, stream, signal)
    failures = ended === 'ended' && Date.now() - began > STEADY_MS ? 0 : failures + 1
    if (signal.aborted) return
    if (ended === 'ended') reported = undefined
    if (ended !== 'failed') answered()
    else
      loss ??= setTimeout(() => {
        answered()
        onLost()
      }, LOST_MS)
    const refused = ended instanceof ApiError
    if (refused && ended.code !== reported) {
      reported = ended.code
      onRefused(ended)
    }
    await wakeup.wait(refused ? REFUSED_WAIT_MS : waitAfter(failures))
  }
}

/** Anything may have changed before the stream opened; from then on each change has an event. */
async function listenOnce(
  project: string,
  onChange: ChangeListener,
  onNotices: () => void,
  stream: AbortController,
  signal: AbortSignal,
): Promise<'ended' | 'failed' | ApiError> {
  let silence: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(silence)
    silence = setTimeout(() => stream.abort(), SILENT_MS)
  }
  alive()
  try {
    const response = await fetch(addressOf(eventApi.project, { query: { project } }), {
      headers: { Accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, stream.signal]),
    })
    // A refused stream is answered with the usual JSON envelope; any other answer comes from a proxy.
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const envelope = (await response.json()) as Envelope | null
      const passing = response.status >= 500 || response.status === 429
      return passing || typeof envelope?.code !== 'number' ? 'failed' : failure(response.status, envelope)
    }
    onChange(null)
    onNotices()
    for await (const { name, data } of events(response, alive)) {
      if (signal.aborted) break
      if (name === 'notices') {
        onNotices()
        continue
      }
      const { resource, origin } = JSON.parse(data) as { resource: Model; origin?: string }
      onChange(resource, origin)
    }
    return 'ended'
  } catch {
    return 'failed'
  } finally {
    clearTimeout(silence)
    stream.abort()
  }
}
