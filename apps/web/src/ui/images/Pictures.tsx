import type { Attachment } from '@pianzhang/contract/attachments'
import { useDialog } from '../popup/useDialog.tsx'
import { LazyPreview } from './LazyPreview.tsx'
import styles from './Pictures.module.css'

/** The pictures of a record: the first one with their number, all of them in the preview. `name`: what they are, 凭证图片. */
export function Pictures({ name, images }: { name: string; images: readonly Attachment[] }) {
  const { dialog, open, close } = useDialog()
  const [first] = images
  if (!first) return '-'
  return (
    <>
      <button
        type="button"
        className={styles.first}
        onClick={() => open(<LazyPreview images={images} onClose={close} />)}
        aria-label={`预览${name}，共 ${images.length} 张`}
      >
        <img src={first.thumb_url ?? first.file_url} alt={first.file_name} />
        {images.length > 1 && <span className="num">共 {images.length} 张</span>}
      </button>
      {dialog}
    </>
  )
}
