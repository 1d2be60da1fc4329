import { MAX_VOUCHERS } from '@pianzhang/contract/attachments'
import { PETTY_CASH_FIELDS, type PettyCashDetail, pettyCashBody } from '@pianzhang/contract/petty-cash'
import { currentDay } from '../../../platform/currentDay.ts'
import { useSeen } from '../../../ui/form/conflict/useSeen.ts'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { dayItems } from '../../../ui/form/items/days.tsx'
import { imageItems } from '../../../ui/form/items/images.tsx'
import { type Again, RecordDialog, type RecordProps } from '../../../ui/form/RecordDialog.tsx'
import { isAmountTyped, typedAmount } from '../../../ui/form/rules.ts'
import { SameAsTyped } from '../../../ui/form/SameRecords.tsx'
import { codesOf, imagesOf } from '../../../ui/images/images.ts'
import { BudgetExtra } from '../../booking/BudgetHint.tsx'
import { usePayChannels, useTaxRates, useVoucherCategories } from '../../booking/choices.ts'
import { RateInput } from '../../booking/RateInput.tsx'
import { useBudgetsLeft } from '../../booking/useBudgetsLeft.ts'
import { ContractExtra, useContractOptions } from '../../contract-picker/options.tsx'
import { OUT } from '../../contract-picker/selects.ts'
import { SubjectItem } from '../../subjects/picker/SubjectItem.tsx'
import { pettyCash } from '../api.ts'

const valuesOf = (row: PettyCashDetail | null) => ({
  pay_at: row?.pay_at ?? currentDay(),
  pay_amount: row?.pay_amount_yuan ?? '',
  payer: row?.payer ?? '',
  post: row?.post ?? '',
  subject_three_code: row?.subject_three_code ?? null,
  pay_channel: row?.pay_channel.pay_channel_code ?? null,
  voucher_category: row?.voucher_category?.voucher_category_code ?? null,
  face_tax_rate: row?.face_tax_rate || null,
  contract_code: row?.contract_code ?? null,
  summary: row?.summary ?? '',
  remark: row?.remark ?? '',
  vouchers: imagesOf(row?.voucher_attachments ?? []),
})
type Values = ReturnType<typeof valuesOf>
const AGAIN = {
  fresh: ['pay_at', 'vouchers'],
  kept: ['pay_at', 'payer', 'post', 'subject_three_code', 'pay_channel'],
  single: ['pay_amount', 'vouchers'],
  focus: 'pay_amount',
} satisfies Again<Values>
const bodyOf = ({ vouchers, ...values }: Values) => ({
  ...values,
  pay_amount: typedAmount(values.pay_amount),
  voucher_attachment_codes: codesOf(vouchers),
})
const sameOf = ({ pay_at, payer, pay_amount }: Values) =>
  payer.trim() !== '' && isAmountTyped(pay_amount)
    ? {
        start_pay_at: pay_at,
        end_pay_at: pay_at,
        payers: [payer.trim()],
        pay_amount: typedAmount(pay_amount),
      }
    : null
const fieldOf = (field: string) => (field === 'voucher_attachment_codes' ? 'vouchers' : field)

type Labels = typeof PETTY_CASH_FIELDS
const Item = {
  ...basicItems<Values, Labels>(PETTY_CASH_FIELDS),
  ...choiceItems<Values, Labels>(PETTY_CASH_FIELDS),
  ...dayItems<Values, Labels>(PETTY_CASH_FIELDS),
  ...imageItems<Values>(),
}

/** 新增备用金明细 / 编辑备用金明细. */
export default function PettyCashDialog({ row, like, onClose }: RecordProps<PettyCashDetail>) {
  const [seen, onLatest] = useSeen(row ?? like)
  const stored = row ? seen[0] : undefined
  const budgets = useBudgetsLeft(seen.length > 0)
  const channels = usePayChannels()
  const vouchers = useVoucherCategories()
  const rates = useTaxRates()
  const contracts = useContractOptions(OUT, seen, ({ contract }) => contract)

  return (
    <RecordDialog
      of={pettyCash}
      title={row ? '编辑备用金明细' : '新增备用金明细'}
      width={680}
      row={row}
      like={like}
      values={valuesOf}
      body={bodyOf}
      shape={pettyCashBody.shape}
      onLatest={onLatest}
      again={AGAIN}
      fieldOf={fieldOf}
      onClose={onClose}
    >
      {!row && (
        <SameAsTyped of={pettyCash} sameOf={sameOf} text="条明细的付款时间、付款方、金额相同" numbered />
      )}
      <Columns>
        <Item.Day name="pay_at" required booking />
        <Item.Amount name="pay_amount" required />
        <Item.Text name="payer" required />
        <Item.Text name="post" />
        <SubjectItem
          name="subject_three_code"
          required
          wide
          seen={seen}
          {...budgets}
          extra={
            <BudgetExtra
              left={budgets.left}
              stored={stored && { subject: stored.subject_three_code, amount: stored.pay_amount_yuan }}
            />
          }
        />
        <Item.Choice name="pay_channel" required of={channels} />
        <Item.Choice name="voucher_category" of={vouchers} />
        <Item.Own name="face_tax_rate">
          <RateInput rates={(rates.items ?? []).map(({ value }) => value)} state={rates.state} />
        </Item.Own>
        <Item.Reference
          name="contract_code"
          of={contracts}
          // An open detail does not count as paid on its contract.
          extra={<ContractExtra options={contracts.items} amount="pay_amount" />}
        />
        <Item.Note name="summary" wide rows={[1, 4]} />
        <Item.Images
          name="vouchers"
          label={PETTY_CASH_FIELDS.voucher_attachment_codes}
          wide
          most={MAX_VOUCHERS}
        />
        <Item.Note name="remark" wide rows={[1, 6]} />
      </Columns>
    </RecordDialog>
  )
}
