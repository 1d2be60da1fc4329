import { useQuery } from '@tanstack/react-query'
import { MenuCount } from '../../ui/page/MenuCount.tsx'
import { countsQuery } from './counts.ts'

/** How many lines lack an invoice, beside the page's name in the menu. */
export default () => <MenuCount quiet of={useQuery(countsQuery).data?.count ?? 0} />
