import { contractDirection } from '@pianzhang/contract/lists'
import type { Fen } from '@pianzhang/contract/money'
import { payInstalments } from '@pianzhang/contract/payables'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { paidOn } from './load.ts'

/** What is paid on an instalment, in fen. `due` null: a milestone that is not reached. */
interface InstalmentRest {
  id: bigint
  due: string | null
  amount: Fen
  paid: Fen
  rest: Fen
}

/** A contract with a plan. `unscheduled`: what it has still to pay outside of the plan. */
export interface ContractRests {
  id: bigint
  incoming: boolean
  customer: string
  payee_id: bigint | null
  settled: boolean
  paid: Fen
  unscheduled: Fen
  instalments: InstalmentRest[]
}

interface Row {
  contract_id: bigint
  category: number
  contract_amount: bigint
  customer: string
  payee_id: bigint | null
  settled: boolean
  paid: bigint
  id: bigint
  seq: number
  due_at: string | null
  amount: bigint
  named: bigint
}

/**
 * What is paid on the instalments of these contracts, computed anew from their lines or receipts; contracts without a plan are left out. On a
 * settled contract nothing is left to pay. `also`: what is taken as paid besides, by contract, without naming an instalment; `without`: a payment that does
 * not count.
 */
export async function readRests(
  db: Db | Tx,
  projectId: bigint,
  contracts: readonly bigint[],
  { also, without }: { also?: ReadonlyMap<bigint, Fen>; without?: bigint | undefined } = {},
): Promise<ContractRests[]> {
  if (contracts.length === 0) return []
  const own =
    without === undefined
      ? sql``
      : sql`- coalesce((select sum(d.pay_amount) from payment_lines d
          where d.project_id = ${projectId} and d.payment_id = ${without} and d.contract_id = k.id), 0)`
  const others = without === undefined ? sql`` : sql`and d.payment_id <> ${without}`
  const { rows } = await sql<Row>`
    with planned as materialized (
      select k.id as contract_id, k.category, k.amount as contract_amount, k.customer, k.payee_id, k.settled_at is not null as settled,
        ${paidOn(projectId)} ${own} as paid
      from contracts k where k.project_id = ${projectId} and k.id = any(${contracts}))
    select p.*, i.id, i.seq, i.due_at, i.amount,
      coalesce((select sum(d.pay_amount) from payment_lines d
        where d.project_id = ${projectId} and d.instalment_id = i.id ${others}), 0) as named
    from planned p join contract_instalments i on i.project_id = ${projectId} and i.contract_id = p.contract_id
    order by p.contract_id, i.seq`.execute(db)
  const found = new Map<bigint, Row[]>()
  for (const row of rows) {
    const own = found.get(row.contract_id)
    if (own) own.push(row)
    else found.set(row.contract_id, [row])
  }
  return [...found].map(([id, own]) => restsOf(own, also?.get(id) ?? 0n))
}

function restsOf(rows: readonly Row[], also: Fen): ContractRests {
  const [{ contract_id, category, contract_amount, customer, payee_id, settled, ...row }] = rows as [Row]
  const paid = row.paid + also
  const other = paid - rows.reduce((sum, { named }) => sum + named, 0n)
  const computed = payInstalments(
    rows.map(({ seq, due_at, amount, named }) => ({ seq, due: due_at, amount, named })),
    other,
  )
  const instalments = rows.map(({ id, due_at, amount }, index) => ({
    id,
    due: due_at,
    amount,
    paid: computed[index]?.paid ?? 0n,
    rest: settled ? 0n : (computed[index]?.rest ?? 0n),
  }))
  const left = contract_amount - paid - instalments.reduce((sum, { rest }) => sum + rest, 0n)
  return {
    id: contract_id,
    incoming: contractDirection(String(category)) === 'in',
    customer,
    payee_id,
    settled,
    paid,
    unscheduled: settled || left < 0n ? 0n : left,
    instalments,
  }
}
