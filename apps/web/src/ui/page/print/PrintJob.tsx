import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import './print.css'

/**
 * Prints its children and nothing else of the page, once their pictures are loaded. `title` becomes the suggested name of a
 * PDF. The owner unmounts it when `onDone` is called.
 */
export function PrintJob({
  title,
  landscape = false,
  children,
  onDone,
}: {
  title: string
  landscape?: boolean
  children: ReactNode
  onDone: () => void
}) {
  const root = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const shown = document.title
    const over = new AbortController()
    addEventListener('afterprint', () => done.current(), { signal: over.signal })
    const pictures = [...(root.current?.querySelectorAll('img') ?? [])]
    // A picture that fails to load shows its name.
    void Promise.allSettled([document.fonts.ready, ...pictures.map((picture) => picture.decode())]).then(
      () => {
        if (over.signal.aborted) return
        document.title = title
        window.print()
      },
    )
    return () => {
      over.abort()
      document.title = shown
    }
  }, [title])
  return createPortal(
    <div ref={root} className={landscape ? 'print-job landscape' : 'print-job'}>
      {children}
    </div>,
    document.body,
  )
}
