import { type RawBuilder, sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { projectHas } from '../../platform/features.ts'

// Payees in spreadsheets: by name, and by the end of the account too where several have the name.

interface WordedPayee {
  id: bigint
  code: string
  name: string
  account: string
}

const companyOf = (projectId: bigint) => sql`(select j.company_id from projects j where j.id = ${projectId})`

/** SELECT of all payees of the project's company. */
export const allPayees = (projectId: bigint): RawBuilder<WordedPayee> => sql<WordedPayee>`
  select p.id, p.code, p.name, p.account from payees p
  where p.company_id = ${companyOf(projectId)} and p.merged_into_id is null order by p.id`

/** All payees that a spreadsheet of the project may name; none without the feature. */
export async function payeesOfProject(db: Db | Tx, projectId: bigint): Promise<WordedPayee[]> {
  if (!(await projectHas(db, projectId, 'payee'))) return []
  return (await allPayees(projectId).execute(db)).rows
}

/** What a spreadsheet calls each of all payees of a company, by id: 张三, or 张三（尾号1234） where there are several. */
export function wordsOf(payees: readonly WordedPayee[]): ReadonlyMap<bigint, string> {
  const counts = new Map<string, number>()
  for (const { name } of payees) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    payees.map(({ id, name, account }) => [
      id,
      counts.get(name) === 1 ? name : `${name}（${account === '' ? '无账号' : `尾号${account.slice(-4)}`}）`,
    ]),
  )
}

/** The codes by these words; null for a name or a word of several. */
export function codesByWord(payees: readonly WordedPayee[]): ReadonlyMap<string, string | null> {
  const words = wordsOf(payees)
  const codes = new Map<string, string | null>()
  for (const { id, code, name } of payees) {
    const word = words.get(id) ?? name
    codes.set(word, codes.has(word) ? null : code)
    if (word !== name) codes.set(name, null)
  }
  return codes
}

/** Keeps payees that an import named from being deleted or merged until the commit; false: one already is. */
export async function lockNamed(tx: Tx, projectId: bigint, ids: ReadonlySet<bigint>): Promise<boolean> {
  if (ids.size === 0) return true
  const { rows } = await sql`select p.id from payees p
    where p.company_id = ${companyOf(projectId)} and p.id = ${anyOf([...ids])} and p.merged_into_id is null
    order by p.id for key share of p`.execute(tx)
  return rows.length === ids.size
}
