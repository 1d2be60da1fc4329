import { accountText } from '@pianzhang/contract/numbers'
import { changedAccountMark } from '@pianzhang/contract/payee-link'
import { PAYEE_FIELDS, type Payee } from '@pianzhang/contract/payees'
import { memo } from 'react'
import { AccountText } from '../../ui/AccountText.tsx'
import { count } from '../../ui/count.ts'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { Removal } from '../../ui/list/selection/useRemoval.ts'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  editDelete,
  NOTHING,
  numberColumn,
  type RecordActions,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { payees } from './api.ts'
import columnStyles from './payees.module.css'
import { NamedPayee } from './picker/PayeeMark.tsx'

export const nameOf = (row: Payee): string => row.name

export const REMOVAL: Removal<Payee> = {
  nameOne: nameOf,
  nameMany: (rows) => `共 ${count(rows.length)} 个收款人`,
  removeOne: payees.removeOne,
  removeMany: payees.removeMany,
  changed: payees.changed,
}

interface PayeeActions extends RecordActions<Payee> {
  onMerge: ((row: Payee) => void) | undefined
}

export const actionsOf = (row: Payee, on: PayeeActions): RowAction[] => {
  const [first, ...rest] = editDelete(row, on)
  const { onMerge } = on
  return [
    { label: '详情', onClick: () => on.onDetail(row) },
    ...(first ? [first] : []),
    ...(onMerge ? [{ label: '合并', onClick: () => onMerge(row) }] : []),
    ...rest,
  ]
}

export const payeeColumns = (on: PayeeActions): DataColumn<Payee>[] => [
  {
    key: 'name',
    title: PAYEE_FIELDS.name,
    width: 260,
    fixed: 'start',
    text: nameOf,
    render: (row) => (
      <NamedPayee
        name={
          <button
            type="button"
            className={columnStyles.open}
            title={row.name}
            onClick={() => on.onDetail(row)}
          >
            {row.name}
          </button>
        }
        change={row.account_change}
        bare
      />
    ),
  },
  textColumn('kind', PAYEE_FIELDS.kind, (row) => row.kind_i18n, { width: 80 }),
  {
    key: 'account',
    title: PAYEE_FIELDS.account,
    width: 216,
    essential: true,
    text: (row) => accountText(row.account),
    unbroken: true,
    render: (row) => (row.account ? <AccountText number={row.account} /> : NOTHING),
  },
  textColumn('bank_name', PAYEE_FIELDS.bank_name, (row) => row.bank_name, { width: 208 }),
  textColumn('id_type', PAYEE_FIELDS.id_type, (row) => row.id_type_i18n, { width: 128 }),
  numberColumn('id_number', PAYEE_FIELDS.id_number, (row) => row.id_number, { width: 176 }),
  numberColumn('phone', PAYEE_FIELDS.phone, (row) => row.phone, { width: 128 }),
  textColumn('remark', PAYEE_FIELDS.remark, (row) => row.remark, { least: 120 }),
  actionsColumn(184, nameOf, (row) => actionsOf(row, on)),
]

/** A payee as a card on phones: name first, then bank and account. */
export const Card = memo(function Card({ row, on }: { row: Payee; on: PayeeActions }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={row.name}
      title={row.name}
      text={[row.bank_name, accountText(row.account) || '无收款账号'].filter(Boolean).join(' ')}
      meta={[
        row.kind_i18n,
        ...(row.account_change ? [{ warning: changedAccountMark(row.account_change) }] : []),
        ...(row.remark ? [{ shrinking: row.remark }] : []),
      ]}
      actions={actionsOf(row, on)}
      onOpen={() => on.onDetail(row)}
    />
  )
})
