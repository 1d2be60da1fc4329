import { useRef } from 'react'
import { Button } from '../../Button.tsx'
import { accepting, fileInput, useDroppedFiles } from '../../files/useDroppedFiles.ts'
import { IconCamera, IconUpload } from '../../icons.tsx'
import { TOUCH, useMedia } from '../../page/useMedia.ts'
import styles from './DropZone.module.css'

interface Props {
  what: string
  types: readonly string[]
  /** Beside pictures that are there already. */
  small: boolean
  onFiles: (files: readonly File[]) => void
}

/** An upload field for pictures: by click, by drop, by paste, and on a phone by camera. */
export function DropZone({ what, types, small, onFiles }: Props) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const touch = useMedia(TOUCH)
  const { over, zone } = useDroppedFiles(onFiles)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drop zone in every browser
    <div
      role="group"
      aria-label={`上传${what}`}
      className={`${styles.zone} ${small ? styles.small : ''} ${over ? styles.over : ''}`}
      {...zone}
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
      <input {...fileInput(onFiles)} ref={files} multiple accept={accepting(types)} />
      {touch && <input {...fileInput(onFiles)} ref={camera} accept="image/*" capture="environment" />}
    </div>
  )
}
