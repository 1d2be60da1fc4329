import type { Invoice } from '@pianzhang/contract/invoices'
import { useState } from 'react'
import { PictureViewer } from '../../../ui/images/PictureViewer.tsx'
import { NARROW, useMedia } from '../../../ui/page/useMedia.ts'
import { Files } from '../detail/Files.tsx'
import { isPicture, pageLink } from '../fileLinks.ts'
import styles from './CheckForm.module.css'

/** Whether the original is shown beside the fields: a picture, or a PDF where there is room and the browser shows PDFs in a frame. */
export function useBeside({ files }: Invoice): boolean {
  const narrow = useMedia(NARROW)
  const isFramed = files.some(({ format }) => format === 'pdf') && navigator.pdfViewerEnabled && !narrow
  return isFramed || files.some(isPicture)
}

/** The original that the fields are typed from: the picture, the PDF, or the list of the original's files. */
export function Original({ invoice, beside }: { invoice: Invoice; beside: boolean }) {
  const pictures = invoice.files.filter(isPicture)
  const [at, setAt] = useState(0)
  const shown = pictures[at]
  const pdf = invoice.files.find(({ format }) => format === 'pdf')
  if (!shown && pdf && beside)
    return (
      <div className={styles.picture}>
        <Files invoice={invoice} />
        <iframe src={pageLink(pdf)} title={pdf.file_name} className={styles.frame} />
      </div>
    )
  if (!shown) return invoice.files.length > 0 && <Files invoice={invoice} />
  return (
    <div className={styles.picture}>
      {pictures.length > 1 && (
        <fieldset aria-label="发票图片" className={styles.pages}>
          {pictures.map(({ attachment_code, file_name }, index) => (
            <button
              key={attachment_code}
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
      <PictureViewer key={shown.attachment_code} src={shown.file_url} name={shown.file_name} />
    </div>
  )
}
