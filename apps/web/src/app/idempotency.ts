import { useCallback, useRef } from 'react'

/** `crypto.randomUUID` is missing where the page is served without TLS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** One Idempotency-Key for one content of a form: a repetition after a lost answer is stored once, another content is another save. */
export function useIdempotencyKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' })
  return useCallback((content) => {
    if (last.current.key === '' || last.current.content !== content) last.current = { content, key: newKey() }
    return last.current.key
  }, [])
}
