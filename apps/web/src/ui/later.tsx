import { type ComponentType, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Load } from './antd/withAntd.tsx'
import { loadCode } from './code.ts'
import styles from './later.module.css'

/** A page without a list has no rows to wait for. */
const LONGEST_WAIT_MS = 3_000

let painted = () => {}
const rowsPainted = new Promise<void>((resolve) => {
  painted = resolve
})
setTimeout(painted, LONGEST_WAIT_MS)

/** Called by a list when its rows, or what stands there without any, are in the document. */
export function rowsDrawn(): void {
  // A frame's callbacks run before its paint, the task that they queue after it.
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
  // What fails (no network) is tried again when the connection is back, or at the next touch.
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
    const Now = useSyncExternalStore(subscribe, () => Part)
    const box = useRef<HTMLSpanElement>(null)
    const pressed = useRef(false)
    const focused = useRef(-1)
    const inputs = () => [...(box.current?.querySelectorAll('input') ?? [])]
    useEffect(() => {
      void rowsPainted.then(start)
      addEventListener('online', start)
      return () => removeEventListener('online', start)
    }, [])
    useLayoutEffect(() => {
      const input = Now && inputs()[focused.current]
      if (!input) return
      focused.current = -1
      input.focus()
      if (pressed.current) for (const type of ['mousedown', 'mouseup', 'click']) input.dispatchEvent(mouse(type))
    }, [Now])
    if (Now)
      return (
        <span ref={box} className={styles.box}>
          <Now {...props} />
        </span>
      )
    const note = (event: { target: EventTarget }) => {
      focused.current = inputs().indexOf(event.target as HTMLInputElement)
      void start()
    }
    return (
      <span
        ref={box}
        className={styles.box}
        onPointerEnter={start}
        onPointerDown={() => {
          pressed.current = true
        }}
        onFocus={note}
        onBlur={() => {
          // Taking the shape out of the document blurs it too.
          if (document.hasFocus() && box.current?.isConnected && !Part) focused.current = -1
        }}
      >
        <Shape {...props} />
      </span>
    )
  }
  return Object.assign(Later, { start })
}

const mouse = (type: string) => new MouseEvent(type, { bubbles: true, cancelable: true, view: window })
