import { formatYuan } from '@pianzhang/contract/money'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import type { DataColumn } from '../../../ui/table/column.ts'
import { moneyColumn } from '../../../ui/table/columns/columns.tsx'
import { Expander } from '../../../ui/table/Expander.tsx'
import styles from './compare.module.css'
import type { CompareRow } from './tree.ts'

export const nameOf = ({ out_code, name }: CompareRow): string => `${out_code} ${name}`

/** A difference; none is grey. */
const Difference = ({ amount }: { amount: string }) =>
  amount === '0.00' ? <span className="num faint">0.00</span> : <MoneyText amount={amount} />

/** `a`, `b`: names of the two versions. */
export const compareColumns = (a: string, b: string): DataColumn<CompareRow>[] => [
  {
    key: 'subject',
    title: '科目',
    least: 280,
    // Paper shows the levels by ideographic spaces.
    text: (row) => `${'\u3000'.repeat(row.level)}${nameOf(row)}`,
    render: ({ out_code, name, level }) => (
      <>
        <span className={`num ${styles.number}`}>{out_code}</span>
        <span className={level === 0 ? 'strong' : undefined}>{name}</span>
      </>
    ),
  },
  moneyColumn('a', `${a}（元）`, ({ a_yuan }) => a_yuan, { width: 200 }),
  moneyColumn('b', `${b}（元）`, ({ b_yuan }) => b_yuan, { width: 200 }),
  {
    key: 'difference',
    title: '差异（元）',
    width: 164,
    align: 'right',
    text: ({ difference_yuan }) => formatYuan(difference_yuan),
    render: ({ difference_yuan }) => <Difference amount={difference_yuan} />,
  },
]

interface Props {
  row: CompareRow
  open: boolean
  onToggle: () => void
}

/** A subject of the comparison on phones. */
export const Card = ({ row, open, onToggle }: Props) => (
  <li className={styles.card} data-row-key={row.code} style={{ '--depth': row.level } as React.CSSProperties}>
    <Expander open={open} leaf={row.children.length === 0} label={nameOf(row)} onClick={onToggle} />
    <div>
      <p>
        <span className={row.level === 0 ? 'strong' : undefined}>{nameOf(row)}</span>
        <Difference amount={row.difference_yuan} />
      </p>
      <p className={styles.meta}>
        <MoneyText amount={row.a_yuan} tip={false} />
        <span aria-hidden="true">→</span>
        <MoneyText amount={row.b_yuan} tip={false} />
      </p>
    </div>
  </li>
)
