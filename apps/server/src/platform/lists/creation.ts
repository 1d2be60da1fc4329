import { formatInstant } from '@pianzhang/contract/calendar'
import type { Db, Tx } from '../database/database.ts'
import type { Person } from '../http/guard.ts'
import { userNames } from './user-names.ts'

interface Created {
  creator_id: bigint
  created_at: Date
}

/** Looks up who created these rows. Returns a function: the fields of a row's answer that say who created it and when. */
export async function createdOf(
  db: Db | Tx,
  person: Pick<Person, 'companyId' | 'userId' | 'userName'>,
  rows: readonly Created[],
): Promise<(row: Created) => { creator_name: string; created_at: string }> {
  const names = await userNames(
    db,
    person,
    rows.map((row) => row.creator_id),
  )
  return ({ creator_id, created_at }) => ({
    creator_name: names.get(creator_id) ?? '',
    created_at: formatInstant(created_at),
  })
}
