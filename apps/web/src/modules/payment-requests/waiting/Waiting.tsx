import { useQuery } from '@tanstack/react-query'
import { MenuCount } from '../../../ui/page/MenuCount.tsx'
import { countsQuery } from './counts.ts'

/** How many requests wait for the person, beside the page's name in the menu. */
export default () => <MenuCount of={useQuery(countsQuery).data?.waiting ?? 0} />
