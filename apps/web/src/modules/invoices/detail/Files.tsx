import type { InvoiceFile, InvoiceRow } from '@pianzhang/contract/invoices'
import { Button } from '../../../ui/Button.tsx'
import { download } from '../../../ui/files/download.ts'
import { IconDownload, IconFile } from '../../../ui/icons.tsx'
import { LazyPreview } from '../../../ui/images/LazyPreview.tsx'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { freshFiles, isPicture, pageLink } from '../fileLinks.ts'
import { pagesText } from '../words.ts'
import styles from './Files.module.css'

/** The files of an invoice: a picture opens here, a PDF in the browser's viewer; every original can be downloaded. */
export function Files({ invoice }: { invoice: Pick<InvoiceRow, 'code' | 'files'> }) {
  const { dialog, open, close } = useDialog()
  const { files } = invoice

  const preview = async (index: number) => {
    const fresh = await freshFiles(invoice)
    const pictures = fresh.filter(isPicture)
    const first = pictures.indexOf(fresh[index] as InvoiceFile)
    if (first >= 0) open(<LazyPreview images={pictures} first={first} onClose={close} />)
  }
  const save = async (index: number) => {
    const file = (await freshFiles(invoice))[index]
    if (file) download(file.file_url)
  }
  return (
    <>
      <ul className={styles.files} aria-label="发票文件">
        {files.map((file, index) => (
          <li key={file.attachment_code} className={styles.file}>
            {isPicture(file) ? (
              <button
                type="button"
                className={styles.thumb}
                onClick={() => void preview(index)}
                aria-label={`预览${file.file_name}`}
              >
                <img src={file.thumb_url ?? file.file_url} alt="" />
              </button>
            ) : (
              <span className={styles.thumb}>
                <IconFile size={20} />
              </span>
            )}
            <div className="grow">
              <div className={styles.name} title={file.file_name}>
                {file.file_name}
              </div>
              <div className={styles.sum} title={file.sha256}>
                {file.format.toUpperCase()}
                {file.pages.length > 0 && ` · ${pagesText(file.pages)}`}
                {file.sha256 && ` · SHA-256 ${file.sha256}`}
              </div>
            </div>
            {file.format === 'pdf' && (
              <a href={pageLink(file)} target="_blank" rel="noreferrer" aria-label={`打开${file.file_name}`}>
                打开
              </a>
            )}
            <Button
              size="small"
              icon={<IconDownload size={14} />}
              aria-label={`下载${file.file_name}`}
              onClick={() => void save(index)}
            >
              下载
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}
