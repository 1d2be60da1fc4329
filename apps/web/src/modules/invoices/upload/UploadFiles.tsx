import { Progress } from 'antd'
import { useId, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { accepting, fileInput, useDroppedFiles } from '../../../ui/files/useDroppedFiles.ts'
import { IconClose, IconFile, IconReload, IconUpload } from '../../../ui/icons.tsx'
import {
  type ChangeImages,
  type FormImage,
  IMAGE_TYPES,
  sendImage,
  takeFiles,
} from '../../../ui/images/images.ts'
import { toast } from '../../../ui/popup/toast.ts'
import styles from './upload.module.css'

/** Pictures, electronic originals, and a zip of these. */
const TYPES = [...IMAGE_TYPES, 'pdf', 'ofd', 'xml', 'zip']

interface Props {
  files: readonly FormImage[]
  most: number
  onChange: ChangeImages
  error: string | null
  /** Aborts every upload when the dialog closes. */
  signal: AbortSignal
  /** Whether the server is reading the files. */
  busy: boolean
}

/** Files by click, dropped on the field, or pasted: progress for each, retry, removal. */
export function UploadFiles({ files, most, onChange, error, signal, busy }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const take = (some: readonly File[]) =>
    takeFiles(some, {
      present: files.length,
      most,
      types: TYPES,
      change: onChange,
      refused: toast.error,
      signal,
    })
  const { over, zone } = useDroppedFiles(take, !busy)
  const retry = ({ key, file }: FormImage) => file && void sendImage(key, file, onChange, signal)
  const failed = files.filter(({ error, file }) => error !== undefined && file)

  return (
    <div className={styles.upload}>
      <button
        type="button"
        className={`${styles.drop} ${over ? styles.over : ''}`}
        aria-describedby={error ? errorId : undefined}
        onClick={() => input.current?.click()}
        {...zone}
      >
        <IconUpload size={22} />
        <span>点击选择，或将文件拖到此处</span>
        <span className="note">
          图片 jpg、jpeg、png、heic，电子发票 pdf、ofd、xml 或其 zip 压缩包；每个不超过10MB，一次最多{most}个
        </span>
      </button>
      <input {...fileInput(take)} ref={input} multiple aria-label="发票文件" accept={accepting(TYPES)} />
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {failed.length > 1 && (
        <Button icon={<IconReload size={14} />} onClick={() => failed.forEach(retry)}>
          全部重试（{failed.length}）
        </Button>
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label="发票文件">
          {files.map((file) => (
            <Row
              key={file.key}
              file={file}
              onRetry={() => retry(file)}
              onRemove={() => onChange((old) => old.filter((one) => one.key !== file.key))}
            />
          ))}
        </ul>
      )}
      {busy && (
        <p className="note" role="status">
          正在识别，请稍候…
        </p>
      )}
    </div>
  )
}

interface RowProps {
  file: FormImage
  onRetry: () => void
  onRemove: () => void
}

function Row({ file: { name, attachment, percent = 0, note, error, file }, onRetry, onRemove }: RowProps) {
  return (
    <li className={styles.row}>
      {attachment?.thumb_url ? (
        <img src={attachment.thumb_url} alt="" className={styles.thumb} />
      ) : (
        <span className={styles.thumb}>
          <IconFile size={18} />
        </span>
      )}
      <div className="grow">
        <div className="ellipsis" title={name}>
          {name}
        </div>
        {attachment ? (
          <div className="note">已上传</div>
        ) : error ? (
          <div className={styles.error} role="status">
            {error}
          </div>
        ) : (
          <>
            <Progress percent={percent} size={{ height: 4 }} aria-label={`${name}上传进度`} />
            {note && (
              <div className="note" role="status">
                {note}
              </div>
            )}
          </>
        )}
      </div>
      {error && file && (
        <Button size="small" icon={<IconReload size={14} />} aria-label={`重试${name}`} onClick={onRetry}>
          重试
        </Button>
      )}
      <Button type="text" icon={<IconClose size={14} />} aria-label={`移除${name}`} onClick={onRemove} />
    </li>
  )
}
