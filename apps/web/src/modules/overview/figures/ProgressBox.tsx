import { capitals, fenOf, formatYuan, short } from '@pianzhang/contract/money'
import { progress } from '@pianzhang/contract/progress'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { TextTip } from '../../../ui/popup/TextTip.tsx'
import { useMayOpen } from '../links.ts'
import styles from './boxes.module.css'
import { aboveOf, type Box, type Measure, overspent, shareOf } from './boxes.ts'

/** Width of a bar: the share, limited to 0–100 %. */
const lengthOf = (share: string): string => `${Math.min(100, Math.max(0, Number(share)))}%`

/** 预算现金流 and the like: a figure, its share of a base, and both as a bar. */
export function ProgressBox(box: Box) {
  const { title, actual, base, parts } = box
  const mayOpen = useMayOpen()
  const { first, second } = progress(fenOf(base.amount), fenOf(actual.amount))
  const share = shareOf(box)
  const above = aboveOf(box)
  const over = overspent(box)
  const [details] = [...actual.words, ...base.words].filter(({ target }) => mayOpen(target))
  return (
    <article className={`${styles.box} ${over ? styles.over : ''}`} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {details && (
          <Link {...details.target} aria-label={`查看详情：${title}`}>
            查看详情
          </Link>
        )}
      </header>
      <p className={styles.words}>
        <Words of={actual} />
        {above && <span className={styles.above}>超出 {short(above)}</span>}
      </p>
      <p className={styles.figure}>
        <Figure measure={actual} parts={parts} className={styles.amount} />
        <span className={`num ${styles.share}`}>{share}</span>
      </p>
      <div className={styles.bar} aria-hidden="true">
        <i className={styles.used} style={{ width: lengthOf(second) }} />
        {above && <i className={styles.end} style={{ left: lengthOf(first) }} />}
      </div>
      <p className={styles.base}>
        <span>
          <Words of={base} />
        </span>
        <Figure measure={base} />
      </p>
    </article>
  )
}

/** The words of a measure, each a link to its page for those who may open it. */
function Words({ of: { words } }: { of: Measure }) {
  const mayOpen = useMayOpen()
  return words.map(({ text, target }, index) => (
    <Fragment key={text}>
      {index > 0 && '及'}
      {mayOpen(target) ? (
        // Named 查看…, since the bare name of the page is the name of the menu's link.
        <Link {...target} aria-label={`查看${text}`}>
          {text}
        </Link>
      ) : (
        text
      )}
    </Fragment>
  ))
}

/** An amount in 万 or 亿. The tooltip shows the exact amount, its capitals and its parts. */
function Figure({
  measure: { words, amount },
  parts,
  className = '',
}: {
  measure: Measure
  parts?: Box['parts']
  className?: string | undefined
}) {
  const name = words.map(({ text }) => text).join('及')
  const exact = `${formatYuan(amount)} 元`
  const of = parts?.map((part) => `${part.text} ${formatYuan(part.amount)} 元`)
  return (
    <TextTip
      side="under"
      text={() => (
        <>
          <div className="num">{exact}</div>
          <div>{capitals(amount)}</div>
          {of?.map((line) => (
            <div key={line} className="num">
              {line}
            </div>
          ))}
        </>
      )}
    >
      <button
        type="button"
        className={`num ${styles.plain} ${className} ${amount.startsWith('-') ? styles.minus : ''}`}
        aria-label={[`${name} ${short(amount)}`, exact, ...(of ?? [])].join('，')}
      >
        {short(amount)}
      </button>
    </TextTip>
  )
}
