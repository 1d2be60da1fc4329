import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../Button.tsx'
import { IconCamera, IconUpload } from '../../icons.tsx'
import { TOUCH, useMedia } from '../../page/useMedia.ts'
import { isText } from '../../paste/onPage.ts'
import styles from './DropZone.module.css'

interface Props {
  what: string
  types: readonly string[]
  /** Beside pictures that are there already. */
  small: boolean
  onFiles: (files: readonly File[]) => void
}

/** Takes pictures by click, dropped, pasted anywhere, and on a phone with the camera. */
export function DropZone({ what, types, small, onFiles }: Props) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const touch = useMedia(TOUCH)
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event
    if (!clipboardData?.files.length || isText(clipboardData)) return
    event.preventDefault()
    onFiles([...clipboardData.files])
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const inputs = {
    type: 'file',
    hidden: true,
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => {
      onFiles([...(target.files ?? [])])
      // Cleared, so that selecting the same file again fires `change`.
      target.value = ''
    },
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drop zone in every browser
    <div
      role="group"
      aria-label={`上传${what}`}
      className={`${styles.zone} ${small ? styles.small : ''} ${over ? styles.over : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {touch ? (
        <>
          <Button type="primary" icon={<IconCamera size={16} />} onClick={() => camera.current?.click()}>
            拍照
          </Button>
          <Button icon={<IconUpload size={16} />} onClick={() => files.current?.click()}>
            从相册选择
          </Button>
        </>
      ) : (
        <>
          <Button type="outlined" icon={<IconUpload size={16} />} onClick={() => files.current?.click()}>
            选择图片
          </Button>
          <span>或将图片拖到此处、按 Ctrl+V 粘贴</span>
        </>
      )}
      <input {...inputs} ref={files} multiple accept={types.map((type) => `.${type}`).join(',')} />
      {touch && <input {...inputs} ref={camera} accept="image/*" capture="environment" />}
    </div>
  )
}
