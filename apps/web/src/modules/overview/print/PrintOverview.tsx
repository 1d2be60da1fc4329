import { fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import { useQueries } from '@tanstack/react-query'
import { useProfile } from '../../../platform/session/session.ts'
import {
  type Amounts,
  type CompareRest,
  type Comparison,
  firstOf,
  isOver,
  sumOf,
  usedShare,
} from '../../../ui/chart/compare/comparison.ts'
import { count } from '../../../ui/count.ts'
import { PaperFoot } from '../../../ui/page/print/PaperFoot.tsx'
import { PrintJob } from '../../../ui/page/print/PrintJob.tsx'
import { useFresh } from '../../../ui/page/useFresh.ts'
import { amountsQuery, contractsQuery, costsQuery, investorsQuery, paidOf, paidQuery } from '../api.ts'
import { boxesOf, overspent, shareOf } from '../figures/boxes.ts'
import { EXECUTED, PAID } from '../words.ts'
import { fit, type Listed, nameOf } from './fit.ts'
import styles from './print.module.css'

/** The overview on one A4 page, with amounts to the fen: all subjects of level one, the largest investors and contracts. */
export default function PrintOverview({ onClose }: { onClose: () => void }) {
  const { company, current_project: project } = useProfile()
  const fresh = useFresh(
    useQueries({ queries: [amountsQuery, contractsQuery, costsQuery({}), investorsQuery, paidQuery(1)] }),
    onClose,
  )
  if (!fresh) return null
  const [sums, contracts, costs, investors, paid] = fresh
  const boxes = boxesOf(sums, contracts)
  const allPaid = paidOf(contracts)
  const { rows: subjectRows, rest: noSubjects } = costs
  const { rows: investorRows, rest: moreInvestors } = investors
  const { rows: contractRows, total: contractCount } = paid
  const sumOfSubjects = sumOf(subjectRows)
  const sumOfInvestors = sumOf([...investorRows, ...(moreInvestors ? [moreInvestors] : [])])
  const {
    subjects,
    investors: promised,
    contracts: signed,
    stacked,
  } = fit(
    [company.name, project?.name ?? ''],
    (most) => ({ ...firstOf(subjectRows, most, noSubjects), total: sumOfSubjects }),
    (most) => ({ ...firstOf(investorRows, most, moreInvestors), total: sumOfInvestors }),
    (most) => {
      const rows = contractRows.slice(0, most)
      return { rows, rest: restOf(rows, contractCount, allPaid), total: allPaid }
    },
  )
  return (
    <PrintJob title={`项目总览 ${project?.name ?? ''}`} onDone={onClose}>
      <header className={styles.head}>
        <p>{company.name}</p>
        <h1>项目总览</h1>
        <p className={styles.project}>项目：{project?.name}</p>
      </header>
      <table className={styles.table}>
        <tbody>
          {boxes.map((box) => {
            const { title, actual, base } = box
            return (
              <tr key={title} className={overspent(box) ? 'strong' : undefined}>
                <th scope="row">{title}</th>
                <td>{actual.words.map(({ text }) => text).join('及')}</td>
                <td className="amount">{formatYuan(actual.amount)}</td>
                <td>{base.words.map(({ text }) => text).join('及')}</td>
                <td className="amount">{formatYuan(base.amount)}</td>
                <td className="amount">{shareOf(box)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className={styles.note}>
        付款及备用金 = 付款 {formatYuan(sums.cost_execution_total_amount)} 元 + 未核销备用金{' '}
        {formatYuan(sums.imprest_open_amount)} 元
      </p>
      <Compared title="费用对比" warns kind="科目" words={EXECUTED} {...subjects} />
      <div className={stacked ? undefined : styles.beside}>
        <Compared title="投资对比" kind="投资方" words={EXECUTED} {...promised} />
        <Compared title="合同付款对比" warns kind="合同" words={PAID} {...signed} />
      </div>
      <PaperFoot />
    </PrintJob>
  )
}

/** Count and amounts of the contracts not shown: the total without the sum of those shown. */
function restOf(rows: readonly Comparison[], total: number, all: Amounts): CompareRest | null {
  if (total <= rows.length) return null
  const shown = sumOf(rows)
  const without = (whole: string, part: string) => yuan(fenOf(whole) - fenOf(part))
  return {
    quantity: total - rows.length,
    budget: without(all.budget, shown.budget),
    executed: without(all.executed, shown.executed),
  }
}

interface ComparedProps extends Listed {
  title: string
  warns?: boolean
  kind: string
  words: { executed: string; budget: string; none: string }
}

function Compared({ title, warns = false, kind, words, rows, rest, total }: ComparedProps) {
  return (
    <table className={styles.table}>
      <caption>{title}（元）</caption>
      <colgroup>
        <col />
        <col className={styles.amount} />
        <col className={styles.amount} />
        <col className={styles.share} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{kind}</th>
          <th scope="col" className="amount">
            {words.executed}
          </th>
          <th scope="col" className="amount">
            {words.budget}
          </th>
          <th scope="col" className="amount">
            占比
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row {...row} key={row.key} name={nameOf(row)} none={words.none} bold={warns && isOver(row)} />
        ))}
        {rest && <Row {...rest} none={words.none} name={`其他 ${count(rest.quantity)} 个${kind}`} />}
        <Row {...total} none={words.none} name="合计" bold />
      </tbody>
    </table>
  )
}

/** Overspent is bold, as paper may have no colours. */
const Row = ({ name, none, bold, ...amounts }: Amounts & { name: string; none: string; bold?: boolean }) => (
  <tr className={bold ? 'strong' : undefined}>
    <td>
      <span className={styles.name}>{name}</span>
    </td>
    <td className="amount">{formatYuan(amounts.executed)}</td>
    <td className="amount">{formatYuan(amounts.budget)}</td>
    <td className="amount">{usedShare(amounts, none)}</td>
  </tr>
)
