import { ID_TYPES, PAYEE_FIELDS, PAYEE_KINDS, type Payee, payeeBody } from '@pianzhang/contract/payees'
import { fixedOptions, optionsOf } from '../../../platform/ledger/selects.ts'
import { useSeen } from '../../../ui/form/conflict/useSeen.ts'
import { basicItems } from '../../../ui/form/items/basic.tsx'
import { Columns } from '../../../ui/form/items/Columns.tsx'
import { choiceItems } from '../../../ui/form/items/choices.tsx'
import { RecordDialog, type RecordProps } from '../../../ui/form/RecordDialog.tsx'
import { SecretField, useSecrets } from '../../../ui/form/secret/SecretField.tsx'
import { payees, revealPayee } from '../api.ts'
import { SECRETS } from './secrets.ts'

const KINDS = fixedOptions(optionsOf(PAYEE_KINDS))
const TYPES = fixedOptions(optionsOf(ID_TYPES))
const RESIDENT = fixedOptions([
  { value: '1', label: '是' },
  { value: '0', label: '否' },
])

const valuesOf = (row: Payee | null) => ({
  name: row?.name ?? '',
  kind: row?.kind ?? null,
  id_type: row?.id_type ?? null,
  id_number: row?.id_number ?? '',
  phone: row?.phone ?? '',
  account_name: row?.account_name ?? '',
  account: row?.account ?? '',
  bank_name: row?.bank_name ?? '',
  bank_code: row?.bank_code ?? '',
  province: row?.province ?? '',
  city: row?.city ?? '',
  resident: (row === null || row.resident ? '1' : '0') as string | null,
  remark: row?.remark ?? '',
})
type Values = ReturnType<typeof valuesOf>

type Labels = typeof PAYEE_FIELDS
const Item = { ...basicItems<Values, Labels>(PAYEE_FIELDS), ...choiceItems<Values, Labels>(PAYEE_FIELDS) }

/** 新增收款人 / 编辑收款人. */
export default function PayeeDialog({ row, onClose }: RecordProps<Payee>) {
  const [seen, onLatest] = useSeen(row)
  const secrets = useSecrets(SECRETS, seen[0] ?? null, revealPayee)
  return (
    <RecordDialog
      of={payees}
      title={row ? '编辑收款人' : '新增收款人'}
      width={680}
      row={row}
      values={valuesOf}
      body={({ id_number, phone, account, resident, ...values }) => ({
        ...values,
        ...secrets.changed({ id_number, phone, account }),
        resident: resident === '1',
      })}
      shape={{ ...payeeBody.shape, resident: undefined as never }}
      onLatest={onLatest}
      onClose={onClose}
    >
      <Columns>
        <Item.Text name="name" required />
        <Item.Choice name="kind" required of={KINDS} />
        <SecretField name="account" label={PAYEE_FIELDS.account} secrets={secrets} />
        <Item.Text name="account_name" placeholder="与名称相同时可不填" />
        <Item.Text name="bank_name" />
        <Item.Text name="bank_code" />
        <Item.Text name="province" />
        <Item.Text name="city" />
        <Item.Choice name="id_type" of={TYPES} />
        <SecretField name="id_number" label={PAYEE_FIELDS.id_number} secrets={secrets} />
        <SecretField name="phone" label={PAYEE_FIELDS.phone} secrets={secrets} />
        <Item.Choice name="resident" required of={RESIDENT} />
        <Item.Note name="remark" wide />
      </Columns>
    </RecordDialog>
  )
}
