import { useEffect, useRef, useState } from 'react'
import { useMedia } from '../page/useMedia.ts'

const REDUCED = '(prefers-reduced-motion: reduce)'

export interface Slide {
  code: string
}

/**
 * Which of the messages is shown: the next one after `milliseconds`, unless there is only one, motion is to be reduced, the person has
 * paused it, or the pointer or the keyboard's focus is in `box`.
 */
export function useCarousel(messages: readonly Slide[], milliseconds: number) {
  const reduced = useMedia(REDUCED)
  // Stored by code, because messages come and go.
  const [turn, setTurn] = useState<{ shown?: string | undefined; left?: string | undefined }>({})
  const [choice, setChoice] = useState<'paused' | 'running' | null>(null)
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const box = useRef<HTMLElement>(null)

  const at = Math.max(
    0,
    messages.findIndex(({ code }) => code === turn.shown),
  )
  const codeAt = (index: number) => messages[index % messages.length]?.code
  const [current, next] = [codeAt(at), codeAt(at + 1)]
  const show = (index: number) => setTurn({ shown: codeAt(index), left: current })
  const paused = choice === null ? reduced : choice === 'paused'
  const still = paused || held.pointer || held.focus || messages.length < 2
  useEffect(() => {
    if (still) return
    const timer = setTimeout(() => setTurn({ shown: next, left: current }), milliseconds)
    return () => clearTimeout(timer)
    // Depends on codes, not on the messages: a reload of the same messages does not restart the timer.
  }, [still, current, next, milliseconds])

  return {
    at,
    left: turn.left,
    show,
    paused,
    setPaused: (stop: boolean) => setChoice(stop ? 'paused' : 'running'),
    /** Props of the element that pauses the carousel while the pointer or the keyboard's focus is in it. */
    holding: {
      ref: box,
      // A finger does not hover: after a touch the carousel goes on.
      onPointerEnter: ({ pointerType }: { pointerType: string }) =>
        pointerType === 'mouse' && setHeld((old) => ({ ...old, pointer: true })),
      onPointerLeave: () => setHeld((old) => ({ ...old, pointer: false })),
      // A click focuses as well: only the keyboard's focus stops the carousel.
      onFocus: ({ target }: { target: Element }) =>
        setHeld((old) => ({ ...old, focus: target.matches(':focus-visible') })),
      onBlur: () => setHeld((old) => ({ ...old, focus: false })),
    },
  }
}
