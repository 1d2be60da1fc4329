import { today } from '@pianzhang/contract/calendar'
import { type Receipt, receiptBody } from '@pianzhang/contract/investment-executions'
import { AutoComplete, Form, Input, Select } from 'antd'
import { useSelect } from '../../platform/ledger/selects.ts'
import { useCan } from '../../platform/session/session.ts'
import { DateField } from '../../ui/fields/DateField.tsx'
import { dateRule } from '../../ui/fields/dates.ts'
import { MoneyInput } from '../../ui/fields/MoneyInput.tsx'
import { RichSelect } from '../../ui/fields/RichSelect.tsx'
import { including, richOption } from '../../ui/fields/richOption.ts'
import { Columns, Wide } from '../../ui/form/Columns.tsx'
import { mergeFields } from '../../ui/form/conflict/fields.ts'
import { referred, useSeen } from '../../ui/form/conflict/useSeen.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { amountInContract, asInContract, typedAmount } from '../../ui/form/rules.ts'
import { loadProps } from '../../ui/states/LoadFailed.tsx'
import { contractOption, IN, useContracts } from '../contracts/picker/selects.ts'
import { useInvestors } from '../investment-budgets/picker/investors.ts'
import { receiptsChanged } from './api.ts'
import { createReceipt, latestReceipt, updateReceipt } from './save.ts'

interface Props {
  /** Null: a new receipt. */
  row: Receipt | null
  onClose: () => void
}

const valuesOf = (row: Receipt | null) => ({
  investment_at: row?.investment_at ?? today(new Date()),
  amount: row?.amount_yuan ?? '',
  investor: row?.investor ?? '',
  investment_category_id: row?.investment_category_id ?? null,
  contract_code: row?.contract_code ?? null,
  desc: row?.desc ?? '',
})

const typeOf = ({ investment_category_id: value, investment_category_name: label }: Receipt) => ({
  value,
  label,
})

const fields = mergeFields<ReturnType<typeof valuesOf>>()
const { amount, investor, investment_category_id, desc } = receiptBody.shape

/** 新增收款 / 编辑收款. */
export default function ReceiptDialog({ row, onClose }: Props) {
  const [seen, onLatest] = useSeen(row)
  const { items: categories = [], state } = useSelect('investment_categories', 'investment_category')
  // Without read access to contracts the existing one stays and no other can be selected.
  const contracts = useContracts(IN, useCan()('contract', 'read'))
  const offered = including(
    (contracts.items ?? []).map(contractOption),
    referred(seen, ({ contract }) => contract && richOption(contract.code, contract.out_code, '')),
  )
  const types = including(categories, referred(seen, typeOf))
  const { budgeted, received } = useInvestors()

  return (
    <FormDialog
      title={row ? '编辑收款' : '新增收款'}
      width={600}
      initial={valuesOf(row)}
      edited={
        row && {
          record: row,
          latest: () => latestReceipt(row.code),
          onLatest,
          valuesOf,
          fields: fields.all([
            fields.text('investment_at', '收款时间'),
            fields.amount('amount', '收款金额（元）'),
            fields.text('investor', '投资方'),
            fields.choice('investment_category_id', '投资类型', types),
            fields.choice('contract_code', '合同编号', offered),
            fields.text('desc', '说明'),
          ]),
        }
      }
      send={(values, key, version) => {
        const body = { ...values, amount: typedAmount(values.amount), version }
        return row ? updateReceipt(row.code, body, key) : createReceipt(body, key)
      }}
      onSaved={receiptsChanged}
      onClose={onClose}
    >
      <Columns>
        <Form.Item name="investment_at" label="收款时间" required rules={[dateRule('请选择收款时间')]}>
          <DateField allowClear={false} />
        </Form.Item>
        <Form.Item
          name="amount"
          label="收款金额（元）"
          required
          validateTrigger="onBlur"
          rules={[amountInContract(amount)]}
        >
          <MoneyInput positive placeholder="请输入收款金额" />
        </Form.Item>
        <Form.Item name="investor" label="投资方" required rules={[asInContract(investor)]}>
          <AutoComplete
            options={[...new Set([...received, ...budgeted])].map((name) => ({ value: name }))}
            showSearch={{ filterOption: (typed, option) => option?.value.includes(typed.trim()) ?? false }}
            defaultActiveFirstOption={false}
            placeholder="请输入投资方"
            maxLength={200}
          />
        </Form.Item>
        <Form.Item
          name="investment_category_id"
          label="投资类型"
          required
          rules={[asInContract(investment_category_id)]}
        >
          <Select
            options={types}
            {...loadProps(state, categories.length)}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择投资类型"
          />
        </Form.Item>
        <Wide>
          <Form.Item name="contract_code" label="合同编号">
            <RichSelect
              options={offered}
              all={offered}
              state={contracts.state}
              placeholder="请选择合同编号"
            />
          </Form.Item>
          <Form.Item name="desc" label="说明" rules={[asInContract(desc)]}>
            <Input.TextArea placeholder="请输入说明" maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        </Wide>
      </Columns>
    </FormDialog>
  )
}
