import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { Link, useLocation, useSearch } from '@tanstack/react-router'

/** A link to the invoice that this one repeats, maybe in another project. Nothing for people who may not read it. */
export function DuplicateLink({ of: { duplicate_of } }: { of: Pick<InvoiceRow, 'duplicate_of'> }) {
  const here = useSearch({ strict: false })
  const { pathname } = useLocation()
  if (!duplicate_of) return null
  const { project_code: project, project_name, code: invoice } = duplicate_of
  const words = `查看重复的发票（${project_name}）`
  // Keeps the filter and replaces the history entry, so that Back leads to the page before the list and not to the same list.
  if (pathname === '/invoice/index' && 'project' in here && here.project === project)
    return (
      <Link to="/invoice/index" search={{ ...here, invoice }} replace>
        {words}
      </Link>
    )
  // Opens a new tab: the dialog may hold typed text, or the results of other files.
  return (
    <Link to="/invoice/index" search={{ project, invoice }} target="_blank" rel="noopener">
      {words}
    </Link>
  )
}
