import { capitals, fenOf, formatYuan, yuan } from '@pianzhang/contract/money'
import type { PayeeUsage } from '@pianzhang/contract/payees'
import { Link } from '@tanstack/react-router'
import { AccountText } from '../../../ui/AccountText.tsx'
import { count } from '../../../ui/count.ts'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { formatMinute } from '../../../ui/time.ts'
import styles from './detail.module.css'
import { Section } from './Section.tsx'

const SHOWN = 8

/** The history of a payee's account, its payments of a year and its contracts. */
export function Usage({ usage, onYear }: { usage: PayeeUsage; onYear: (year: number) => void }) {
  return (
    <>
      <Changes changes={usage.changes} />
      {usage.payments && <Payments usage={usage} payments={usage.payments} onYear={onYear} />}
      {usage.contracts && usage.contracts.count > 0 && <Contracts contracts={usage.contracts} />}
    </>
  )
}

function Changes({ changes }: Pick<PayeeUsage, 'changes'>) {
  if (changes.length === 0) return null
  const text = (field: string, value: string) =>
    value === '' ? '-' : field === 'account' ? <AccountText number={value} /> : value
  return (
    <Section title="账号修改记录">
      <MiniTable
        label="账号修改记录"
        titles={['时间', '修改人', '项目', '修改前', '修改后']}
        cards
        className={styles.table}
      >
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity, and do not move
          <tr key={index} className={change.recent ? styles.recent : undefined}>
            <th scope="row" className="num">
              {formatMinute(change.changed_at)}
            </th>
            <td>{change.user_name}</td>
            <td>
              {change.field_i18n}
              {change.merged_name !== null && (
                <div className={styles.project}>已并入的 {change.merged_name}</div>
              )}
            </td>
            <td className="faint" data-title="修改前">
              {text(change.field, change.before)}
            </td>
            <td data-title="修改后">{text(change.field, change.after)}</td>
          </tr>
        ))}
      </MiniTable>
    </Section>
  )
}

interface PaymentsProps {
  usage: PayeeUsage
  payments: NonNullable<PayeeUsage['payments']>
  onYear: (year: number) => void
}

function Payments({ usage: { year, years }, payments, onYear }: PaymentsProps) {
  const shown = payments.items.slice(0, SHOWN)
  const rest = payments.count - shown.length
  const restAmount =
    fenOf(payments.total_yuan) - shown.reduce((sum, { amount_yuan }) => sum + fenOf(amount_yuan), 0n)
  const several = new Set(shown.map(({ project }) => project.code)).size > 1
  return (
    <Section
      title={<span className="num">{year}年付款</span>}
      number={`${count(payments.count)} 笔`}
      total={
        <>
          <span>{capitals(payments.total_yuan)}</span>
          <b className="num">{formatYuan(payments.total_yuan)}</b>
        </>
      }
    >
      {payments.count === 0 ? (
        <p className="faint">当年没有付款</p>
      ) : (
        <MiniTable
          label={`${year}年付款`}
          titles={['付款编号', '付款时间', '摘要']}
          ends={['付款金额（元）']}
          cards
          className={styles.table}
          foot={
            rest > 0 && (
              <tr>
                <td colSpan={3}>其余 {count(rest)} 笔</td>
                <MoneyCell amount={yuan(restAmount)} />
              </tr>
            )
          }
        >
          {shown.map((item) => (
            <tr key={`${item.project.code} ${item.code}`}>
              <th scope="row" className="num">
                <Link
                  to="/implement/cost"
                  search={{ project: item.project.code, activeName: 'second', codes: [item.code] } as never}
                  target="_blank"
                  rel="noopener"
                >
                  {item.code}
                </Link>
              </th>
              <td className="num">{item.pay_at}</td>
              <td className={styles.second}>
                {item.summary}
                {several && <div className={styles.project}>{item.project.name}</div>}
              </td>
              <MoneyCell amount={item.amount_yuan} />
            </tr>
          ))}
        </MiniTable>
      )}
      {years.some((one) => one.year !== year) && (
        <p className={`num ${styles.years}`}>
          {years
            .filter((one) => one.year !== year)
            .map((one) => (
              <button key={one.year} type="button" onClick={() => onYear(one.year)}>
                {one.year}年 {count(one.count)} 笔，{formatYuan(one.total_yuan)} 元
              </button>
            ))}
        </p>
      )}
    </Section>
  )
}

function Contracts({ contracts }: { contracts: NonNullable<PayeeUsage['contracts']> }) {
  return (
    <Section title="合同" number={`${count(contracts.count)} 份`}>
      <MiniTable
        label="合同"
        titles={['合同编号', '合同主体', '项目']}
        ends={['合同总额（元）']}
        cards
        className={styles.table}
      >
        {contracts.items.map((item) => (
          <tr key={`${item.project.code} ${item.code}`}>
            <th scope="row" className="num">
              <Link
                to="/contract/detail"
                search={{ project: item.project.code, code: item.code } as never}
                target="_blank"
                rel="noopener"
              >
                {item.out_code}
              </Link>
            </th>
            <td className={styles.second}>{item.customer}</td>
            <td className={styles.second}>{item.project.name}</td>
            <MoneyCell amount={item.amount_yuan} />
          </tr>
        ))}
      </MiniTable>
    </Section>
  )
}
