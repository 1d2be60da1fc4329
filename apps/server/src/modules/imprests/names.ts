import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

interface SubjectNames {
  code: string
  out_code: string
  name: string
  one_name: string
  two_name: string
}

/** The subjects and contracts of details, by id. */
export interface Names {
  subjects: ReadonlyMap<bigint, SubjectNames>
  contracts: ReadonlyMap<bigint, { code: string; out_code: string }>
}

/** Looked up by id instead of joined: without statistics a join would scan all contracts for each row. */
export async function namesOf(
  db: Db | Tx,
  projectId: bigint,
  details: readonly { subject_id: bigint; contract_id: bigint | null }[],
): Promise<Names> {
  const subjectIds = [...new Set(details.map((row) => row.subject_id))]
  const contractIds = [...new Set(details.map((row) => row.contract_id))].filter((id) => id !== null)
  const above = (column: string) =>
    sql`(select p.name from subjects p where p.project_id = ${projectId} and p.id = ${sql.ref(`s.${column}`)})`
  const { rows: subjects } = await sql<SubjectNames & { id: bigint }>`
    select s.id, s.code, s.out_code, s.name, ${above('one_id')} as one_name, ${above('two_id')} as two_name
    from subjects s where s.project_id = ${projectId} and s.id = any(${subjectIds})`.execute(db)
  // Most details have no contract: skipping the statement saves a round trip.
  const { rows: contracts } =
    contractIds.length === 0
      ? { rows: [] }
      : await sql<{ id: bigint; code: string; out_code: string }>`
          select k.id, k.code, k.out_code from contracts k
          where k.project_id = ${projectId} and k.id = any(${contractIds})`.execute(db)
  return {
    subjects: new Map(subjects.map((row) => [row.id, row])),
    contracts: new Map(contracts.map((row) => [row.id, row])),
  }
}
