import { addDays } from '@pianzhang/contract/calendar'
import {
  TAX_HINT,
  type TaxMonths,
  type TaxMonthsQuery,
  type TaxPeople,
  type TaxPeopleQuery,
} from '@pianzhang/contract/fees'
import { labelOf } from '@pianzhang/contract/lists'
import { type Fen, yuan } from '@pianzhang/contract/money'
import { ID_TYPES } from '@pianzhang/contract/payees'
import { sql } from 'kysely'
import { payeeLinks, payeesNamed } from '../../base/payees/find.ts'
import { maskedNumber } from '../../base/payees/load.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { mayNow } from '../../platform/http/guard.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { firstDay, monthOf } from './compute.ts'
import { feeSums, sumsAnswer } from './load.ts'
import { remittedBy } from './month-locks.ts'
import { idTypeOf, type Payee, personsOf } from './persons.ts'

/** What is withheld of fees `r`. */
export const withheld = sql`(r.vat + r.surcharge + r.tax)`

/** The last day on which a month's tax is remitted: the 15th of the next one. */
export const dueAt = (month: string): string => `${addDays(firstDay(month), 31).slice(0, 7)}-15`

interface Sums {
  count: number
  gross: Fen
  vat: Fen
  surcharge: Fen
  taxable: Fen
  tax: Fen
  net: Fen
  invoice_vat: Fen
}
export type MonthRow = Sums & { month: string; withheld: Fen; remitted: Fen }

const NONE = {
  count: 0,
  gross: 0n,
  vat: 0n,
  surcharge: 0n,
  taxable: 0n,
  tax: 0n,
  net: 0n,
  invoice_vat: 0n,
  withheld: 0n,
  remitted: 0n,
}
function added<T extends Omit<typeof NONE, 'withheld' | 'remitted'>>(rows: readonly T[]) {
  const total = { ...NONE }
  for (const row of rows)
    for (const name of Object.keys(total) as (keyof typeof total)[]) {
      const value = (row as Partial<typeof NONE>)[name]
      if (name === 'count') total.count += row.count
      else total[name] += typeof value === 'bigint' ? value : 0n
    }
  return total
}

const dueAnswer = (row: Pick<MonthRow, 'withheld' | 'remitted'>) => ({
  withheld_yuan: yuan(row.withheld),
  remitted_yuan: yuan(row.remitted),
  due_yuan: yuan(row.withheld - row.remitted),
})

/** All months of a project with what was withheld and remitted, the newest first. */
export async function monthRows(db: Db, projectId: bigint): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select r.month, count(*)::int4 as count, ${feeSums}, coalesce(sum(${withheld}), 0) as withheld,
      coalesce(sum(${withheld}) filter (where r.remitted_line_id is not null), 0) as remitted
    from fees r where r.project_id = ${projectId} group by r.month order by r.month desc`.execute(db)
  return rows
}

/** 应缴税款: what was withheld, remitted and is due, month by month, the newest first. */
export async function listMonths(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, TaxMonthsQuery, unknown>,
): Promise<TaxMonths> {
  const projectId = context.project.id
  const rows = await monthRows(db, projectId)
  const page = rows.slice((query.page - 1) * query.per_page, query.page * query.per_page)
  const payments = await remittedBy(
    db,
    projectId,
    page.map(({ month }) => monthOf(month)),
  )
  const total = added(rows)
  return {
    items: page.map((row) => ({
      month: monthOf(row.month),
      count: row.count,
      ...sumsAnswer(row),
      ...dueAnswer(row),
      due_at: dueAt(monthOf(row.month)),
      payments: payments.get(monthOf(row.month)) ?? [],
    })),
    listTotal: rows.length,
    totals: { ...sumsAnswer(total), ...dueAnswer(total) },
    hint: TAX_HINT,
    can: {
      write: mayNow(context, 'labor_tax', 'write'),
      pay: mayNow(context, 'labor_tax', 'write') && mayNow(context, 'cost_execution', 'write'),
    },
  }
}

/** The fees of one person in a month. */
export interface PersonMonth extends Sums {
  payee: Payee
}

/** The fees of a month by person, the largest first: payees who are one person are one row. `named`: only these payees' persons. */
export async function monthByPerson(
  db: Db | Tx,
  context: Pick<ProjectContext, 'companyId'> & { project: { id: bigint } },
  month: string,
  only = sql`true`,
): Promise<PersonMonth[]> {
  const { rows } = await sql<Sums & { payee_id: bigint }>`
    select r.payee_id, count(*)::int4 as count, ${feeSums} from fees r
    where r.project_id = ${context.project.id} and r.month = ${firstDay(month)}::date and ${only}
    group by r.payee_id order by r.payee_id`.execute(db)
  const persons = await personsOf(
    db,
    context,
    rows.map(({ payee_id }) => payee_id),
  )
  const byPerson = Map.groupBy(rows, ({ payee_id }) => persons.get(payee_id)?.key ?? String(payee_id))
  return [...byPerson.values()]
    .flatMap((own): PersonMonth[] => {
      const first = own[0]?.payee_id ?? 0n
      const payee = persons.get(first)?.payees.find(({ id }) => id === first)
      return payee ? [{ ...added(own), payee }] : []
    })
    .toSorted((a, b) => (a.gross === b.gross ? Number(a.payee.id - b.payee.id) : a.gross < b.gross ? 1 : -1))
}

/** 当月汇总: the fees of a month by person. */
export async function showMonth(
  db: Db,
  context: ProjectContext,
  { params, query }: Input<{ month: string }, TaxPeopleQuery, unknown>,
): Promise<TaxPeople> {
  const all = await monthByPerson(db, context, params.month)
  const named =
    query.keywords === undefined || query.keywords === ''
      ? null
      : new Set(
          await payeesNamed(
            db,
            context.companyId,
            all.map(({ payee }) => payee.id),
            query.keywords,
          ),
        )
  const found = named ? all.filter(({ payee }) => named.has(payee.id)) : all
  const page = found.slice((query.page - 1) * query.per_page, query.page * query.per_page)
  const links = await payeeLinks(
    db,
    context,
    page.map(({ payee }) => payee.id),
  )
  return {
    month: params.month,
    items: page.map(({ payee, ...sums }) => ({
      payee: links.get(payee.id) ?? { code: payee.code, name: payee.name, account_change: null },
      id_type_i18n: idTypeText(payee),
      id_number: maskedNumber(payee.id_number, 'id_number'),
      count: sums.count,
      ...sumsAnswer(sums),
    })),
    listTotal: found.length,
    totals: sumsAnswer(added(found)),
    hint: TAX_HINT,
  }
}

const idTypeText = (payee: Payee): string => {
  const type = idTypeOf(payee)
  return labelOf(ID_TYPES, type === null ? null : String(type))
}
