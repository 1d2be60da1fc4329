import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { Link, useSearch } from '@tanstack/react-router'

/** Where the invoice with the same number is, for those who may read it; it may be of another project. */
export function DuplicateLink({ of: { duplicate_of } }: { of: Pick<InvoiceRow, 'duplicate_of'> }) {
  const here = useSearch({ strict: false })
  if (!duplicate_of) return null
  const { project_code: project, project_name, code: invoice } = duplicate_of
  // In this project the list under the dialog keeps its filter, and Back does not come to it twice.
  const same = 'project' in here && here.project === project
  return (
    <Link to="/invoice/index" search={same ? { ...here, invoice } : { project, invoice }} replace={same}>
      查看重复的发票（{project_name}）
    </Link>
  )
}
