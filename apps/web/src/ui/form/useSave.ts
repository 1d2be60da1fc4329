import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { ApiError } from '../../platform/api/api.ts'
import { useIdempotencyKey } from '../../platform/api/idempotency.ts'
import { reportOwnError } from '../popup/ownError.ts'

interface Props<B, R> {
  /** Saves, then reloads what shows the record; the form is busy until both are done. */
  send: (body: B, idempotencyKey: string) => Promise<R>
  /** Called when the save was refused or got no answer. The form is enabled again and takes the focus. */
  onFailed: (error: ApiError, body: B) => void
  /** Serializes the content; equal text means a retry, which carries the same key. */
  contentOf?: (body: B) => string
  /** The last attempted save, where it must outlive the form. */
  last?: RefObject<{ content: string; key: string }>
}

/** Resolves after the queued notifications were rendered: TanStack Query sends them from a timer. */
const rendered = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Saves of one form, one at a time; a retry of a failed save with the same content reuses the Idempotency-Key, so it is stored once. */
export function useSave<B, R extends object>({
  send,
  onFailed,
  contentOf = JSON.stringify,
  last,
}: Props<B, R>) {
  const own = useRef({ content: '', key: '' })
  const sent = last ?? own
  const keyOf = useIdempotencyKey(sent)
  const busy = useRef(false)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: B) => send(body, keyOf(contentOf(body))),
    // No automatic retry of a write.
    retry: false,
    // `online` would silently pause the save until there is a network.
    networkMode: 'always',
    // A password must not stay in the cache of mutations.
    gcTime: 0,
  })

  /** The answer; undefined: not saved, or a save is under way already. */
  const save = async (body: B): Promise<R | undefined> => {
    // A second click or Enter may arrive before `isPending` is rendered.
    if (busy.current) return undefined
    busy.current = true
    try {
      const answer = await mutateAsync(body)
      // The next save with the same content is another record, not a retry.
      sent.current = { content: '', key: '' }
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) {
        reportOwnError(error)
        return undefined
      }
      await rendered()
      onFailed(error, body)
      return undefined
    } finally {
      busy.current = false
    }
  }
  return { save, saving: isPending }
}
