import { type SubjectBelow, subjectChart } from '@pianzhang/contract/dashboard'
import type { Model } from '@pianzhang/contract/permissions'
import type { OutColumn } from '@pianzhang/xlsx'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Chart, type ChartEndpoint, chart } from '../../platform/lists/charts.ts'
import type { SummableColumn } from '../../platform/sheet/totals.ts'

/** The endpoints of the charts of the three levels. */
export type SubjectApi<Q> = Readonly<
  Record<(typeof LEVELS)[number]['name'], ChartEndpoint<Q, z.input<typeof subjectChart>>>
>

/** A ledger whose amounts are booked on level-three subjects. */
interface Booked<Q extends SubjectBelow> {
  api: SubjectApi<Q>
  model: Model
  /** What the sums add up, in English: `lines`. */
  records: string
  query: z.ZodType<Q>
  /** The end of the spreadsheets' titles: 支出 in 一级科目支出. */
  title: string
  amount: SummableColumn
  /** A SELECT of `subject_id` and `amount` in fen, each subject in one or several rows. */
  booked(projectId: bigint, query: Q): RawBuilder<{ subject_id: bigint; amount: bigint }>
}

/** A subject of any level with the names of those above it. */
export interface SubjectRow {
  code: string
  out_code: string
  name: string
  one_name: string
  two_name: string | null
}

/** The levels of a drill-down by subject. */
export const LEVELS = [
  { name: 'subject_one', title: '一级科目', width: 20, id: sql`three.one_id` },
  { name: 'subject_two', title: '二级科目', width: 24, id: sql`three.two_id` },
  { name: 'subject_three', title: '三级科目', width: 28, id: sql`three.id` },
] as const
const columnOf = (title: string, width: number): OutColumn => ({ title, kind: 'text', width })

/** The charts of the three levels; an item's code is the query of the chart below it. */
export const subjectCharts = <Q extends SubjectBelow>(ledger: Booked<Q>): Chart[] =>
  LEVELS.map(({ name, title, id }, level) =>
    chart({
      endpoint: ledger.api[name],
      model: ledger.model,
      summary: `Sums of ${ledger.records} by level-${level + 1} subject, below a subject of a higher level or all`,
      query: ledger.query,
      answer: subjectChart,
      title: title + ledger.title,
      columns: [...subjectColumns(level), ledger.amount],
      sums: (projectId, query) =>
        levelSums(projectId, id, query, ledger.booked(projectId, query), ['amount'] as const),
      tie: sql`out_code`,
      item: (row) => ({ subject_name: row.name, subject_code: row.code, subject_out_code: row.out_code }),
      cells: (row) => [...subjectCells(row, level), row.amount],
    }),
  )

/** The columns of a spreadsheet that name a subject of this level (0–2) and those above it. */
export const subjectColumns = (level: number): OutColumn[] => [
  columnOf('科目编号', 12),
  ...LEVELS.slice(0, level + 1).map((above) => columnOf(above.title, above.width)),
]
export const subjectCells = (row: SubjectRow, level: number): (string | null)[] => [
  row.out_code,
  ...[row.one_name, row.two_name].slice(0, level),
  row.name,
]

/**
 * A SELECT of sums by the subjects of a level (`id` of LEVELS). `names`: the columns of `booked` to sum, beside `subject_id`. Rows where all
 * sums are 0 are omitted. An unknown code matches nothing.
 */
export function levelSums<Name extends string>(
  projectId: bigint,
  id: RawBuilder<unknown>,
  { subject_one_code: one, subject_two_code: two }: SubjectBelow,
  booked: RawBuilder<unknown>,
  names: readonly Name[],
): RawBuilder<SubjectRow & Record<Name, bigint>> {
  const below = [
    ...(one === undefined ? [] : [under(projectId, sql`three.one_id`, one, 0)]),
    ...(two === undefined ? [] : [under(projectId, sql`three.two_id`, two, 1)]),
  ]
  const where = sql.join([sql`three.project_id = ${projectId}`, ...below], sql` and `)
  const each = (part: (column: RawBuilder<unknown>) => RawBuilder<unknown>, between: RawBuilder<unknown>) =>
    sql.join(
      names.map((name) => part(sql.id(name))),
      between,
    )
  return sql`
    with booked as (${booked}),
    level as materialized (
      select ${id} as id, ${each((column) => sql`sum(b.${column}) as ${column}`, sql`, `)}
      from booked b join subjects three on three.id = b.subject_id where ${where}
      group by 1 having ${each((column) => sql`sum(b.${column}) <> 0`, sql` or `)})
    select s.code, s.out_code, s.name, one.name as one_name, two.name as two_name,
      ${each((column) => sql`l.${column}`, sql`, `)}
    from level l
    join subjects s on s.project_id = ${projectId} and s.id = l.id
    join subjects one on one.project_id = ${projectId} and one.id = s.one_id
    left join subjects two on two.project_id = ${projectId} and two.id = s.two_id`
}

const under = (projectId: bigint, ancestor: RawBuilder<unknown>, code: string, category: 0 | 1) =>
  sql`${ancestor} = (select a.id from subjects a
    where a.project_id = ${projectId} and a.code = ${code} and a.category = ${category})`
