import type { Attachment } from '@pianzhang/contract/attachments'
import { Suspense, useState } from 'react'
import { useReturnFocus } from '../popup/useReturnFocus.ts'
import { LazyPreview } from './LazyPreview.tsx'
import styles from './Pictures.module.css'

/** The pictures of a record: the first one with their number, all of them in the preview. `name`: what they are, 凭证图片. */
export function Pictures({ name, images }: { name: string; images: readonly Attachment[] }) {
  const [shown, setShown] = useState<number | null>(null)
  useReturnFocus(shown !== null)
  const [first] = images
  if (!first) return '-'
  return (
    <>
      <button
        type="button"
        className={styles.first}
        onClick={() => setShown(0)}
        aria-label={`预览${name}，共 ${images.length} 张`}
      >
        <img src={first.thumb_url ?? first.file_url} alt={first.file_name} />
        {images.length > 1 && <span className="num">共 {images.length} 张</span>}
      </button>
      {shown !== null && (
        <Suspense>
          <LazyPreview images={images} current={shown} onChange={setShown} />
        </Suspense>
      )}
    </>
  )
}
