import type {
  Contract,
  ContractList,
  ContractQuery,
  ContractShowQuery,
  ContractSum,
} from '@pianzhang/contract/contracts'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { pageClause } from '../../platform/lists/page-clause.ts'
import { conditions, sortedContracts } from './filters.ts'
import { type ContractRow, canOf, contractAnswers, contractColumns, logEntry, readContract } from './load.ts'

/** The number and sums of all contracts that match, by direction. */
interface Totals {
  out_count: number
  out_signed: bigint
  out_paid: bigint
  in_count: number
  in_signed: bigint
  in_paid: bigint
}

const DIRECTIONS = ['out', 'in'] as const
type Direction = (typeof DIRECTIONS)[number]

const NONE = { amount_yuan: '0.00', pay_amount_yuan: '0.00' }

/** The columns of `Totals` of one direction, from `matching m`. */
function sumsOf(direction: Direction): RawBuilder<unknown> {
  const where = sql`filter (where ${direction === 'in' ? sql`m.incoming` : sql`not m.incoming`})`
  const name = (column: string) => sql.ref(`${direction}_${column}`)
  return sql`(count(*) ${where})::int as ${name('count')}, coalesce(sum(m.amount) ${where}, 0) as ${name('signed')},
    coalesce(sum(m.paid) ${where}, 0) as ${name('paid')}`
}

function contractSum(direction: Direction, totals: Totals): ContractSum {
  const [signed, paid] = [totals[`${direction}_signed`], totals[`${direction}_paid`]]
  return {
    direction,
    count: totals[`${direction}_count`],
    amount_yuan: yuan(signed),
    pay_amount_yuan: yuan(paid),
    unpay_amount_yuan: yuan(signed - paid),
  }
}

/** A page of contracts. One statement, as page and sums both need the paid amount of every contract that matches. */
export async function listContracts(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, ContractQuery, unknown>,
): Promise<ContractList> {
  const projectId = context.project.id
  const where = conditions(projectId, query, context.can('contract', 'write'))
  const { ctes, from, order } = sortedContracts(projectId, where, query, pageClause(query))
  const { rows } = await sql<Totals & (ContractRow | { id: null })>`
    with ${ctes}
    select totals.*, listed.* from (
      select ${sumsOf('out')}, ${sumsOf('in')} from matching m) totals
    left join (
      select ${contractColumns(projectId)}, row_number() over (order by ${order}) as ordinal
      from ${from}) listed on true
    order by listed.ordinal`.execute(db)
  // Every row of the page has the totals; an empty page still gives one row with the totals alone.
  const totals = rows[0] as Totals
  const sums = DIRECTIONS.map((direction) => contractSum(direction, totals)).filter(({ count }) => count > 0)
  const [one = NONE, other] = sums
  return {
    items: await contractAnswers(
      db,
      context,
      rows.filter((row): row is Totals & ContractRow => row.id !== null),
    ),
    listTotal: totals.out_count + totals.in_count,
    sums,
    total_amount_yuan: other ? null : one.amount_yuan,
    total_pay_amount_yuan: other ? null : one.pay_amount_yuan,
    can: canOf(context),
  }
}

/** With `reveal=1` the answer has ID and account numbers in full; this needs the right to write, and is logged. */
export async function showContract(
  db: Db,
  context: ProjectContext,
  { params, query }: Input<{ code: string }, ContractShowQuery, unknown>,
): Promise<Contract> {
  if (query.reveal !== '1') return await readContract(db, context, params.code)
  if (!context.can('contract', 'write')) throw new Failure('forbidden')
  return await inTransaction(db, async (tx) => {
    const shown = await readContract(tx, context, params.code, true)
    // The entry has no state, as the full numbers must not get into the log.
    await audit(tx, context, { ...logEntry('reveal', { after: shown }), after: null })
    return shown
  })
}
