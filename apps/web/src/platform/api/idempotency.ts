import { type RefObject, useCallback, useRef } from 'react'
import { newKey } from './unanswered.ts'

/**
 * One Idempotency-Key per form content: a retry after a lost response is stored once, changed content is a new save.
 * `kept`: a ref that outlives the form.
 */
export function useIdempotencyKey(
  kept?: RefObject<{ content: string; key: string }>,
): (content: string) => string {
  const own = useRef({ content: '', key: '' })
  const last = kept ?? own
  return useCallback(
    (content) => {
      if (last.current.key === '' || last.current.content !== content)
        last.current = { content, key: newKey() }
      return last.current.key
    },
    [last],
  )
}
