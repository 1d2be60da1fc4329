import type { Attachment } from '@pianzhang/contract/attachments'
import { Suspense, useState } from 'react'
import { LazyPreview } from '../../../ui/images/LazyPreview.tsx'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'
import styles from './detail.module.css'

/** All pictures side by side; a press opens the preview with arrows. */
export function Thumbs({ images }: { images: readonly Attachment[] }) {
  const [shown, setShown] = useState<number | null>(null)
  useReturnFocus(shown !== null)
  return (
    <>
      <div className={styles.thumbs}>
        {images.map((image, index) => (
          <button
            key={image.code}
            type="button"
            onClick={() => setShown(index)}
            aria-label={`预览凭证图片 ${index + 1}`}
          >
            <img src={image.thumb_url ?? image.file_url} alt={image.file_name} loading="lazy" />
          </button>
        ))}
      </div>
      {shown !== null && (
        <Suspense>
          <LazyPreview images={images} current={shown} onChange={setShown} />
        </Suspense>
      )}
    </>
  )
}
