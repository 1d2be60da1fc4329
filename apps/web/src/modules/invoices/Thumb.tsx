import type { InvoiceRow } from '@pianzhang/contract/invoices'
import styles from './invoices.module.css'
import { nameOf } from './words.ts'

interface Props {
  invoice: InvoiceRow
  onPreview: () => void
  onDetail: () => void
}

/** The first picture in a row, or the format of an electronic original; a click shows it. */
export function Thumb({ invoice, onPreview, onDetail }: Props) {
  const { invoice_pic, files } = invoice
  const [first] = files
  if (invoice_pic)
    return (
      <button
        type="button"
        className={styles.thumb}
        onClick={onPreview}
        aria-label={`预览发票图片 ${nameOf(invoice)}`}
      >
        <img src={invoice_pic.thumb_url ?? invoice_pic.file_url} alt="" loading="lazy" />
      </button>
    )
  if (!first) return '-'
  return (
    <button
      type="button"
      className={styles.format}
      onClick={onDetail}
      aria-label={`查看电子发票 ${nameOf(invoice)}`}
    >
      {first.format.toUpperCase()}
    </button>
  )
}
