import { sql } from 'kysely'
import type { PersonContext } from '../../platform/http/route.ts'
import { entered } from '../projects/load.ts'

/** The caller's notices `n`, without those of projects `p` that they may not enter any more. */
export const ownNotices = (
  context: PersonContext,
) => sql`notifications n left join projects p on p.id = n.project_id
  where n.company_id = ${context.companyId} and n.user_id = ${context.userId}
    and (n.project_id is null or (${entered(context)}))`
