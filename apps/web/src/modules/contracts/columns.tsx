import type { Contract } from '@pianzhang/contract/contracts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { RowActions } from '../../ui/table/RowActions.tsx'
import { actionsOf, type ContractActions, supplementOf } from './actions.ts'
import { MoneyLink, type Readable } from './MoneyLink.tsx'
import { ContractNumber } from './picker/ContractLink.tsx'
import { RowNumber } from './RowNumber.tsx'
import { nameOf } from './removal.ts'
import type { Revealed } from './useRevealed.ts'

/** 账号-开户行-户名, without what is missing. */
export const accountOf = (row: Contract): string =>
  [row.income_bankcard_account, row.income_bank_name, row.income_bankcard_username]
    .filter((part) => part !== '')
    .join('-')

const idNumberOf = (row: Contract): string => row.id_number

const { text, number, money } = cells<Contract>()

/**
 * The amounts come before the supplement and the masked numbers, so that a screen of 1,440 px shows them without scrolling.
 * `actions`: whether there are any for this person.
 */
export const contractColumns = (
  on: ContractActions,
  revealed: Revealed,
  readable: Readable,
  actions: boolean,
): DataColumn<Contract>[] => [
  {
    key: 'out_code',
    title: '合同编号',
    width: 136,
    fixed: 'start',
    text: (row) => row.out_code,
    unbroken: true,
    render: (row) => <ContractNumber contract={row} />,
  },
  { key: 'customer', title: '合同主体', width: 128, ...text((row) => row.customer) },
  { key: 'sign_at', title: '签约时间', width: 104, sortable: true, ...number((row) => row.sign_at ?? '') },
  { key: 'category', title: '合同类型', width: 104, ...text((row) => row.category.category_i18n) },
  { key: 'amount', title: '合同总额（元）', sortable: true, ...money((row) => row.amount_yuan) },
  {
    key: 'pay_amount',
    title: '已付金额（元）',
    sortable: true,
    ...money((row) => row.pay_amount_yuan),
    render: (row) => (
      <MoneyLink contract={row} readable={readable}>
        <MoneyText amount={row.pay_amount_yuan} />
      </MoneyLink>
    ),
  },
  { key: 'unpay_amount', title: '未付金额（元）', sortable: true, ...money((row) => row.unpay_amount_yuan) },
  {
    key: 'supplement',
    title: '补充协议',
    width: 148,
    text: (row) => supplementOf(row)?.out_code ?? '',
    unbroken: true,
    render: (row) => {
      const supplement = supplementOf(row)
      return supplement && <ContractNumber contract={supplement} />
    },
  },
  {
    key: 'id_number',
    title: '证件号码',
    width: 192,
    text: idNumberOf,
    unbroken: true,
    render: (row) => <RowNumber row={row} label="证件号码" textOf={idNumberOf} revealed={revealed} />,
  },
  {
    key: 'account',
    title: '收款账户',
    width: 240,
    text: accountOf,
    render: (row) => <RowNumber row={row} label="收款账号" textOf={accountOf} revealed={revealed} />,
  },
  { key: 'remark', title: '备注', ...text((row) => row.remark) },
  ...(actions
    ? [
        {
          key: 'actions',
          title: '操作',
          width: 176,
          fixed: 'end' as const,
          render: (row: Contract) => <RowActions of={nameOf(row)} actions={actionsOf(row, on)} />,
        },
      ]
    : []),
]
