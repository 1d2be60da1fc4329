import { formatInstant, today } from '@pianzhang/contract/calendar'
import { contractDirection } from '@pianzhang/contract/lists'
import { sum, yuan } from '@pianzhang/contract/money'
import { type Instalment, type Instalments, percentText, statusOf } from '@pianzhang/contract/payables'
import { percentsFit } from '@pianzhang/contract/plan-percents'
import { sql } from 'kysely'
import { readRests } from '../../base/contracts/open-amounts.ts'
import type { AuditEntry } from '../../platform/audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { missing } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { rightsTo } from '../../platform/lists/records.ts'

export const canOf = rightsTo('payable')

export interface PlannedContract {
  id: bigint
  code: string
  version: number
  out_code: string
  customer: string
  category: number
  amount: bigint
}

/** A stored instalment with the names of its subject and type. */
export interface PlanRow {
  id: bigint
  code: string
  version: number
  seq: number
  title: string
  kind: 'date' | 'milestone'
  due_at: string | null
  reached_at: Date | null
  percent: number | null
  amount: bigint
  subject_id: bigint | null
  pay_category_id: bigint | null
  subject_code: string | null
  subject_number: string | null
  subject_name: string | null
  category_name: string | null
}

/** Throws 404. */
export async function loadContract(db: Db | Tx, projectId: bigint, code: string): Promise<PlannedContract> {
  const row = await db
    .selectFrom('contracts')
    .select(['id', 'code', 'version', 'out_code', 'customer', 'category', 'amount'])
    .where('project_id', '=', projectId)
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) throw missing()
  return row
}

export async function loadPlan(db: Db | Tx, projectId: bigint, contractId: bigint): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select i.id, i.code, i.version, i.seq, i.title, i.kind, i.due_at, i.reached_at, i.percent, i.amount, i.subject_id, i.pay_category_id,
      s.code as subject_code, s.out_code as subject_number, s.name as subject_name, c.name as category_name
    from contract_instalments i
    left join subjects s on s.project_id = ${projectId} and s.id = i.subject_id
    left join payment_types c on c.project_id = ${projectId} and c.id = i.pay_category_id
    where i.project_id = ${projectId} and i.contract_id = ${contractId} order by i.seq, i.id`.execute(db)
  return rows
}

export const directionOf = ({ category }: { category: number }): 'in' | 'out' =>
  contractDirection(String(category)) ?? 'out'

/** The instalments with their percents as the computation takes them. */
export const sharedOf = (rows: readonly PlanRow[]) =>
  rows.map(({ title, percent, amount }) => ({
    ...{ title, amount },
    percent: percent === null ? null : BigInt(percent),
  }))

/** The plan of a contract as GET answers it. */
export async function readPlan(db: Db | Tx, context: ProjectContext, code: string): Promise<Instalments> {
  const { project, now } = context
  const contract = await loadContract(db, project.id, code)
  const rows = await loadPlan(db, project.id, contract.id)
  const [rests] = await readRests(db, project.id, [contract.id])
  const paid = new Map(rests?.instalments.map((one) => [one.id, one]))
  const direction = directionOf(contract)
  const planned = sum(rows.map(({ amount }) => amount))
  const fits = percentsFit(contract.amount, sharedOf(rows))
  return {
    contract: {
      code: contract.code,
      version: contract.version,
      out_code: contract.out_code,
      customer: contract.customer,
      direction,
      amount_yuan: yuan(contract.amount),
    },
    items: rows.map((row): Instalment => {
      const own = paid.get(row.id)
      const state = statusOf(
        { paid: own?.paid ?? 0n, rest: own?.rest ?? row.amount, due: row.due_at },
        today(now),
        direction,
      )
      return {
        code: row.code,
        version: row.version,
        seq: row.seq,
        title: row.title,
        kind: row.kind,
        due_at: row.due_at,
        reached_at: row.reached_at && formatInstant(row.reached_at),
        percent: row.percent === null || !fits ? null : percentText(BigInt(row.percent)),
        amount_yuan: yuan(row.amount),
        paid_yuan: yuan(own?.paid ?? 0n),
        rest_yuan: yuan(own?.rest ?? row.amount),
        state: state.state,
        status: state.text,
        subject:
          row.subject_code === null
            ? null
            : { code: row.subject_code, out_code: row.subject_number ?? '', name: row.subject_name ?? '' },
        pay_category:
          row.pay_category_id === null
            ? null
            : { id: String(row.pay_category_id), name: row.category_name ?? '' },
      }
    }),
    planned_yuan: yuan(planned),
    unscheduled_yuan: yuan(contract.amount - planned),
    can: { write: canOf(context).write },
  }
}

/** The instalments of a contract, with what is paid of each. */
export const showPlan = (
  db: Db,
  context: ProjectContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<Instalments> => readPlan(db, context, params.code)

/** The log entry of a plan, under the code of its contract; without what depends on the day and on payments. */
export function planEntry(before: Instalments, after: Instalments): AuditEntry {
  const { contract } = after
  const stateOf = ({ items, planned_yuan }: Instalments) => ({
    planned_yuan,
    instalments: items.map(({ code, title, kind, due_at, percent, amount_yuan, subject, pay_category }) => ({
      code,
      title,
      kind,
      due_at,
      percent,
      amount_yuan,
      subject: subject && `${subject.out_code} ${subject.name}`,
      pay_category_name: pay_category?.name ?? null,
    })),
  })
  return {
    action: before.items.length === 0 ? 'create' : after.items.length === 0 ? 'delete' : 'update',
    resource: 'payable',
    code: contract.code,
    label: `${contract.out_code} ${contract.customer} ${after.planned_yuan}元`,
    before: before.items.length === 0 ? null : stateOf(before),
    after: after.items.length === 0 ? null : stateOf(after),
  }
}
