import { CONTRACT_FIELDS, type Contract } from '@pianzhang/contract/contracts'
import { inYuan } from '@pianzhang/contract/money'
import { accountText } from '@pianzhang/contract/numbers'
import { memo, type ReactNode } from 'react'
import { AccountText } from '../../ui/AccountText.tsx'
import { count } from '../../ui/count.ts'
import { IconEye } from '../../ui/icons.tsx'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import type { Removal } from '../../ui/list/selection/useRemoval.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  moneyColumn,
  NOTHING,
  numberColumn,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import { ContractNumber } from '../contract-picker/ContractLink.tsx'
import { isIncome } from '../contract-picker/selects.ts'
import { markedBy, type PayeeParts, payeeColumns } from '../payees/picker/useParts.ts'
import { actionsOf, type ContractActions, supplementOf } from './actions.ts'
import { contracts } from './api.ts'
import styles from './contracts.module.css'
import { MoneyLink, type Readable } from './MoneyLink.tsx'
import { signedWords } from './sums.ts'
import { mayReveal, type Revealed } from './useRevealed.ts'

export const nameOf = (row: Contract): string => `${row.out_code} ${row.customer}`

export const REMOVAL: Removal<Contract> = {
  ...amountRemoval(contracts, nameOf, (row) => row.amount_yuan),
  nameMany: (rows) => `共 ${count(rows.length)} 条，${signedWords(rows)}`,
}

interface Props {
  row: Contract
  /** Name of the number, for the name of its button: 证件号码, 收款账号. */
  label: string
  /** Text of the cell. */
  textOf: (row: Contract) => string
  /** How the text is shown, if not as it is. */
  children?: (row: Contract) => ReactNode
  revealed: Revealed
}

/** A cell with a masked number. The button that reveals it is visible in the row that has the pointer or the focus. */
function RowNumber({ row, label, textOf, revealed: { reveal, shown }, children }: Props) {
  const current = shown(row)
  const text = textOf(current)
  return (
    <span className={styles.number}>
      <span className="num" title={text}>
        {children ? children(current) : text}
      </span>
      {text.includes('*') && mayReveal(current) && (
        <button
          type="button"
          className={styles.eye}
          title={`查看完整${label}`}
          aria-label={`查看完整${label} ${row.out_code}`}
          onClick={() => void reveal(row)}
        >
          <IconEye size={16} />
        </button>
      )}
    </span>
  )
}

/** Bank and holder of the account, without what is missing. */
const holderOf = (row: Contract): string =>
  [row.income_bank_name, row.income_bankcard_username].filter((part) => part !== '').join('-')

/** 账号-开户行-户名, without what is missing. */
export const accountOf = (row: Contract): string =>
  [accountText(row.income_bankcard_account), holderOf(row)].filter((part) => part !== '').join('-')

const Account = ({ row }: { row: Contract }) => (
  <>
    <AccountText number={row.income_bankcard_account} />
    {row.income_bankcard_account && holderOf(row) && '-'}
    {holderOf(row)}
  </>
)

const idNumberOf = (row: Contract): string => row.id_number

/**
 * Amounts come before the supplement and the masked numbers, so that a window of 1,440 px shows them without scrolling sideways. A
 * vertical scrollbar takes its width from the customer's column (`fitColumns`).
 * `actions`: whether the person may act on rows. `payees`: what a feature adds.
 */
export const contractColumns = (
  on: ContractActions,
  revealed: Revealed,
  readable: Readable,
  actions: boolean,
  payees?: PayeeParts,
): DataColumn<Contract>[] => [
  {
    key: 'out_code',
    title: CONTRACT_FIELDS.out_code,
    width: 136,
    fixed: 'start',
    text: (row) => row.out_code,
    unbroken: true,
    render: (row) => <ContractNumber contract={row} />,
  },
  markedBy(
    payees,
    textColumn('customer', CONTRACT_FIELDS.customer, (row: Contract) => row.customer, { width: 108 }),
  ),
  numberColumn('sign_at', CONTRACT_FIELDS.sign_at, (row) => row.sign_at, { width: 100, sortable: true }),
  textColumn('category', CONTRACT_FIELDS.category, (row) => row.category.category_i18n, { width: 88 }),
  moneyColumn('amount', inYuan(CONTRACT_FIELDS.amount), (row) => row.amount_yuan, {
    sortable: true,
    essential: true,
  }),
  {
    ...moneyColumn<Contract>('pay_amount', '已付金额（元）', (row) => row.pay_amount_yuan, {
      sortable: true,
    }),
    render: (row) => (
      <MoneyLink contract={row} readable={readable} amount={row.pay_amount_yuan}>
        <MoneyText amount={row.pay_amount_yuan} />
      </MoneyLink>
    ),
  },
  moneyColumn('unpay_amount', '未付金额（元）', (row) => row.unpay_amount_yuan, { sortable: true }),
  {
    key: 'supplement',
    title: '补充协议',
    width: 148,
    text: (row) => supplementOf(row)?.out_code ?? '',
    unbroken: true,
    render: (row) => {
      const supplement = supplementOf(row)
      return supplement ? <ContractNumber contract={supplement} /> : NOTHING
    },
  },
  {
    key: 'id_number',
    title: CONTRACT_FIELDS.id_number,
    width: 192,
    text: idNumberOf,
    unbroken: true,
    render: (row) => (
      <RowNumber row={row} label={CONTRACT_FIELDS.id_number} textOf={idNumberOf} revealed={revealed} />
    ),
  },
  {
    key: 'account',
    title: '收款账户',
    width: 240,
    text: accountOf,
    render: (row) => (
      <RowNumber
        row={row}
        label={CONTRACT_FIELDS.income_bankcard_account}
        textOf={accountOf}
        revealed={revealed}
      >
        {(shown) => <Account row={shown} />}
      </RowNumber>
    ),
  },
  textColumn('remark', CONTRACT_FIELDS.remark, (row) => row.remark),
  ...payeeColumns<Contract>(payees),
  ...(actions ? [actionsColumn(200, nameOf, (row) => actionsOf(row, on))] : []),
]

interface CardProps {
  row: Contract
  on: ContractActions & { onDetail: (contract: Contract) => void }
}

/** A contract as a card on phones: party and amount first, then what is unpaid, then the rest. */
export const Card = memo(function Card({ row, on }: CardProps) {
  const [paid, unpaid] = isIncome(row) ? ['已收', '未收'] : ['已付', '未付']
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.customer}
      amount={row.amount_yuan}
      text={
        <span className={styles.sides}>
          <span>
            {paid} <MoneyText amount={row.pay_amount_yuan} tip={false} />，
          </span>
          <span>
            {unpaid} <MoneyText amount={row.unpay_amount_yuan} tip={false} />
          </span>
        </span>
      }
      meta={[row.sign_at ?? '未填签约时间', row.category.category_i18n, { shrinking: row.out_code }]}
      actions={[{ label: '详情', onClick: () => on.onDetail(row) }, ...actionsOf(row, on)]}
      onOpen={() => on.onDetail(row)}
    />
  )
})
