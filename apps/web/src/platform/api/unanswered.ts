/** `crypto.randomUUID` is missing where the page is served without TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const KEPT_MS = 120_000

/** Keys of writes whose answer is missing, by their content, with the time of the last attempt. */
const unanswered = new Map<string, { key: string; at: number }>()

/** Call when any write was stored: the same content may be a new write from then on. */
export const forgetUnanswered = (): void => unanswered.clear()

/**
 * Runs a write under an Idempotency-Key. After an attempt without an answer (a gateway's error is none) the next one has the same key, so
 * that a deletion is not done twice. The key expires after `KEPT_MS`, because the server would repeat its old answer to a new write.
 */
export async function underKey<T>(content: string, run: (key: string) => Promise<T>): Promise<T> {
  const kept = unanswered.get(content)
  const key = kept && Date.now() - kept.at < KEPT_MS ? kept.key : newKey()
  const keep = () => unanswered.set(content, { key, at: Date.now() })
  keep()
  try {
    const answer = await run(key)
    unanswered.delete(content)
    return answer
  } catch (error) {
    const { status = 0 } = error as { status?: number }
    if (status > 0 && status < 500) unanswered.delete(content)
    else keep()
    throw error
  }
}
