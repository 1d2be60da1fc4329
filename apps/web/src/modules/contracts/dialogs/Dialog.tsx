import { type Contract, contractBody, MAX_SCANS } from '@pianzhang/contract/contracts'
import { idNumberWarning } from '@pianzhang/contract/id-number'
import { Form, Input, Select } from 'antd'
import { useSelect } from '../../../platform/ledger/selects.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { dateRule } from '../../../ui/fields/dates.ts'
import { MoneyInput } from '../../../ui/fields/MoneyInput.tsx'
import { Columns, Wide } from '../../../ui/form/Columns.tsx'
import { mergeFields } from '../../../ui/form/conflict/fields.ts'
import { useSeen } from '../../../ui/form/conflict/useSeen.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { amountInContract, asInContract, typedAmount } from '../../../ui/form/rules.ts'
import { ImagesField, imagesStored } from '../../../ui/images/ImagesField.tsx'
import { IMAGE_TYPES, imagesOf } from '../../../ui/images/images.ts'
import { loadProps } from '../../../ui/states/LoadFailed.tsx'
import { contracts } from '../api.ts'
import { NumberField, useNumbers } from './NumberField.tsx'

interface Props {
  /** Null: a new contract. */
  row: Contract | null
  onClose: () => void
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
  scans: imagesOf(row?.scans ?? []),
})

const fields = contractBody.shape
const merged = mergeFields<ReturnType<typeof valuesOf>>()
const SCAN_TYPES = [...IMAGE_TYPES, 'pdf']
const FIELD_NAMES: Record<string, string> = { scan_attachment_codes: 'scans' }

/** 新增合同 / 编辑合同. */
export default function ContractDialog({ row, onClose }: Props) {
  const { items: categories = [], state } = useSelect('contract_categories')
  const [seen, onLatest] = useSeen(row)
  const numbers = useNumbers(seen[0] ?? null)

  return (
    <FormDialog
      title={row ? '编辑合同' : '新增合同'}
      width={680}
      initial={valuesOf(row)}
      edited={
        row && {
          record: row,
          latest: () => contracts.latest(row.code),
          onLatest,
          valuesOf,
          fields: merged.all([
            merged.text('out_code', '合同编号'),
            merged.text('customer', '合同主体'),
            merged.typed('id_number', '证件号码', numbers.content('id_number')),
            merged.text('sign_at', '签约时间'),
            merged.choice('category', '合同类型', categories),
            merged.amount('amount', '合同总额（元）'),
            merged.text('income_bank_name', '收款开户行'),
            merged.text('income_bankcard_username', '收款户名'),
            merged.typed('income_bankcard_account', '收款账号', numbers.content('income_bankcard_account')),
            merged.text('remark', '备注'),
            merged.files('scans', '合同扫描件'),
          ]),
        }
      }
      send={({ scans, id_number, income_bankcard_account, ...values }, key, version) => {
        const body = {
          ...values,
          ...numbers.changed({ id_number, income_bankcard_account }),
          amount: typedAmount(values.amount),
          scan_attachment_codes: scans.flatMap(({ attachment }) => attachment?.code ?? []),
          version,
        }
        return row ? contracts.update(row.code, body, key) : contracts.create(body, key)
      }}
      onSaved={contracts.changed}
      fieldOf={(field) => FIELD_NAMES[field.replace(/\[.*/, '')] ?? field}
      onClose={onClose}
    >
      <Columns>
        <Form.Item name="out_code" label="合同编号" required rules={[asInContract(fields.out_code)]}>
          <Input placeholder="请输入合同编号" maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item name="customer" label="合同主体" required rules={[asInContract(fields.customer)]}>
          <Input placeholder="请输入合同主体" maxLength={200} autoComplete="off" />
        </Form.Item>
        <NumberField
          name="id_number"
          label="证件号码"
          schema={fields.id_number}
          numbers={numbers}
          warningOf={idNumberWarning}
        />
        <Form.Item name="sign_at" label="签约时间" rules={[dateRule()]}>
          <DateField />
        </Form.Item>
        <Form.Item name="category" label="合同类型" required rules={[asInContract(fields.category)]}>
          <Select
            options={categories}
            {...loadProps(state, categories.length)}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择合同类型"
          />
        </Form.Item>
        <Form.Item
          name="amount"
          label="合同总额（元）"
          required
          validateTrigger="onBlur"
          rules={[amountInContract(fields.amount)]}
        >
          <MoneyInput placeholder="请输入合同总额" />
        </Form.Item>
        <Form.Item name="income_bank_name" label="收款开户行" rules={[asInContract(fields.income_bank_name)]}>
          <Input placeholder="请输入收款开户行" maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="income_bankcard_username"
          label="收款户名"
          rules={[asInContract(fields.income_bankcard_username)]}
        >
          <Input placeholder="请输入收款户名" maxLength={200} autoComplete="off" />
        </Form.Item>
        <NumberField
          name="income_bankcard_account"
          label="收款账号"
          schema={fields.income_bankcard_account}
          numbers={numbers}
        />
        <Wide>
          <Form.Item name="remark" label="备注" rules={[asInContract(fields.remark)]}>
            <Input.TextArea placeholder="请输入备注" maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
          <Form.Item name="scans" label={<span id="scans-label">合同扫描件</span>} rules={[imagesStored]}>
            <ImagesField
              most={MAX_SCANS}
              types={SCAN_TYPES}
              addName="上传合同扫描件"
              labelledBy="scans-label"
            />
          </Form.Item>
        </Wide>
      </Columns>
    </FormDialog>
  )
}
