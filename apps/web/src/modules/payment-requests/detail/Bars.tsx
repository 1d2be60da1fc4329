import { abs } from '@pianzhang/contract/decimal'
import { fenOf, formatYuan } from '@pianzhang/contract/money'
import type { ContractLook, SubjectLook } from '@pianzhang/contract/payment-requests'
import type { CSSProperties, ReactNode } from 'react'
import { ContractLink } from '../../contract-picker/ContractLink.tsx'
import { contractBar, type SubjectBar, subjectBars } from './bars.ts'
import styles from './detail.module.css'

const width = (percent: number): CSSProperties => ({ width: `${percent}%` })

/** What the payment does to the budget of a subject: B, T and C before and after, on one scale. */
export function Subject({ look }: { look: SubjectLook }) {
  const { before, after, mark } = subjectBars(look)
  return (
    <section className={styles.section}>
      <Head title={`${look.out_code} ${look.name}`} name="现行预算" amount={look.budget_yuan} />
      <Line name="付款前" bar={before} mark={mark} />
      <Line name="付款后" bar={after} mark={mark} />
      <p className={`num ${styles.legend}`}>
        <span>
          <i className={styles.spent} />
          累计发生 <Move from={look.spent_yuan} to={look.spent_after_yuan} />
        </span>
        <span>
          <i className={styles.committed} />
          合同未付 <Move from={look.committed_yuan} to={look.committed_after_yuan} />
        </span>
      </p>
    </section>
  )
}

const Head = ({ title, name, amount }: { title: ReactNode; name: string; amount: string }) => (
  <h2 className={styles.head}>
    <span>{title}</span>
    <small className="num">
      {name} {formatYuan(amount)}
    </small>
  </h2>
)

function Line({ name, bar, mark }: { name: string; bar: SubjectBar; mark: number }) {
  const left = fenOf(bar.left)
  return (
    <>
      <p className={styles.figure}>
        <span>{name}</span>
        <Left amount={left} words={['剩余', '超出']} />
      </p>
      <div className={styles.bar} aria-hidden="true">
        <i className={styles.spent} style={width(bar.spent)} />
        <i className={styles.committed} style={width(bar.committed)} />
        <i className={styles.over} style={width(bar.over)} />
        <b className={styles.mark} style={{ insetInlineStart: `${mark}%` }} />
      </div>
    </>
  )
}

const Left = ({ amount, words: [left, over] }: { amount: bigint; words: [string, string] }) =>
  amount < 0n ? (
    <span className={`num ${styles.minus}`}>
      {over} {formatYuan(abs(amount))}
    </span>
  ) : (
    <span className="num">
      {left} {formatYuan(amount)}
    </span>
  )

const Move = ({ from, to }: { from: string; to: string }) =>
  fenOf(from) === fenOf(to) ? formatYuan(from) : `${formatYuan(from)} → ${formatYuan(to)}`

/** What of a contract was paid before, is paid now, and is left. `payee`: who is named above already. */
export function Contract({ look, payee }: { look: ContractLook; payee: string }) {
  const { paid, now, left } = contractBar(look)
  return (
    <section className={styles.section}>
      <Head
        title={
          <>
            <ContractLink contract={look} />
            {look.customer !== payee && <span className={styles.party}>{look.customer}</span>}
          </>
        }
        name="合同总额"
        amount={look.amount_yuan}
      />
      <p className={styles.figure}>
        <span>付款后</span>
        <span>
          <span className="num">已付 {formatYuan(look.paid_yuan)}，</span>
          <span className="num">本次 {formatYuan(look.now_yuan)}，</span>
          <Left amount={fenOf(left)} words={['未付', '超付']} />
        </span>
      </p>
      <div className={styles.bar} aria-hidden="true">
        <i className={styles.spent} style={width(paid)} />
        <i className={styles.now} style={width(now)} />
      </div>
    </section>
  )
}
