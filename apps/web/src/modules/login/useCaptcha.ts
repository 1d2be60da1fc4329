import { captchaApi } from '@pianzhang/contract/api/sessions'
import { useCallback, useEffect, useRef, useState } from 'react'
import { read } from '../../platform/api/api.ts'

type CaptchaState = { status: 'loading' | 'failed'; image?: undefined } | { status: 'ready'; image: string }

/** A captcha is valid for one attempt and five minutes, so it is renewed shortly before it expires. */
const RENEW_MS = 4.5 * 60_000

/** `onRenew`: called when the picture is replaced, since text typed for the old one is void. */
export function useCaptcha(onRenew: () => void): {
  state: CaptchaState
  token: () => string
  renew: () => void
} {
  const [state, setState] = useState<CaptchaState>({ status: 'loading' })
  const current = useRef({ token: '', asked: 0 })

  const renewed = useRef(onRenew)
  renewed.current = onRenew
  const renew = useCallback(() => {
    renewed.current()
    const turn = ++current.current.asked
    current.current.token = ''
    setState({ status: 'loading' })
    read(captchaApi.create, { quiet: true }).then(
      (data) => {
        // After two requests in a row only the later response counts.
        if (turn !== current.current.asked) return
        current.current.token = data.token
        setState({ status: 'ready', image: data.captcha })
      },
      () => turn === current.current.asked && setState({ status: 'failed' }),
    )
  }, [])

  useEffect(renew, [renew])
  useEffect(() => {
    if (state.status !== 'ready') return
    const timer = setTimeout(renew, RENEW_MS)
    return () => clearTimeout(timer)
  }, [state, renew])

  return { state, token: () => current.current.token, renew }
}
