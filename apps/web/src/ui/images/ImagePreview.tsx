import type { Attachment } from '@pianzhang/contract/attachments'
import { Image } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconClose, IconFit, IconRotateLeft, IconRotateRight, IconZoomIn, IconZoomOut } from '../icons.tsx'
import { useLayer } from '../popup/layers.ts'
import styles from './ImagePreview.module.css'

/** Darker than a dialog's mask, so that the picture stands out and the figures over it are readable. */
const STYLES = { popup: { mask: { background: 'rgba(24, 32, 33, 0.86)' } } }

interface Actions {
  onZoomIn: () => void
  onZoomOut: () => void
  onRotateLeft: () => void
  onRotateRight: () => void
  onReset: () => void
}

const CLOSE = (
  <>
    <IconClose size={20} />
    <span className="visually-hidden">关闭预览</span>
  </>
)
/** antd gives its arrows no name and takes no other icons for them. */
const ARROWS = { prev: '上一张', next: '下一张' }

/** Toolbar buttons with their keys. antd's preview handles the arrow keys and Esc itself. */
const TOOLS: readonly { name: string; keys: readonly string[]; icon: ReactNode; run: keyof Actions }[] = [
  { name: '缩小', keys: ['-', '_'], icon: <IconZoomOut size={20} />, run: 'onZoomOut' },
  { name: '放大', keys: ['+', '='], icon: <IconZoomIn size={20} />, run: 'onZoomIn' },
  { name: '向左旋转', keys: ['[', 'l', 'L'], icon: <IconRotateLeft size={20} />, run: 'onRotateLeft' },
  { name: '向右旋转', keys: [']', 'r', 'R'], icon: <IconRotateRight size={20} />, run: 'onRotateRight' },
  { name: '还原', keys: ['0'], icon: <IconFit size={20} />, run: 'onReset' },
]

/** The part of an attachment that is used here; files of invoices have a type of their own. */
export type Picture = Pick<Attachment, 'file_name' | 'file_url'>

/** Pictures over the page, with arrows, zoom and rotation. Its code is fetched when the first one is opened. */
export default function ImagePreview({
  images,
  first = 0,
  onClose,
}: {
  images: readonly Picture[]
  /** The picture that is shown first, from 0. */
  first?: number
  onClose: () => void
}) {
  const [current, setCurrent] = useState(first)
  const name = images[current]?.file_name ?? ''
  useLayer(onClose)
  return (
    <Image.PreviewGroup
      items={images.map((image) => image.file_url)}
      styles={STYLES}
      preview={{
        open: true,
        current,
        closeIcon: CLOSE,
        // The label names both the dialog and the picture.
        alt: name,
        onChange: setCurrent,
        onOpenChange: (open) => !open && onClose(),
        countRender: (at, total) => (
          <span className={styles.count} role="status">
            <span className="ellipsis">{name}</span>
            {total > 1 && (
              <span className="num">
                {at} / {total}
              </span>
            )}
          </span>
        ),
        actionsRender: (_, { actions }) => <Tools actions={actions} />,
      }}
    />
  )
}

function Tools({ actions }: { actions: Actions }) {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const tool = TOOLS.find(({ keys }) => keys.includes(event.key))
      if (!tool) return
      event.preventDefault()
      latest.current[tool.run]()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const preview = bar.current?.closest('.ant-image-preview')
    for (const [side, name] of Object.entries(ARROWS))
      preview?.querySelector(`.ant-image-preview-switch-${side}`)?.setAttribute('aria-label', name)
  })
  return (
    <div ref={bar} className={styles.tools} role="toolbar" aria-label="图片">
      {TOOLS.map(({ name, keys, icon, run }) => (
        <button
          key={name}
          type="button"
          onClick={() => actions[run]()}
          aria-label={name}
          aria-keyshortcuts={keys[0]}
          title={`${name}（${keys[0]}）`}
        >
          {icon}
        </button>
      ))}
    </div>
  )
}
