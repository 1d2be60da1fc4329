import type { CostReportRow, CostReportSums } from '@pianzhang/contract/cost-report'
import { formatYuan } from '@pianzhang/contract/money'
import { createContext, use } from 'react'
import { useProfile } from '../../../platform/session/session.ts'
import { PaperFoot } from '../../../ui/page/print/PaperFoot.tsx'
import { PrintJob } from '../../../ui/page/print/PrintJob.tsx'
import { isOver } from '../figures.ts'
import { movedText } from '../moved.ts'
import styles from './sheets.module.css'

interface Props {
  /** The suggested name of a PDF. */
  title: string
  asOf: string
  /** From when on the period counts, or who issued the report. */
  since: string
  /** Subjects of all levels, parents first. */
  rows: readonly CostReportRow[]
  unallocated: CostReportSums
  total: CostReportSums
  /** Below the totals. */
  note?: string | undefined
  onClose: () => void
}

/** A4 landscape: the subjects of level one and the totals on the first page, then each of them with what is below it. */
export function Sheets({ title, asOf, since, rows, unallocated, total, note, onClose }: Props) {
  const { company, current_project: project } = useProfile()
  const tops = rows.filter(({ level }) => level === 0)
  const head = (
    <>
      <p>{company.name}</p>
      <h1>成本报表</h1>
      <p className={styles.facts}>
        <span>项目：{project?.name}</span>
        <span>{since}</span>
        <span>截至日：{asOf}　单位：元</span>
      </p>
    </>
  )
  return (
    <Locked value={total.original_yuan !== null}>
      <PrintJob title={`${title} ${project?.name ?? ''}`} landscape onDone={onClose}>
        <header className={styles.head}>{head}</header>
        <Table>
          {tops.map((row) => (
            <Row key={row.code} row={row} name={nameOf(row)} />
          ))}
          <Row row={unallocated} name="未分摊合同" />
          <Row row={total} name="合计" bold />
        </Table>
        {note && <p className={styles.note}>{note}</p>}
        <PaperFoot until={asOf} />
        <section className={styles.detail}>
          <h2>各科目明细</h2>
          {tops.map((top) => (
            <Table key={top.code} caption={nameOf(top)}>
              {familyOf(top, rows).map((row) => (
                <Row
                  key={row.code}
                  row={row}
                  name={nameOf(row)}
                  level={row.level}
                  bold={row.level === 0}
                  remark={[row.estimate?.remark, movedText(row)].filter(Boolean).join('；')}
                />
              ))}
            </Table>
          ))}
        </section>
      </PrintJob>
    </Locked>
  )
}

const nameOf = ({ out_code, name }: CostReportRow): string => `${out_code} ${name}`

/** A subject of level one and all below it, in the order of numbers. */
function familyOf(top: CostReportRow, rows: readonly CostReportRow[]): CostReportRow[] {
  const below = (code: string): CostReportRow[] =>
    rows
      .filter((row) => row.level > 0 && row.parent_code === code)
      .toSorted((one, other) => (one.out_code < other.out_code ? -1 : 1))
      .flatMap((row) => [row, ...below(row.code)])
  return [top, ...below(top.code)]
}

const ORIGINAL = '原始预算'
const HEADS = [ORIGINAL, '现行预算', '本期发生', '累计发生', '合同未付', '预计尚需', '预计总成本', '差异']
/** Without a locked version of the budget there is no original one. */
const Locked = createContext(false)

function Table({ caption, children }: { caption?: string; children: React.ReactNode }) {
  const locked = use(Locked)
  return (
    <table className={styles.table}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">科目</th>
          {HEADS.filter((head) => locked || head !== ORIGINAL).map((head) => (
            <th key={head} scope="col" className="amount">
              {head}
            </th>
          ))}
          <th scope="col">说明</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface RowProps {
  row: CostReportSums
  name: string
  level?: number
  bold?: boolean
  remark?: string
}

/** An overrun is bold, as paper may have no colours. */
function Row({ row, name, level = 0, bold = false, remark = '' }: RowProps) {
  const { original_yuan, budget_yuan, period_yuan, spent_yuan, committed_yuan, etc_yuan, efc_yuan } = row
  const locked = use(Locked)
  const amounts = [
    ...(locked ? [['original', original_yuan] as const] : []),
    ['budget', budget_yuan],
    ['period', period_yuan],
    ['spent', spent_yuan],
    ['committed', committed_yuan],
    ['etc', etc_yuan],
    ['efc', efc_yuan],
  ] as const
  return (
    <tr className={bold ? 'strong' : undefined}>
      <td style={{ paddingInlineStart: `${1.6 + level * 3}mm` }}>{name}</td>
      {amounts.map(([key, amount]) => (
        <td key={key} className="amount">
          {amount === null ? '-' : formatYuan(amount)}
        </td>
      ))}
      <td className={`amount ${isOver(row) ? 'strong' : ''}`}>{formatYuan(row.variance_yuan)}</td>
      <td>{remark}</td>
    </tr>
  )
}
