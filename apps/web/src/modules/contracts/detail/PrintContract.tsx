import type { Contract } from '@pianzhang/contract/contracts'
import { capitals, formatYuan } from '@pianzhang/contract/money'
import { accountText } from '@pianzhang/contract/numbers'
import { useQueries } from '@tanstack/react-query'
import { useProfile } from '../../../platform/session/session.ts'
import { count } from '../../../ui/count.ts'
import { PaperFoot } from '../../../ui/page/print/PaperFoot.tsx'
import { PrintJob } from '../../../ui/page/print/PrintJob.tsx'
import { useFresh } from '../../../ui/page/useFresh.ts'
import { amountsOf, TOGETHER } from '../../contract-picker/contractFigures.ts'
import { isIncome } from '../../contract-picker/selects.ts'
import { moneyWords } from './Amounts.tsx'
import { contractQuery, relatedQuery } from './api.ts'
import { movementsOf } from './Movements.tsx'
import styles from './print.module.css'

interface Props {
  code: string
  /** The contract as it is on the page: with full numbers if they are shown there. */
  shownOf: (contract: Contract) => Contract
  onClose: () => void
}

/** The contract on A4: fields, amounts signed, paid and left, the last payments or receipts. */
export default function PrintContract({ code, shownOf, onClose }: Props) {
  const { company, current_project: project } = useProfile()
  const fresh = useFresh(useQueries({ queries: [contractQuery(code), relatedQuery(code)] }), onClose)
  if (!fresh) return null
  const contract = shownOf(fresh[0])
  const found = movementsOf(contract, fresh[1])
  const words = moneyWords(contract)
  const together = contract.with_supplement
  const amounts = [
    ['合同总额（元）', contract.amount_yuan],
    [words.paid, contract.pay_amount_yuan],
    [words.unpaid, contract.unpay_amount_yuan],
    ...(together ? amountsOf({ ...together, category: contract.category }) : []).map(
      ([name, amount]) => [`${TOGETHER}${name}（元）`, amount] as const,
    ),
  ] as const
  const supplement = contract.supplemented_contract ?? contract.supplements_contracts[0]
  return (
    <PrintJob title={`合同 ${contract.out_code}`} onDone={onClose}>
      <header className={styles.head}>
        <p>{company.name}</p>
        <h1>合同付款情况</h1>
        <p className={styles.project}>项目：{project?.name}</p>
      </header>
      <table className={styles.fields}>
        <tbody>
          <Pair names={['合同编号', '合同主体']} values={[contract.out_code, contract.customer]} />
          <Pair
            names={['合同类型', '签约时间']}
            values={[contract.category.category_i18n, contract.sign_at ?? '']}
          />
          <Pair
            names={['证件号码', contract.supplemented_contract ? '主合同' : '补充协议']}
            values={[contract.id_number, supplement?.out_code ?? '']}
          />
          <Pair
            names={['收款户名', '收款账号']}
            values={[contract.income_bankcard_username, accountText(contract.income_bankcard_account)]}
          />
          <tr>
            <th scope="row">收款开户行</th>
            <td colSpan={3}>{contract.income_bank_name || '-'}</td>
          </tr>
          <tr>
            <th scope="row">备注</th>
            <td colSpan={3}>{contract.remark || '-'}</td>
          </tr>
        </tbody>
      </table>
      <table className={styles.more}>
        <tbody>
          {amounts.map(([title, amount]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{capitals(amount)}</td>
              <td className="amount">{formatYuan(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found && found.items.length > 0 && (
        <>
          <p className={styles.caption}>
            {isIncome(contract) ? '收款' : '付款'}（共 {count(found.total)} 条
            {found.total > found.items.length && `，列出最近 ${found.items.length} 条`}）
          </p>
          <table className={styles.more}>
            <thead>
              <tr>
                {!isIncome(contract) && <th scope="col">付款编号</th>}
                {found.titles.map((title) => (
                  <th key={title} scope="col" className={title.endsWith('（元）') ? 'amount' : undefined}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.items.map(({ key, day, party, text, amount }) => (
                <tr key={key}>
                  {!isIncome(contract) && <td>{key}</td>}
                  <td className={styles.day}>{day}</td>
                  <td>{party}</td>
                  <td>{text}</td>
                  <td className="amount">{formatYuan(amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <PaperFoot />
    </PrintJob>
  )
}

const Pair = ({ names, values }: { names: [string, string]; values: [string, string] }) => (
  <tr>
    <th scope="row">{names[0]}</th>
    <td>{values[0] || '-'}</td>
    <th scope="row">{names[1]}</th>
    <td>{values[1] || '-'}</td>
  </tr>
)
