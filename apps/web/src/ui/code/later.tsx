import { type ComponentType, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Load } from '../antd/withAntd.tsx'
import { loadCode } from './code.ts'
import styles from './later.module.css'

/** A page without a list has no rows to wait for. */
const LONGEST_WAIT_MS = 3_000

let painted = () => {}
const rowsPainted = new Promise<void>((resolve) => {
  painted = resolve
})
setTimeout(painted, LONGEST_WAIT_MS)

/** Called by a list when its rows, or their fallback, are in the document. */
export function rowsDrawn(): void {
  // `requestAnimationFrame` callbacks run before the paint; a task queued in one runs after it.
  requestAnimationFrame(() => setTimeout(painted))
}

/**
 * A part whose code is loaded and drawn after the first rows are painted, or at once when somebody comes near. `Shape` stands in its place,
 * of the same size and with as many inputs: the one that has the focus by then hands it on, and a press opens what it would have opened.
 */
export function later<P extends object>(load: Load<P>, Shape: ComponentType<P>) {
  let Part: ComponentType<P> | undefined
  let pending: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  // A failed load is retried when the connection is back or on the next interaction.
  const start = (): Promise<void> => {
    pending ??= loadCode(load).then(
      (module) => {
        Part = module.default
        for (const listener of listeners) listener()
      },
      () => {
        pending = undefined
      },
    )
    return pending
  }

  function Later(props: P) {
    const Now = useSyncExternalStore(
      subscribe,
      () => Part,
      () => Part,
    )
    const box = useRef<HTMLSpanElement>(null)
    /** Which of the inputs has the focus, and whether it was pressed. */
    const touched = useRef({ input: -1, pressed: false })
    useEffect(() => {
      void rowsPainted.then(start)
      addEventListener('online', start)
      return () => removeEventListener('online', start)
    }, [])
    useLayoutEffect(() => {
      const { input: at, pressed } = touched.current
      const input = Now && box.current?.querySelectorAll('input')[at]
      if (!input) return
      touched.current = { input: -1, pressed: false }
      input.focus()
      if (pressed) for (const type of ['mousedown', 'mouseup', 'click']) input.dispatchEvent(mouse(type))
    }, [Now])
    if (Now)
      return (
        <span ref={box} className={styles.box} data-later>
          <Now {...props} />
        </span>
      )
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: hears what happens to the inputs within
      <span
        ref={box}
        className={styles.box}
        data-later
        onPointerEnter={start}
        onPointerDown={() => {
          touched.current.pressed = true
        }}
        onFocus={({ target }) => {
          touched.current.input = [...(box.current?.querySelectorAll('input') ?? [])].indexOf(
            target as HTMLInputElement,
          )
          void start()
        }}
        // React fires no blur event for an element that it removes.
        onBlur={() => {
          touched.current = { input: -1, pressed: false }
        }}
      >
        <Shape {...props} />
      </span>
    )
  }
  return Object.assign(Later, { start })
}

const mouse = (type: string) => new MouseEvent(type, { bubbles: true, cancelable: true, view: window })
