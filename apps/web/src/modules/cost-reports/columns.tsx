import type { CostReportRow } from '@pianzhang/contract/cost-report'
import { formatYuan } from '@pianzhang/contract/money'
import type { ReactNode } from 'react'
import type { DataColumn } from '../../ui/table/column.ts'
import { Figure } from './Figure.tsx'
import styles from './report.module.css'

/** A subject, or a row below them. */
export type ReportRow = Omit<CostReportRow, 'estimate'> & {
  estimate: CostReportRow['estimate']
  /** Of an issued report: what today's books say. */
  now_yuan?: string
  /** Of requests under way that name the subject. */
  pending_yuan?: string
}

/** Pixels of a level of the tree, and of the button that unfolds a subject. */
const INDENT = 14
const EXPANDER = 24
/** Level three has nothing to unfold and needs its width for its long numbers. */
export const isLeaf = (level: number): boolean => level === 2
/** Pixels before the number of a subject; the rows below the subjects have none. */
export const indentOf = (level: number): number =>
  level < 0 ? 0 : isLeaf(level) ? 2 * INDENT + 16 : level * INDENT + EXPANDER
export const beforeExpander = (level: number): number => level * INDENT
/** Pixels of a digit and of a separator, on the wide side since fonts differ, and the padding of a cell. */
const DIGIT = 7.6
const SEPARATOR = 4
const PADDING = 16
const LEAST = 84
const widthOf = (amount: string): number =>
  [...formatYuan(amount)].reduce((sum, sign) => sum + (/[,.-]/.test(sign) ? SEPARATOR : DIGIT), PADDING)
/** Wide enough for the largest amount of a column. */
export const amountWidth = (amounts: readonly (string | null)[]): number =>
  Math.max(LEAST, ...amounts.map((amount) => Math.ceil(widthOf(amount ?? ''))))

/** The amounts of a row, in the order of the columns. */
const FIGURES = {
  original: '原始预算',
  budget: '现行预算',
  period: '本期发生',
  spent: '累计发生',
  committed: '合同未付',
  pending: '审批中',
  etc: '预计尚需',
  efc: '预计总成本',
  variance: '差异',
} as const
type FigureKey = keyof typeof FIGURES
const figureOf = (row: ReportRow, key: FigureKey): string | null => row[`${key}_yuan`] ?? null

/** The widths of the columns and which of them there are, as the rows need them. */
export interface Looks {
  widths: Readonly<Record<FigureKey, number>>
  /** Without a locked version of the budget there is none. */
  hasOriginal: boolean
  hasPending: boolean
}
export const looksOf = (rows: readonly ReportRow[]): Looks => ({
  widths: Object.fromEntries(
    Object.keys(FIGURES).map((key) => [key, amountWidth(rows.map((row) => figureOf(row, key as FigureKey)))]),
  ) as Looks['widths'],
  hasOriginal: rows.some(({ original_yuan }) => original_yuan !== null),
  hasPending: rows.some(({ pending_yuan }) => pending_yuan !== undefined),
})

type Cell = (row: ReportRow) => ReactNode
interface Options {
  looks: Looks
  /** Whether the period has a beginning; without one it is all cost to date. */
  compare: boolean
  /** What cells of these columns show instead of an amount; undefined: the amount. */
  cell?: (row: ReportRow, field: 'etc' | 'efc') => ReactNode | undefined
  remark: Cell
  remarkTitle?: string
  sortable?: boolean
}

const amount = (
  key: FigureKey,
  { widths }: Looks,
  render: Cell = (row) => <Figure amount={figureOf(row, key)} />,
): DataColumn<ReportRow> => ({
  key,
  title: FIGURES[key],
  width: widths[key],
  align: 'right',
  text: (row) => formatYuan(figureOf(row, key) ?? '-'),
  render,
})

/** 科目, 原始预算, 现行预算, 本期发生, 累计发生, 合同未付, 审批中, 预计尚需, 预计总成本, 差异, 说明. */
export const reportColumns = ({
  looks,
  compare,
  cell,
  remark,
  remarkTitle = '说明',
  sortable = false,
}: Options): DataColumn<ReportRow>[] => [
  {
    key: 'subject',
    title: '科目',
    width: 220,
    fixed: 'start',
    text: (row) => `${row.out_code} ${row.name}`.trim(),
    render: ({ out_code, name, level }) => (
      <span
        className={styles.subject}
        title={`${out_code} ${name}`.trim()}
        // Beside its indent and the button that unfolds it.
        style={{ maxWidth: `calc(100% - ${indentOf(level)}px)` }}
      >
        {out_code && <span className={`num ${styles.number}`}>{out_code}</span>}
        <span className={level === 0 ? 'strong' : undefined}>{name}</span>
      </span>
    ),
  },
  ...(looks.hasOriginal ? [amount('original', looks)] : []),
  amount('budget', looks),
  ...(compare ? [amount('period', looks)] : []),
  amount('spent', looks),
  amount('committed', looks),
  // Begins hidden: the panel has the total, and with one amount more the remarks are out of sight.
  ...(looks.hasPending ? [{ ...amount('pending', looks), beginsHidden: true as const }] : []),
  amount('etc', looks, (row) => cell?.(row, 'etc') ?? <Figure amount={row.etc_yuan} auto={isAuto(row)} />),
  amount('efc', looks, (row) => cell?.(row, 'efc') ?? <Figure amount={row.efc_yuan} />),
  { ...amount('variance', looks, (row) => <Figure amount={row.variance_yuan} isVariance />), sortable },
  {
    key: 'remark',
    title: remarkTitle,
    least: 104,
    text: (row) => row.estimate?.remark ?? '',
    render: remark,
  },
]

/** Whether what a subject of level three still costs follows from the rule. */
const isAuto = ({ level, estimate }: ReportRow): boolean =>
  level === 2 && (estimate?.mode ?? 'auto') === 'auto'
