import type { ReactNode } from 'react'
import { icon, path } from '../icon.tsx'
import styles from './Carousel.module.css'
import { type Slide, useCarousel } from './useCarousel.ts'

// Here and not in ui/icons.tsx, which is loaded with the first rows.
const IconPause = icon(<path d="M9 6v12m6-12v12" />)
const IconPlay = path('M8 5.500v13l10-6.500-10-6.500Z')

export interface SlideProps {
  /** Whether this slide is shown: only that one is reachable by Tab. */
  shown: boolean
  /** Call on focus: a screen reader may focus a slide that is not shown. */
  onReached: () => void
}

interface Props<M> {
  /** Accessible name of the strip. */
  label: string
  className: string | undefined
  /** Before the messages. */
  lead: ReactNode
  items: readonly M[]
  /** How long each of several is shown. */
  milliseconds: number
  message: (item: M, slide: SlideProps) => ReactNode
}

/** A strip of one line that shows messages in turn, with buttons for the next one and for stopping. */
export function Carousel<M extends Slide>({
  label,
  className,
  lead,
  items,
  milliseconds,
  message,
}: Props<M>) {
  const { at, left, show, paused, setPaused, holding } = useCarousel(items, milliseconds)
  return (
    <section {...holding} className={`${styles.strip} ${className ?? ''}`} aria-label={label}>
      {lead}
      <ul className={styles.messages}>
        {items.map((item, index) => (
          <li
            key={item.code}
            className={index === at ? styles.shown : item.code === left ? styles.left : undefined}
          >
            {message(item, { shown: index === at, onReached: () => index !== at && show(index) })}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <span className={styles.tools}>
          <button
            type="button"
            className="num"
            aria-label={`${at + 1} / ${items.length} 下一条`}
            onClick={() => show(at + 1)}
          >
            {at + 1} / {items.length}
          </button>
          <button
            type="button"
            aria-label={paused ? '继续滚动' : '暂停滚动'}
            onClick={() => setPaused(!paused)}
          >
            {paused ? <IconPlay size={14} /> : <IconPause size={14} />}
          </button>
        </span>
      )}
    </section>
  )
}
