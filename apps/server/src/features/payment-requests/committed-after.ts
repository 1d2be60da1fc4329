import type { Fen } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { computedParts, openCash } from '../../base/contracts/commitments.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Planned } from './figures.ts'

/** A subject of a contract with its supplement; 0: what is allocated to none. `members`: the ids of both. */
interface Part {
  main: bigint
  members: bigint[]
  subject_id: bigint
  out_code: string | null
  amount: Fen
  allocated: Fen
  paid: Fen
}

/**
 * By how much paying something changes what contracts still commit to subjects: for several requests at once, each by itself. The contracts are read by the
 * SQL of commitments, and shared out here as there, since that computes one payment only.
 */
export async function committedAfter(
  db: Db | Tx,
  projectId: bigint,
  all: readonly Planned[],
): Promise<(planned: readonly Planned[]) => Map<bigint, Fen>> {
  const contracts = [...new Set(all.flatMap(({ contract_id }) => contract_id ?? []))]
  if (contracts.length === 0) return () => new Map()
  const { rows } = await sql<Part>`
    with ${computedParts(projectId, sql`select unnest(${contracts}::bigint[]) as id`, openCash(projectId))}
    select p.main, (select array_agg(m.id) from member m where m.main = p.main) as members, p.subject_id, n.out_code, p.amount, p.allocated, p.paid
    from part p left join subjects n on n.project_id = ${projectId} and n.id = p.subject_id`.execute(db)
  const parts = Map.groupBy(rows, ({ main }) => main)
  const mainOf = new Map(rows.flatMap(({ main, members }) => members.map((id) => [id, main])))
  return (planned) => {
    const changes = new Map<bigint, Fen>()
    const paying = Map.groupBy(
      planned.filter(({ contract_id }) => contract_id !== null && mainOf.has(contract_id)),
      ({ contract_id }) => mainOf.get(contract_id as bigint) as bigint,
    )
    for (const [main, paid] of paying) {
      const own = parts.get(main) ?? []
      const before = sharesOf(own)
      const after = sharesOf([...own, ...paid.map(asPart)])
      for (const subject of new Set([...before.keys(), ...after.keys()]))
        changes.set(
          subject,
          (changes.get(subject) ?? 0n) + (after.get(subject) ?? 0n) - (before.get(subject) ?? 0n),
        )
    }
    return changes
  }
}

const asPart = ({ subject_id, amount }: Planned) => ({ ...NOTHING, subject_id, paid: amount })
const NOTHING = { out_code: null, amount: 0n, allocated: 0n, paid: 0n }

type Share = Omit<Part, 'main' | 'members'>

/**
 * What a contract still commits to each subject: what is allocated to it and not paid on it. If these come to more than the contract owes, the excess is
 * taken off the largest, of equal ones off the lowest number first.
 */
function sharesOf(rows: readonly Share[]): Map<bigint, Fen> {
  const owed = rows.reduce((left, { amount, paid }) => left + amount - paid, 0n)
  const rests = [...Map.groupBy(rows, ({ subject_id }) => subject_id)].map(([subject, own]) => {
    const allocated = own.reduce((all, one) => all + one.allocated, 0n)
    const rest = own.reduce((left, { paid }) => left - paid, allocated)
    const out_code = own.find((one) => one.out_code !== null)?.out_code ?? ''
    return { subject, out_code, rest: allocated !== 0n && rest > 0n ? rest : 0n }
  })
  let excess = rests.reduce((all, { rest }) => all + rest, 0n) - (owed > 0n ? owed : 0n)
  const shares = new Map<bigint, Fen>()
  for (const { subject, rest } of rests.toSorted(
    (a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0) || (a.out_code < b.out_code ? -1 : 1),
  )) {
    const off = excess <= 0n ? 0n : excess < rest ? excess : rest
    excess -= off
    shares.set(subject, rest - off)
  }
  return shares
}
