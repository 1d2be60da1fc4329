import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { accepting, fileInput, useDroppedFiles } from '../files/useDroppedFiles.ts'
import { IconCamera, IconClose, IconFile, IconPlus, IconReload, IconWarning } from '../icons.tsx'
import { TOUCH, useMedia } from '../page/useMedia.ts'
import { toast } from '../popup/toast.ts'
import { useDialog } from '../popup/useDialog.tsx'
import styles from './ImageUpload.module.css'
import {
  type ChangeImages,
  type FormImage,
  IMAGE_TYPES,
  openFile,
  sendImage,
  takeFiles,
  withFreshLinks,
} from './images.ts'
import { isPicture } from './isPicture.ts'
import { LazyPreview } from './LazyPreview.tsx'

interface Props {
  images: readonly FormImage[]
  onChange: ChangeImages
  most: number
  /** Accepted extensions: pictures, unless PDFs are named too. */
  types?: readonly string[]
  /** Name of the add button. */
  addName: string
  /** Aborts every upload when the form is discarded. */
  signal: AbortSignal
  /** Id of the add button, where a form puts the focus. */
  addId: string
  labelledBy: string
  describedBy?: string | undefined
}

/** Pictures: by click, dropped on the field, or pasted anywhere in the form; progress for each, retry, removal, preview. */
export function ImageUpload(props: Props) {
  const { images, onChange, most, types = IMAGE_TYPES, signal, addId, labelledBy, describedBy } = props
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const touch = useMedia(TOUCH)
  const preview = useDialog()

  const take = (files: readonly File[]) =>
    takeFiles(files, {
      present: images.length,
      most,
      types,
      change: onChange,
      refused: toast.error,
      signal,
    })

  const { over, zone } = useDroppedFiles(take, !preview.isOpen)

  const renew = useEffectEvent(() => void withFreshLinks(images, onChange))
  useEffect(() => renew(), [])

  const open = async (code: string) => {
    const there = await withFreshLinks(images, onChange)
    const file = there.find(({ attachment }) => attachment?.code === code)?.attachment
    if (file && !isPicture(file)) return openFile(file)
    const pictures = there.flatMap(({ attachment }) =>
      attachment && isPicture(attachment) ? attachment : [],
    )
    const first = pictures.findIndex((one) => one.code === code)
    if (first >= 0) preview.open(<LazyPreview images={pictures} first={first} onClose={preview.close} />)
  }
  const retry = ({ key, file }: FormImage) => file && void sendImage(key, file, onChange, signal)
  const failed = images.filter(({ error, file }) => error !== undefined && file)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drop zone with a grid inside in every browser
    <div
      role="group"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={`${styles.field} ${over ? styles.over : ''}`}
      {...zone}
    >
      {images.map((image) => (
        <Tile
          key={image.key}
          image={image}
          onOpen={() => image.attachment && void open(image.attachment.code)}
          onRetry={() => retry(image)}
          onRemove={() => onChange((old) => old.filter((one) => one.key !== image.key))}
        />
      ))}
      {images.length < most && (
        <button type="button" id={addId} className={styles.add} onClick={() => input.current?.click()}>
          <IconPlus />
          <span className="visually-hidden">{props.addName}</span>
        </button>
      )}
      {touch && images.length < most && (
        <button type="button" className={styles.add} onClick={() => camera.current?.click()}>
          <IconCamera size={20} />
          <span>拍照</span>
        </button>
      )}
      {failed.length > 1 && (
        <Button
          className={styles.again ?? ''}
          size="small"
          icon={<IconReload size={14} />}
          onClick={() => failed.forEach(retry)}
        >
          全部重试（{failed.length}）
        </Button>
      )}
      <input {...fileInput(take)} ref={input} multiple accept={accepting(types)} />
      {touch && <input {...fileInput(take)} ref={camera} accept="image/*" capture="environment" />}
      {preview.dialog}
    </div>
  )
}

/** A picture that fails to load is still attached. */
function Thumb({ src }: { src: string }) {
  const [gone, setGone] = useState(false)
  if (!gone) return <img src={src} alt="" loading="lazy" onError={() => setGone(true)} />
  return (
    <>
      <IconFile size={20} />
      <span>无法显示</span>
    </>
  )
}

function Tile({
  image,
  onOpen,
  onRetry,
  onRemove,
}: {
  image: FormImage
  onOpen: () => void
  onRetry: () => void
  onRemove: () => void
}) {
  const { name, attachment, percent = 0, note, error } = image
  return (
    <div className={`${styles.tile} ${error ? styles.failed : ''}`}>
      {attachment ? (
        <button type="button" className={styles.picture} onClick={onOpen} aria-label={`预览${name}`}>
          {attachment.thumb_url ? (
            <Thumb key={attachment.file_url} src={attachment.thumb_url} />
          ) : (
            <IconFile size={20} />
          )}
        </button>
      ) : error ? (
        <button
          type="button"
          className={styles.picture}
          onClick={onRetry}
          disabled={!image.file}
          aria-label={`${name}：${error}${image.file ? '，重试' : ''}`}
        >
          {image.file ? (
            <>
              <IconReload />
              <span>重试</span>
            </>
          ) : (
            <>
              <IconWarning size={16} />
              <span className={styles.why} role="status">
                {error}
              </span>
            </>
          )}
        </button>
      ) : (
        <div
          className={styles.picture}
          role="progressbar"
          aria-label={name}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span className="num">{percent}%</span>
          <i className={styles.rail}>
            <i style={{ width: `${percent}%` }} />
          </i>
        </div>
      )}
      <span
        className={styles.name}
        title={error ? `${name}：${error}` : (note ?? name)}
        role={note ? 'status' : undefined}
      >
        {note ?? name}
      </span>
      <button type="button" className={styles.remove} onClick={onRemove} aria-label={`删除${name}`}>
        <IconClose size={10} />
      </button>
    </div>
  )
}
