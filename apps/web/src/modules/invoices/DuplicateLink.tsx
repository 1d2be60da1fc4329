import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { Link } from '@tanstack/react-router'

/** Where the invoice with the same number is, for those who may read it; it may be of another project. */
export const DuplicateLink = ({ of }: { of: Pick<InvoiceRow, 'duplicate_of'> }) =>
  of.duplicate_of && (
    <Link
      to="/invoice/index"
      search={{ project: of.duplicate_of.project_code, invoice: of.duplicate_of.code }}
    >
      查看重复的发票（{of.duplicate_of.project_name}）
    </Link>
  )
