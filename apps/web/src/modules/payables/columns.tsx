import type { Payable } from '@pianzhang/contract/payables'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { Tag, type TagKind } from '../../ui/Tag.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import { moneyColumn, numberColumn } from '../../ui/table/columns/columns.tsx'
import { ContractLink } from '../contract-picker/ContractLink.tsx'
import type { PayeeParts } from '../payees/picker/useParts.ts'
import styles from './payables.module.css'
import type { RequestTags } from './requests/requestTags.tsx'
import { nameOf } from './words.ts'

const KINDS: Partial<Record<Payable['state'], TagKind>> = { overdue: 'red', today: 'amber' }

export const Status = ({ row: { state, status } }: { row: Pick<Payable, 'state' | 'status'> }) => (
  <Tag kind={KINDS[state]}>{status}</Tag>
)

const payeeOf = ({ payee_link }: Payable) => ({ payee: payee_link })

/** Whom to pay, and whom the contract is with where that is somebody else. */
const payeeColumn = (incoming: boolean): DataColumn<Payable> => ({
  key: 'payee',
  title: incoming ? '付款人' : '收款人',
  least: 104,
  text: ({ payee, customer }) => (payee === customer ? payee : `${payee}（${customer}）`),
  render: ({ payee, customer }) => (
    <>
      {payee}
      {payee !== customer && (
        <span className={styles.title} title={customer}>
          {customer}
        </span>
      )}
    </>
  ),
})

/**
 * `incoming`: of instalments that the project receives. `anyPaid`: whether one of them is partly paid; else there is no such column, which leaves room for names.
 * `payees`: undefined while the feature is off. `requests`: the marks of pending payment requests; undefined if no row has one.
 */
export const payableColumns = (
  incoming: boolean,
  anyPaid: boolean,
  payees?: PayeeParts,
  requests?: RequestTags,
): DataColumn<Payable>[] => [
  numberColumn('due_at', '到期日', ({ due_at }) => due_at, { width: 100 }),
  {
    key: 'status',
    title: '状态',
    width: 88,
    text: ({ status }) => status,
    unbroken: true,
    render: (row) => <Status row={row} />,
  },
  payees?.marked(payeeColumn(incoming), payeeOf, false) ?? payeeColumn(incoming),
  {
    key: 'contract',
    title: '合同编号、期次',
    width: requests ? 216 : 156,
    text: (row) => [row.contract.out_code, requests?.text(row), row.title].filter(Boolean).join(' '),
    render: (row) => (
      <>
        <ContractLink contract={row.contract} />
        {requests?.render(row)}
        <span className={styles.title} title={row.title}>
          {row.title}
        </span>
      </>
    ),
  },
  ...(anyPaid ? [moneyColumn('paid', incoming ? '已收（元）' : '已付（元）', paidOf, { width: 120 })] : []),
  moneyColumn('rest', incoming ? '待收金额（元）' : '待付金额（元）', ({ rest_yuan }) => rest_yuan, {
    width: 140,
    essential: true,
  }),
]

/** Null, which is shown as a dash, where nothing is paid. */
const paidOf = ({ paid_yuan }: Payable): string | null => (paid_yuan === '0.00' ? null : paid_yuan)

/** An instalment as a card on phones. `onPay`: opens the payment editor; undefined: not allowed. */
export const Card = memo(function Card({
  row,
  mark,
  request,
  onPay,
}: {
  row: Payable
  /** That the account of its payee has changed. */
  mark?: string | undefined
  /** That a request under way would pay it. */
  request?: string | undefined
  onPay: ((row: Payable) => void) | undefined
}) {
  const { due_at, state, status, title, contract } = row
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.payee}
      amount={row.rest_yuan}
      text={`${contract.out_code} ${title}`}
      meta={[
        ...(due_at ? [due_at] : []),
        state === 'overdue' ? { warning: status } : status,
        ...(mark ? [{ warning: mark }] : []),
        ...(request ? [request] : []),
        ...(row.paid_yuan === '0.00' ? [] : [{ label: '已付', amount: row.paid_yuan }]),
      ]}
      actions={onPay ? [{ label: '付款', onClick: () => onPay(row) }] : []}
      {...(onPay && { onOpen: () => onPay(row) })}
    />
  )
})
