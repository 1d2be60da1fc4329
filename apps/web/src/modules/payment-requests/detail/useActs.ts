import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { useRef, useState } from 'react'
import { ApiError } from '../../../platform/api/api.ts'
import { reportOwnError } from '../../../ui/popup/ownError.ts'
import { toast } from '../../../ui/popup/toast.ts'
import { act, acted, requests, type Verb } from '../api.ts'
import { doneText } from '../words.ts'
import { type Refusal, refusalOf } from './refusal.ts'

/**
 * The acts of one request that are one tap, one at a time: a second tap does nothing. A refusal stays in sight, and the request is loaded
 * again, as somebody else may have decided or changed it.
 */
export function useActs() {
  /** With the request that it is about. */
  const [refused, setRefused] = useState<(Refusal & { code: string }) | null>(null)
  const [busy, setBusy] = useState<Verb | null>(null)
  const running = useRef(false)
  const run = async (verb: Verb, request: PaymentRequest): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(verb)
    setRefused(null)
    try {
      const { data } = await act(verb, request)
      await acted(data)
      toast.success(doneText(verb, data))
      return true
    } catch (error) {
      if (error instanceof ApiError) {
        setRefused({ code: request.code, ...refusalOf(error) })
        await requests.changed()
      } else reportOwnError(error)
      return false
    } finally {
      running.current = false
      setBusy(null)
    }
  }
  return { run, busy, refused }
}
