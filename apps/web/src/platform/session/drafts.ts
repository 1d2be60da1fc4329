/**
 * Unsaved form content, kept in this browser so that it survives a closed tab; one draft per open form, so tabs never overwrite
 * each other. localStorage and not IndexedDB: it is synchronous, and a closing page waits for nothing asynchronous.
 */
import { newKey } from '../api/unanswered.ts'

const PREFIX = 'draft:'
/** Same as the server's retention of uploaded pictures that no record uses yet. */
const KEPT_MS = 7 * 24 * 60 * 60_000
/** Key set by tab.ts; read on each use, because another tab may have logged out. */
const SIGNED_IN = 'signed-in'

interface LocalDraft {
  key: string
  savedAt: number
  content: unknown
}

/** `form` names what is edited: resource and code. */
export const draftScope = (person: string, project: string, form: string): string =>
  `${PREFIX}${encodeURIComponent(person)}:${encodeURIComponent(project)}:${encodeURIComponent(form)}:`

export const newDraftKey = (scope: string): string => scope + newKey()

/** Storage may be blocked or full; then there are no drafts. */
function withStorage<T>(work: (storage: Storage) => T, otherwise: T): T {
  try {
    return work(localStorage)
  } catch {
    return otherwise
  }
}

/** No draft is stored after logging out, in this tab or in another. */
export const writeDraft = (key: string, content: unknown, now = Date.now()): void =>
  withStorage((storage) => {
    if (storage.getItem(SIGNED_IN) === null) return
    storage.setItem(key, JSON.stringify({ savedAt: now, content }))
  }, undefined)

export const removeDraft = (key: string): void => withStorage((storage) => storage.removeItem(key), undefined)

/** Undefined if missing, expired or damaged. */
export function readDraft(key: string, now = Date.now()): LocalDraft | undefined {
  return withStorage((storage) => {
    const { savedAt, content } = JSON.parse(storage.getItem(key) ?? '{}') as Partial<LocalDraft>
    return typeof savedAt === 'number' && now - savedAt < KEPT_MS ? { key, savedAt, content } : undefined
  }, undefined)
}

const keys = (): string[] =>
  withStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX)), [])

/** The newest first. */
export const draftsOf = (scope: string): LocalDraft[] =>
  keys()
    .filter((key) => key.startsWith(scope))
    .flatMap((key) => readDraft(key) ?? [])
    .sort((a, b) => b.savedAt - a.savedAt)

export const clearDrafts = (): void => {
  for (const key of keys()) removeDraft(key)
}

/** Called after login: removes expired drafts and those of other people. */
export function sweepDrafts(person: string): void {
  const own = `${PREFIX}${encodeURIComponent(person)}:`
  for (const key of keys()) if (!key.startsWith(own) || !readDraft(key)) removeDraft(key)
}

/**
 * Marks this draft's form as open with a Web Lock until the result is called or the tab is closed. Locks exist over
 * HTTPS only.
 */
export function holdDraft(key: string): () => void {
  const held = Promise.withResolvers<void>()
  // Web Lock requests are rejected while the page unloads.
  void navigator.locks?.request(key, () => held.promise).catch(() => {})
  return held.resolve
}

/** Drafts whose forms are open, here or in another tab. */
export async function heldDrafts(): Promise<ReadonlySet<string>> {
  const locks = await navigator.locks?.query().catch(() => undefined)
  return new Set(locks?.held?.flatMap(({ name }) => name ?? []))
}
