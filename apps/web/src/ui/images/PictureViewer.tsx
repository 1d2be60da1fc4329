import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { IconFile, IconFit, IconRotateRight, IconZoomIn, IconZoomOut } from '../icons.tsx'
import styles from './PictureViewer.module.css'

const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const
const LARGEST = ZOOMS.length - 1
const CENTRE = { x: 0, y: 0 }
/** Pixels by which an arrow key moves the picture; the view moves in the direction of the arrow. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [40, 0],
  ArrowRight: [-40, 0],
  ArrowUp: [0, 40],
  ArrowDown: [0, -40],
}

/**
 * A picture beside a form, to type from: zoom and rotation; once it is larger than its frame it is dragged, or
 * moved by the arrow keys from the toolbar.
 */
export function PictureViewer({ src, name }: { src: string; name: string }) {
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  const [at, setAt] = useState(CENTRE)
  const [gone, setGone] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number } | null>(null)
  const scale = ZOOMS[zoom] ?? 1

  const zoomBy = (step: number) => {
    const next = Math.min(LARGEST, Math.max(0, zoom + step))
    setZoom(next)
    if (next === 0) setAt(CENTRE)
  }
  const fit = () => {
    setZoom(0)
    setTurns(0)
    setAt(CENTRE)
  }
  const moveTo = (x: number, y: number) => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {}
    // Half of the frame always shows the picture, so it cannot be lost.
    const within = (value: number, size: number) =>
      Math.max((-size * scale) / 2, Math.min((size * scale) / 2, value))
    setAt({ x: within(x, clientWidth), y: within(y, clientHeight) })
  }
  const release = () => {
    from.current = null
  }
  const drag = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (zoom === 0 || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX - at.x, y: event.clientY - at.y }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) =>
      from.current && moveTo(event.clientX - from.current.x, event.clientY - from.current.y),
    onPointerUp: release,
    onPointerCancel: release,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = zoom > 0 ? STEPS[event.key] : undefined
    if (!step) return
    event.preventDefault()
    moveTo(at.x + step[0], at.y + step[1])
  }

  return (
    <figure className={styles.viewer}>
      {gone ? (
        <div className={styles.gone} role="alert">
          <IconFile size={22} />
          图片无法显示，请关闭后重新打开
        </div>
      ) : (
        <div ref={frame} className={`${styles.frame} ${zoom > 0 ? styles.movable : ''}`} {...drag}>
          <img
            src={src}
            alt={name}
            draggable={false}
            onError={() => setGone(true)}
            style={{ transform: `translate(${at.x}px, ${at.y}px) scale(${scale}) rotate(${turns * 90}deg)` }}
          />
        </div>
      )}
      <div className={styles.tools} role="toolbar" aria-label="图片" onKeyDown={onKeyDown}>
        <Tool name="缩小" disabled={zoom === 0} onClick={() => zoomBy(-1)} icon={<IconZoomOut />} />
        <span className={`num ${styles.scale}`}>{Math.round(scale * 100)}%</span>
        <Tool name="放大" disabled={zoom === LARGEST} onClick={() => zoomBy(1)} icon={<IconZoomIn />} />
        <Tool name="向右旋转" onClick={() => setTurns(turns + 1)} icon={<IconRotateRight />} />
        <Tool name="还原" onClick={fit} icon={<IconFit />} />
      </div>
    </figure>
  )
}

interface ToolProps {
  name: string
  icon: React.ReactNode
  disabled?: boolean
  onClick: () => void
}

/** `aria-disabled` keeps the focus on the button when it reaches the end of its range. */
const Tool = ({ name, icon, disabled = false, onClick }: ToolProps) => (
  <button
    type="button"
    aria-label={name}
    title={name}
    aria-disabled={disabled}
    onClick={disabled ? undefined : onClick}
  >
    {icon}
  </button>
)
