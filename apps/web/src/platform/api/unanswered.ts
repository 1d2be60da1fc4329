/** `crypto.randomUUID` is missing where the page is served without TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Keys of writes whose answer is missing, by their content. */
const unanswered = new Map<string, string>()

/**
 * Runs a write under an Idempotency-Key, which a repetition of the same content keeps until the server has answered: a deletion whose
 * answer was lost is then done, not refused with 404. An error of a gateway is no answer.
 */
export async function underKey<T>(content: string, run: (key: string) => Promise<T>): Promise<T> {
  const key = unanswered.get(content) ?? newKey()
  unanswered.set(content, key)
  try {
    const answer = await run(key)
    unanswered.delete(content)
    return answer
  } catch (error) {
    const { status = 0 } = error as { status?: number }
    if (status > 0 && status < 500) unanswered.delete(content)
    throw error
  }
}
