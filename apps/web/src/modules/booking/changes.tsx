import { selectApi } from '@pianzhang/contract/api/views'
import { useSelect } from '../../platform/ledger/selects.ts'
import { basicItems } from '../../ui/form/items/basic.tsx'
import { choiceItems } from '../../ui/form/items/choices.tsx'
import type { ChangeField } from '../../ui/list/change/changeField.ts'
import { useContractOptions } from '../contract-picker/options.tsx'
import { IN, OUT } from '../contract-picker/selects.ts'
import { SubjectItem } from '../subjects/picker/SubjectItem.tsx'
import { usePayChannels, usePaymentTypes, useVoucherCategories } from './choices.ts'

// The fields that ledgers change in several records together. Each loads its options when it is chosen.

interface Values {
  post: string
  pay_channel: string | null
  pay_category_id: string | null
  investment_category_id: string | null
  voucher_category: string | null
  contract_code: string | null
}
const Item = { ...basicItems<Values>(), ...choiceItems<Values>() }

/** An empty value must not empty the field of many records: that is 清空. */
const needed = (message: string) => ({
  required: true,
  rules: [{ required: true, whitespace: true, message }],
})

export const POST: ChangeField = {
  name: 'post',
  label: '部门/岗位',
  optional: true,
  Item: () => <Item.Text name="post" label="部门/岗位" {...needed('请输入部门/岗位')} />,
}

export const SUBJECT: ChangeField = {
  name: 'subject_three_code',
  label: '科目',
  Item: () => <SubjectItem name="subject_three_code" {...needed('请选择科目')} />,
}

export const CHANNEL: ChangeField = {
  name: 'pay_channel',
  label: '付款方式',
  Item: () => (
    <Item.Choice name="pay_channel" label="付款方式" of={usePayChannels()} {...needed('请选择付款方式')} />
  ),
}

export const VOUCHER: ChangeField = {
  name: 'voucher_category',
  label: '凭证类型',
  optional: true,
  Item: () => (
    <Item.Choice
      name="voucher_category"
      label="凭证类型"
      of={useVoucherCategories()}
      {...needed('请选择凭证类型')}
    />
  ),
}

export const PAYMENT_TYPE: ChangeField = {
  name: 'pay_category_id',
  label: '付款类型',
  Item: () => (
    <Item.Choice
      name="pay_category_id"
      label="付款类型"
      of={usePaymentTypes()}
      {...needed('请选择付款类型')}
    />
  ),
}

export const INVESTMENT_TYPE: ChangeField = {
  name: 'investment_category_id',
  label: '投资类型',
  Item: () => (
    <Item.Choice
      name="investment_category_id"
      label="投资类型"
      of={useSelect(selectApi.investmentTypes, 'investment_category')}
      {...needed('请选择投资类型')}
    />
  ),
}

const CONTRACT = { name: 'contract_code', label: '合同编号', optional: true }
export const OUT_CONTRACT: ChangeField = { ...CONTRACT, Item: () => <Contract categories={OUT} /> }
export const IN_CONTRACT: ChangeField = { ...CONTRACT, Item: () => <Contract categories={IN} /> }

const NO_RECORDS: readonly never[] = []

/** `categories`: of the contracts that the records may name. */
const Contract = ({ categories }: { categories: readonly string[] }) => (
  <Item.Reference
    name="contract_code"
    label="合同编号"
    of={useContractOptions(categories, NO_RECORDS, () => null)}
    {...needed('请选择合同编号')}
  />
)
