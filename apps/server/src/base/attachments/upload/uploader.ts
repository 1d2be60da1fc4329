import { sql } from 'kysely'
import type { Actor } from '../../../platform/audit/audit.ts'
import type { Db } from '../../../platform/database/database.ts'
import { readOnlyReason } from '../../../platform/http/account.ts'
import { Failure } from '../../../platform/http/errors.ts'
import { checkWritable } from '../../../platform/http/guard.ts'
import { mustSetSecondFactor } from '../../../platform/http/second-factor.ts'
import { type UploadGrant, usedToken } from './token.ts'

export type Uploader = Pick<Actor, 'companyId' | 'userId' | 'userName'> & {
  userCode: string
  project: { id: bigint; code: string }
}

/**
 * Loads the person of a token and checks their present rights: active, member of the project, the project writable, the token unused. In a
 * transaction the project's row stays locked until the commit. Throws the guard's failures.
 */
export async function loadUploader(db: Db, grant: UploadGrant, now: Date): Promise<Uploader> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .innerJoin('projects as p', 'p.company_id', 'c.id')
    .leftJoin('roles as r', 'r.id', 'u.role_id')
    .where('u.id', '=', grant.userId)
    .where('p.id', '=', grant.projectId)
    .select([
      'u.name',
      'u.code as user_code',
      'u.company_id',
      'u.is_super',
      'u.disabled',
      'u.deleted_at as left_at',
      'u.must_change_password',
    ])
    .select([
      'c.stopped_at',
      'r.enabled as role_enabled',
      'p.code',
      'p.archive_at',
      'p.expire_at',
      'p.deleted_at',
    ])
    .select(
      sql<boolean>`exists (select from project_members m where m.project_id = p.id and m.user_id = u.id)`.as(
        'member',
      ),
    )
    .select(mustSetSecondFactor.as('must_set_second_factor'))
    .forKeyShare('p')
    .executeTakeFirst()
  if (!row || row.disabled || row.left_at || !(row.is_super || row.role_enabled))
    throw new Failure('forbidden')
  if (row.stopped_at) throw new Failure('stopped')
  if (row.must_change_password) throw new Failure('passwordChange')
  if (row.must_set_second_factor) throw new Failure('secondFactorDue')
  if (row.deleted_at || !(row.is_super || row.member)) throw new Failure('noProject')
  checkWritable(readOnlyReason(row, now))
  const used = await db
    .selectFrom('attachments')
    .select('id')
    .where('project_id', '=', grant.projectId)
    .where('token_id', '=', grant.id)
    .executeTakeFirst()
  if (used) throw usedToken()
  return {
    companyId: row.company_id,
    userId: grant.userId,
    userName: row.name,
    userCode: row.user_code,
    project: { id: grant.projectId, code: row.code },
  }
}
