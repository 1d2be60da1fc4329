import { contractDirection } from '@pianzhang/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'

// For ledgers whose records name a contract.

/** A contract that a body refers to, as the rules read it. */
export interface FoundContract {
  id: bigint
  category: number
}

/**
 * The contracts of the project by code, locked until the commit, so that their category does not change after the rules have checked it. Locks
 * in the order of ids, so that concurrent requests cannot deadlock.
 */
export async function lockByCode(
  tx: Tx,
  projectId: bigint,
  codes: readonly string[],
): Promise<ReadonlyMap<string, FoundContract>> {
  // Most records have no contract: skipping the statement saves a round trip.
  if (codes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('contracts')
    .select(['code', 'id', 'category'])
    .where('project_id', '=', projectId)
    .where('code', '=', anyOf([...new Set(codes)]))
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

const FAULTS = {
  out: '只能关联演员、职员或制作合同',
  in: '只能关联投资合同或其他收入合同',
} as const

/** Why a record cannot name the contract; undefined if it can. `direction`: where the money of the record goes. */
export function contractFault(
  contract: Pick<FoundContract, 'category'> | undefined,
  direction: 'out' | 'in',
): string | undefined {
  if (!contract) return '合同不存在'
  return contractDirection(String(contract.category)) === direction ? undefined : FAULTS[direction]
}

/** All contracts of the project, for an import. `codes`: codes by contract number; `contracts`: what the rules need, by code. */
export async function contractLookups(db: Db, projectId: bigint) {
  const rows = await db
    .selectFrom('contracts')
    .select(['id', 'code', 'out_code', 'category'])
    .where('project_id', '=', projectId)
    .execute()
  return {
    codes: new Map(rows.map((row) => [row.out_code, row.code])),
    contracts: new Map<string, FoundContract>(rows.map((row) => [row.code, row])),
  }
}

/**
 * `columns` of the contracts `k` with these ids, by id, for the rows of a page. A separate statement: without statistics a join to the rows
 * would scan all contracts.
 */
export async function contractsById<Columns>(
  db: Db | Tx,
  projectId: bigint,
  ids: readonly (bigint | null)[],
  columns: RawBuilder<Columns>,
): Promise<ReadonlyMap<bigint, Columns>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Columns & { id: bigint }>`
    select k.id, ${columns} from contracts k where k.project_id = ${projectId} and k.id = any(${wanted})`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** SQL condition that `column`, the contract of a record, is the one with this code. An unknown code matches nothing. */
export const ofContract = (
  projectId: bigint,
  column: RawBuilder<unknown>,
  code: string,
): RawBuilder<unknown> =>
  sql`${column} = (select k.id from contracts k where k.project_id = ${projectId} and k.code = ${code})`
