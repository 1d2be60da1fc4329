import type { Contract, ContractRelated } from '@pianzhang/contract/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { count } from '../../../ui/count.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { isIncome } from '../../contract-picker/selects.ts'
import { MoneyLink, type Readable } from '../MoneyLink.tsx'
import styles from './detail.module.css'

/** A payment, a receipt or a petty cash detail as a row. */
interface Movement {
  key: string
  day: string
  party: string
  text: string
  amount: string
  /** URL parameters of the list that lead to the record. */
  search: Record<string, string>
}

/** The last payments or receipts that name the contract; undefined: this person may not read them. */
export function movementsOf(contract: Contract, related: ContractRelated) {
  const { payments, receipts } = related
  if (isIncome(contract))
    return (
      receipts && {
        total: receipts.count,
        titles: ['收款时间', '投资方', '说明', '收款金额（元）'],
        items: receipts.items.map(
          (one): Movement => ({
            key: one.code,
            day: one.investment_at,
            party: one.investor,
            text: one.desc,
            amount: one.amount_yuan,
            search: { start_investment_at: one.investment_at, end_investment_at: one.investment_at },
          }),
        ),
      }
    )
  return (
    payments && {
      total: payments.count,
      titles: ['付款时间', '付款方', '摘要', '付款金额（元）'],
      items: payments.items.map(
        (one): Movement => ({
          key: one.code,
          day: one.pay_at,
          party: one.payer,
          text: one.summary,
          amount: one.amount_yuan,
          search: { keywords: one.code },
        }),
      ),
    }
  )
}

interface Props {
  contract: Contract
  readable: Readable
  related: UseQueryResult<ContractRelated>
}

/** 最近付款 or 最近收款; each row leads to its record. */
export function Movements({ contract, readable, related }: Props) {
  const { data } = related
  const income = isIncome(contract)
  if (!readable[income ? 'in' : 'out']) return null
  const title = income ? '最近收款' : '最近付款'
  const found = data && movementsOf(contract, data)
  const link = (search: Record<string, string>, text: ReactNode) => (
    <MoneyLink contract={contract} readable={readable} search={search}>
      {text}
    </MoneyLink>
  )
  return (
    <Panel title={title} head={found && found.total > 0 && link({}, `查看全部 ${count(found.total)} 条`)}>
      {found ? (
        found.items.length === 0 ? (
          <p className="faint">{income ? '暂无收款' : '暂无付款'}</p>
        ) : (
          <MovementTable
            label={title}
            titles={[...(income ? [] : ['付款编号']), ...found.titles]}
            items={found.items}
            numbered={!income}
            link={link}
          />
        )
      ) : (
        <NotLoaded of={related} lines={3} />
      )}
    </Panel>
  )
}

interface TableProps {
  label: string
  titles: readonly string[]
  items: readonly Movement[]
  /** Whether records have a number, which then is the link to the record; otherwise the day is the link. */
  numbered: boolean
  link: (search: Record<string, string>, text: ReactNode) => ReactNode
}

export const MovementTable = ({ label, titles, items, numbered, link }: TableProps) => (
  <MiniTable
    label={label}
    titles={titles.slice(0, -1)}
    ends={titles.slice(-1)}
    cards
    className={styles.table}
  >
    {items.map(({ key, day, party, text, amount, search }) => (
      <tr key={key}>
        {numbered && <td className={`num ${styles.number}`}>{link(search, key)}</td>}
        <td className={`num ${styles.day}`}>{numbered ? day : link(search, day)}</td>
        <td className={styles.party}>{party}</td>
        <td className={styles.text}>{text}</td>
        <MoneyCell amount={amount} className={styles.amount} />
      </tr>
    ))}
  </MiniTable>
)
