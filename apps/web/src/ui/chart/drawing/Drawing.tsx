import { type MouseEvent, type ReactNode, useState } from 'react'
import styles from './Drawing.module.css'

interface Props {
  width: number
  height: number
  /** Text alternative of the drawing. */
  label: string
  /** Tooltip for the figure at this index. */
  tipOf: (index: number) => ReactNode
  /** Called with the index of the clicked figure. */
  onPick: (index: number) => void
  /** Elements whose `data-index` is that of their figure. */
  children: ReactNode
}

interface Hovered {
  index: number
  x: number
  y: number
}

/** Index of the figure that an event happened on. */
function indexOf(event: MouseEvent): number | null {
  const index = (event.target as Element).closest('[data-index]')?.getAttribute('data-index')
  return index ? Number(index) : null
}

/** A picture with its text alternative. Its figures are chosen by the pointer; by the keyboard in the table of the same figures. */
export function Drawing({ width, height, label, tipOf, onPick, children }: Props) {
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const hover = (event: MouseEvent<SVGSVGElement>) => {
    const index = indexOf(event)
    const { left, top } = event.currentTarget.getBoundingClientRect()
    setHovered(index === null ? null : { index, x: event.clientX - left, y: event.clientY - top })
  }
  const shown = hovered && tipOf(hovered.index)
  return (
    <div className={styles.drawing} style={{ height }}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table of the same figures takes the keyboard */}
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        onMouseMove={hover}
        onMouseLeave={() => setHovered(null)}
        onClick={(event) => {
          const index = indexOf(event)
          if (index !== null) onPick(index)
        }}
      >
        {width > 0 && children}
      </svg>
      {shown && (
        <div className={styles.tip} style={beside(hovered, width)}>
          {shown}
        </div>
      )}
    </div>
  )
}

/** Below the pointer, on the side that has more room. */
const beside = ({ x, y }: Hovered, width: number) => ({
  top: y + 14,
  ...(x < width / 2 ? { left: Math.max(0, x - 20) } : { right: Math.max(0, width - x - 20) }),
})
