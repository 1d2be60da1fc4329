import type { Invoice } from '@pianzhang/contract/invoices'
import { useState } from 'react'
import { PictureViewer } from '../../../ui/images/PictureViewer.tsx'
import { Files } from '../detail/Files.tsx'
import { isPicture } from '../fileLinks.ts'
import styles from './CheckForm.module.css'

/** What the fields are typed from: the picture, or the electronic original's files. */
export function Original({ invoice }: { invoice: Invoice }) {
  const pictures = invoice.files.filter(isPicture)
  const [at, setAt] = useState(0)
  const shown = pictures[at]
  if (!shown) return invoice.files.length > 0 && <Files invoice={invoice} />
  return (
    <div className={styles.picture}>
      {pictures.length > 1 && (
        <fieldset aria-label="发票图片" className={styles.pages}>
          {pictures.map(({ sha256, file_name }, index) => (
            <button
              key={sha256}
              type="button"
              title={file_name}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              图片{index + 1}
            </button>
          ))}
        </fieldset>
      )}
      <PictureViewer key={shown.sha256} src={shown.file_url} name={shown.file_name} />
    </div>
  )
}
