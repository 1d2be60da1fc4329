import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { Link, useLocation, useSearch } from '@tanstack/react-router'

/** Where the invoice with the same number is, for those who may read it; it may be of another project. */
export function DuplicateLink({ of: { duplicate_of } }: { of: Pick<InvoiceRow, 'duplicate_of'> }) {
  const here = useSearch({ strict: false })
  const { pathname } = useLocation()
  if (!duplicate_of) return null
  const { project_code: project, project_name, code: invoice } = duplicate_of
  const words = `查看重复的发票（${project_name}）`
  // Replaces the history entry and keeps its filter: Back leads to the page before the list, not to the same list again.
  if (pathname === '/invoice/index' && 'project' in here && here.project === project)
    return (
      <Link to="/invoice/index" search={{ ...here, invoice }} replace>
        {words}
      </Link>
    )
  // In a tab of its own: the dialog may hold typed text, or what became of other files.
  return (
    <Link to="/invoice/index" search={{ project, invoice }} target="_blank" rel="noopener">
      {words}
    </Link>
  )
}
