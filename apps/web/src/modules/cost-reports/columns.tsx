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

type Cell = (row: ReportRow) => ReactNode
interface Options {
  /** All rows, by which the columns get their widths. */
  rows: readonly ReportRow[]
  /** Whether the period has a beginning; without one it is all cost to date. */
  compare: boolean
  /** What cells of these columns show instead of an amount; undefined: the amount. */
  cell?: (row: ReportRow, field: 'etc' | 'efc') => ReactNode | undefined
  remark: Cell
  remarkTitle?: string
  sortable?: boolean
}

const amount = (
  key: string,
  title: string,
  rows: readonly ReportRow[],
  of: (row: ReportRow) => string | null,
  render: Cell = (row) => <Figure amount={of(row)} />,
): DataColumn<ReportRow> => ({
  key,
  title,
  width: amountWidth(rows.map(of)),
  align: 'right',
  text: (row) => (of(row) === null ? '-' : formatYuan(of(row) ?? '')),
  render,
})

/** 科目, 原始预算, 现行预算, 本期发生, 累计发生, 合同未付, 审批中, 预计尚需, 预计总成本, 差异, 说明. */
export const reportColumns = ({
  rows,
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
        <span className={level === 0 ? styles.strong : undefined}>{name}</span>
      </span>
    ),
  },
  // Without a locked version of the budget there is none.
  ...(rows.some(({ original_yuan }) => original_yuan !== null)
    ? [amount('original', '原始预算', rows, ({ original_yuan }) => original_yuan)]
    : []),
  amount('budget', '现行预算', rows, ({ budget_yuan }) => budget_yuan),
  ...(compare ? [amount('period', '本期发生', rows, ({ period_yuan }) => period_yuan)] : []),
  amount('spent', '累计发生', rows, ({ spent_yuan }) => spent_yuan),
  amount('committed', '合同未付', rows, ({ committed_yuan }) => committed_yuan),
  ...(rows.some(({ pending_yuan }) => pending_yuan !== undefined)
    ? [
        {
          ...amount('pending', '审批中', rows, ({ pending_yuan = null }) => pending_yuan),
          // The panel has the total; with one amount more the remarks are out of sight.
          beginsHidden: true as const,
        },
      ]
    : []),
  amount(
    'etc',
    '预计尚需',
    rows,
    ({ etc_yuan }) => etc_yuan,
    (row) => cell?.(row, 'etc') ?? <Figure amount={row.etc_yuan} auto={isAuto(row)} />,
  ),
  amount(
    'efc',
    '预计总成本',
    rows,
    ({ efc_yuan }) => efc_yuan,
    (row) => cell?.(row, 'efc') ?? <Figure amount={row.efc_yuan} />,
  ),
  {
    ...amount(
      'variance',
      '差异',
      rows,
      ({ variance_yuan }) => variance_yuan,
      (row) => <Figure amount={row.variance_yuan} isVariance />,
    ),
    sortable,
  },
  {
    key: 'remark',
    title: remarkTitle,
    least: 104,
    text: (row) => row.estimate?.remark ?? '',
    render: remark,
  },
]

/** Whether what a subject of level three still costs follows from the rule. */
export const isAuto = ({ level, estimate }: ReportRow): boolean =>
  level === 2 && (estimate?.mode ?? 'auto') === 'auto'
