import { selectApi } from '@pianzhang/contract/api/views'
import { CONTRACT_FIELDS, type Contract, contractBody, MAX_SCANS } from '@pianzhang/contract/contracts'
import { idNumberWarning } from '@pianzhang/contract/id-number'
import { accountText, plainAccount, plainNumber } from '@pianzhang/contract/numbers'
import type { PayeeLink } from '@pianzhang/contract/payee-link'
import { Suspense } from 'react'
import { useSelect } from '../../../platform/ledger/selects.ts'
import { useCan, useFeature } from '../../../platform/session/session.ts'
import { lightPage } from '../../../ui/code/lazy.tsx'
import { useSeen } from '../../../ui/form/conflict/useSeen.ts'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { dayItems } from '../../../ui/form/items/days.tsx'
import { imageItems } from '../../../ui/form/items/images.tsx'
import { type Again, RecordDialog, type RecordProps } from '../../../ui/form/RecordDialog.tsx'
import { isAmountTyped, typedAmount } from '../../../ui/form/rules.ts'
import { SameAsTyped } from '../../../ui/form/SameRecords.tsx'
import { SecretField, useSecrets } from '../../../ui/form/secret/SecretField.tsx'
import { codesOf, imagesOf, SCAN_TYPES } from '../../../ui/images/images.ts'
import { contracts } from '../api.ts'
import { revealContract } from '../save.ts'

/** The numbers that answers of a contract mask. */
const SECRETS = {
  id_number: {
    schema: contractBody.shape.id_number,
    plain: plainNumber,
    warning: (text: string) => idNumberWarning(text),
  },
  income_bankcard_account: {
    schema: contractBody.shape.income_bankcard_account,
    plain: plainAccount,
    shown: (number: string) => accountText(plainAccount(number)),
  },
}

const valuesOf = (row: Contract | null) => ({
  out_code: row?.out_code ?? '',
  customer: row?.customer ?? '',
  id_number: row?.id_number ?? '',
  sign_at: row?.sign_at ?? null,
  category: row?.category.category_code ?? null,
  amount: row?.amount_yuan ?? '',
  income_bank_name: row?.income_bank_name ?? '',
  income_bankcard_username: row?.income_bankcard_username ?? '',
  income_bankcard_account: row?.income_bankcard_account ?? '',
  remark: row?.remark ?? '',
  payee: row?.payee ?? null,
  scans: imagesOf(row?.scans ?? []),
})
type Values = ReturnType<typeof valuesOf>
const AGAIN = {
  fresh: ['out_code', 'sign_at', 'scans'],
  kept: ['sign_at', 'category'],
  single: ['out_code', 'id_number', 'amount', 'income_bankcard_account', 'scans'],
  focus: 'out_code',
} satisfies Again<Values>
const sameOf = ({ customer, amount }: Values) =>
  customer.trim() !== '' && isAmountTyped(amount)
    ? { customers: [customer.trim()], amount: typedAmount(amount) }
    : null
const fieldOf = (field: string) =>
  field === 'scan_attachment_codes' ? 'scans' : field === 'payee_code' ? 'payee' : field

/** A payee counts by its code and is shown by its name. */
const mergePayee = (name: string, label: string) => {
  const of = (values: Readonly<Record<string, unknown>>) => values[name] as PayeeLink | null | undefined
  return {
    names: [name],
    label,
    canonical: (values: Readonly<Record<string, unknown>>) => of(values)?.code ?? '',
    text: (values: Readonly<Record<string, unknown>>) => of(values)?.name ?? '',
  }
}

const PlanNotice = lightPage(() => import('../../payables/plan/PlanNotice.tsx'))
const ContractPayee = lightPage(() => import('../../payees/picker/ContractPayee.tsx'))
/** The payee, whose code is loaded only where the company has payees. */
const Payee = (props: object) => (
  <Suspense>
    <ContractPayee {...props} />
  </Suspense>
)

type Labels = typeof CONTRACT_FIELDS
const Item = {
  ...basicItems<Values, Labels>(CONTRACT_FIELDS),
  ...choiceItems<Values, Labels>(CONTRACT_FIELDS),
  ...dayItems<Values, Labels>(CONTRACT_FIELDS),
  ...imageItems<Values>(),
}

/** 新增合同 / 编辑合同. */
export default function ContractDialog({ row, like, onClose }: RecordProps<Contract>) {
  const hasPayees = useFeature('payee')
  const can = useCan()
  const hasPlans = can('payable', 'read')
  const categories = useSelect(selectApi.contractTypes)
  const [seen, onLatest] = useSeen(row)
  const secrets = useSecrets(SECRETS, seen[0] ?? null, revealContract)

  return (
    <RecordDialog
      of={contracts}
      title={row ? '编辑合同' : '新增合同'}
      width={680}
      row={row}
      like={like}
      values={valuesOf}
      body={({ scans, payee, id_number, income_bankcard_account, ...values }) => ({
        ...values,
        ...(hasPayees && { payee_code: payee?.code ?? null }),
        ...secrets.changed({ id_number, income_bankcard_account }),
        amount: typedAmount(values.amount),
        scan_attachment_codes: codesOf(scans),
      })}
      shape={contractBody.shape}
      onLatest={onLatest}
      again={AGAIN}
      fieldOf={fieldOf}
      onClose={onClose}
    >
      {!row && <SameAsTyped of={contracts} sameOf={sameOf} text="份合同的合同主体、合同总额相同" />}
      <Columns>
        <Item.Text name="out_code" required />
        <Item.Text name="customer" required />
        <SecretField name="id_number" label={CONTRACT_FIELDS.id_number} secrets={secrets} />
        <Item.Day name="sign_at" booking />
        <Item.Choice name="category" required of={categories} />
        <Item.Amount
          name="amount"
          required
          extra={
            row &&
            hasPlans && (
              <Suspense>
                <PlanNotice contract={row.code} />
              </Suspense>
            )
          }
        />
        <Item.Text name="income_bank_name" />
        <Item.Text name="income_bankcard_username" />
        <SecretField
          name="income_bankcard_account"
          label={CONTRACT_FIELDS.income_bankcard_account}
          secrets={secrets}
        />
        {hasPayees && (
          <Item.Own name="payee" label="收款人" wide merged={mergePayee}>
            <Payee />
          </Item.Own>
        )}
        <Item.Note name="remark" wide />
        <Item.Images name="scans" label="合同扫描件" wide most={MAX_SCANS} types={SCAN_TYPES} />
      </Columns>
    </RecordDialog>
  )
}
