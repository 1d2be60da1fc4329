import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Failure } from '../http/errors.ts'
import { type Access, rightsOf } from '../http/guard.ts'
import { LINK_EXPIRED } from './links.ts'

interface CreatorRow {
  is_super: boolean
  role_enabled: boolean | null
  grants: Record<string, string[]> | null
  is_linked: boolean
}

/**
 * Checks that the creator of a signed link may still open it: within the link's 10 minutes the account may be disabled, or lose the right or the
 * project. `project` is null for files of the company. Throws `forbidden`.
 */
export async function checkCreator(
  db: Db,
  creator: { code: string; companyId: bigint },
  project: { id: bigint } | null,
  { who }: Access,
): Promise<void> {
  const { rows } = await sql<CreatorRow>`
    select u.is_super, r.enabled as role_enabled,
      (select jsonb_object_agg(rp.model, to_jsonb(rp.actions)) from role_permissions rp where rp.role_id = r.id) as grants,
      exists (select 1 from project_members m where m.project_id = ${project?.id ?? null} and m.user_id = u.id) as is_linked
    from users u left join roles r on r.id = u.role_id
    where u.code = ${creator.code} and u.company_id = ${creator.companyId}
      and u.deleted_at is null and not u.disabled and not u.must_change_password`.execute(db)
  const [row] = rows
  if (row?.is_super) return
  const isPermitted =
    row?.role_enabled &&
    (project === null || row.is_linked) &&
    (typeof who === 'string' || rightsOf(row.grants).get(who.model)?.includes(who.action))
  if (!isPermitted) throw new Failure('forbidden', LINK_EXPIRED)
}
