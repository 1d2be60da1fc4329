import { selectApi } from '@pianzhang/contract/api/views'
import { RECEIPT_FIELDS, type Receipt, receiptBody } from '@pianzhang/contract/receipts'
import { currentDay } from '../../platform/currentDay.ts'
import { useSelect } from '../../platform/ledger/selects.ts'
import { useSeen } from '../../ui/form/conflict/useSeen.ts'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { Columns } from '../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../ui/form/items/choices.tsx'
import { dayItems } from '../../ui/form/items/days.tsx'
import { withReferred } from '../../ui/form/items/withReferred.ts'
import { type Again, RecordDialog, type RecordProps } from '../../ui/form/RecordDialog.tsx'
import { isAmountTyped, typedAmount } from '../../ui/form/rules.ts'
import { SameAsTyped } from '../../ui/form/SameRecords.tsx'
import { ContractExtra, useContractOptions } from '../contract-picker/options.tsx'
import { IN } from '../contract-picker/selects.ts'
import { useInvestors } from '../investment-budgets/picker/investors.ts'
import { receipts } from './api.ts'

/** What a new receipt begins with, such as the contract that it is received on. */
type Beginning = { contract_code?: string; investor?: string }

const valuesOf = (row: Receipt | null, begin: Beginning = {}) => ({
  investment_at: row?.investment_at ?? currentDay(),
  amount: row?.amount_yuan ?? '',
  investor: row?.investor ?? begin.investor ?? '',
  investment_category_id: row?.investment_category_id ?? null,
  contract_code: row?.contract_code ?? begin.contract_code ?? null,
  desc: row?.desc ?? '',
})
type Values = ReturnType<typeof valuesOf>
const AGAIN = {
  fresh: ['investment_at'],
  kept: ['investment_at', 'investor', 'investment_category_id'],
  single: ['amount'],
  focus: 'amount',
} satisfies Again<Values>
const bodyOf = (values: Values) => ({ ...values, amount: typedAmount(values.amount) })

const sameOf = ({ investment_at, investor, amount }: Values) =>
  investor.trim() !== '' && isAmountTyped(amount)
    ? {
        start_investment_at: investment_at,
        end_investment_at: investment_at,
        investors: [investor.trim()],
        amount: typedAmount(amount),
      }
    : null

type Labels = typeof RECEIPT_FIELDS
const Item = {
  ...basicItems<Values, Labels>(RECEIPT_FIELDS),
  ...choiceItems<Values, Labels>(RECEIPT_FIELDS),
  ...dayItems<Values, Labels>(RECEIPT_FIELDS),
}

/** 新增收款 / 编辑收款. */
export default function ReceiptDialog({
  row,
  like,
  begin,
  onClose,
}: RecordProps<Receipt> & { begin?: Beginning }) {
  const [seen, onLatest] = useSeen(row ?? like)
  const stored = row ? seen[0] : undefined
  const types = withReferred(
    useSelect(selectApi.investmentTypes, 'investment_category'),
    seen,
    ({ investment_category_id: value, investment_category_name: label }) => ({ value, label }),
  )
  const contracts = useContractOptions(IN, seen, ({ contract }) => contract)
  const { budgeted, received } = useInvestors()

  return (
    <RecordDialog
      of={receipts}
      title={row ? '编辑收款' : '新增收款'}
      width={600}
      row={row}
      like={like}
      values={(one) => valuesOf(one, begin)}
      body={bodyOf}
      shape={receiptBody.shape}
      onLatest={onLatest}
      again={AGAIN}
      onClose={onClose}
    >
      {!row && <SameAsTyped of={receipts} sameOf={sameOf} text="笔收款的收款时间、投资方、金额相同" />}
      <Columns>
        <Item.Day name="investment_at" required booking />
        <Item.Amount name="amount" required positive />
        <Item.Suggest name="investor" required options={[...received, ...budgeted]} />
        <Item.Choice name="investment_category_id" required of={types} />
        <Item.Reference
          name="contract_code"
          wide
          of={contracts}
          extra={
            <ContractExtra
              options={contracts.items}
              amount="amount"
              stored={
                stored?.contract_code
                  ? { contract: stored.contract_code, amount: stored.amount_yuan }
                  : undefined
              }
            />
          }
        />
        <Item.Note name="desc" wide />
      </Columns>
    </RecordDialog>
  )
}
