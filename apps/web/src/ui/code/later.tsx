import {
  type ComponentType,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Load } from '../antd/withAntd.tsx'
import { type CodeMissing, loadCode } from './code.ts'
import { handOver, untouched } from './handover.ts'
import styles from './later.module.css'
import { reportPart } from './missingParts.ts'

/** Longest wait for the rows: a page without a list has none. */
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
 * A part loaded after the first rows are painted, or at once on interaction. `Shape` is its placeholder, with the same size and
 * number of inputs; focus, a press and typed text are handed over. `start` resolves to the error when code is missing.
 */
export function later<P extends object>(load: Load<P>, Shape: ComponentType<P>) {
  let Part: ComponentType<P> | undefined
  let pending: Promise<CodeMissing | undefined> | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  // A failed load is retried when the connection is back or on the next interaction.
  const start = (): Promise<CodeMissing | undefined> => {
    pending ??= loadCode(load).then(
      (module) => {
        Part = module.default
        for (const listener of listeners) listener()
        reportPart(start, undefined)
        return undefined
      },
      (missing: CodeMissing) => {
        pending = undefined
        reportPart(start, missing)
        return missing
      },
    )
    return pending
  }

  function Later(props: P) {
    const Loaded = useSyncExternalStore(
      subscribe,
      () => Part,
      () => Part,
    )
    const [composing, setComposing] = useState(false)
    // Wait for the end of an IME composition: replacing its input would cut the word.
    const Now = composing ? undefined : Loaded
    const box = useRef<HTMLSpanElement>(null)
    const touched = useRef(untouched())
    const inputs = () => [...(box.current?.querySelectorAll('input') ?? [])]
    useEffect(() => {
      void rowsPainted.then(start)
      addEventListener('online', start)
      return () => removeEventListener('online', start)
    }, [])
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the part has replaced its Shape
    useLayoutEffect(() => {
      if (!Now) return
      void handOver(inputs(), touched.current)
      touched.current = untouched()
    }, [Now])
    if (Now)
      return (
        <span ref={box} className={styles.box} data-later>
          <Now {...props} />
        </span>
      )
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: only listens to events of the inputs inside
      <span
        ref={box}
        className={styles.box}
        data-later
        onPointerEnter={start}
        onMouseDown={(event) => {
          const [first] = inputs()
          if (!first) return
          touched.current.pressed = true
          if (event.target instanceof HTMLInputElement) return
          // Otherwise the press would move the focus away again.
          event.preventDefault()
          first.focus()
        }}
        onFocus={({ target }) => {
          touched.current.input = inputs().indexOf(target as HTMLInputElement)
          void start()
        }}
        // React fires no blur event for an element that it removes.
        onBlur={() => {
          touched.current = untouched(touched.current.texts)
        }}
        onInput={({ target }: SyntheticEvent) => {
          const input = target as HTMLInputElement
          touched.current.texts.set(inputs().indexOf(input), input.value)
          touched.current.entered = false
          // Keeps the browser from submitting the form before the part has taken over the text.
          input.setCustomValidity(input.value && '正在加载，请稍候。')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target as HTMLInputElement).value || composing) return
          event.preventDefault()
          touched.current.entered = true
        }}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
      >
        <Shape {...props} />
      </span>
    )
  }
  return Object.assign(Later, { start })
}
