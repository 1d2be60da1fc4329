import { CONTRACT_FIELDS } from '@pianzhang/contract/contracts'
import { CONTRACT_CATEGORIES, labelOf } from '@pianzhang/contract/lists'
import type { RecordRow } from '../../../platform/lists/record-rows.ts'
import { readAmount, readDay, readLabel, readText } from '../../../platform/sheet-import/cells.ts'
import { fieldColumns } from '../../../platform/sheet-import/fields.ts'
import type { ContractRow } from '../load.ts'
import type { ContractFields } from '../save.ts'

/** A contract as the export writes it. */
export type ExportedContract = RecordRow<ContractRow>

/** The columns of the contracts' spreadsheet (api.md §6) by field of the form, in the order of the form. */
export const COLUMNS = fieldColumns<keyof ContractFields, ExportedContract>(CONTRACT_FIELDS, {
  out_code: {
    required: true,
    width: 20,
    sample: '示例：HT-2026-001',
    read: readText,
    value: (contract) => contract.out_code,
  },
  customer: {
    required: true,
    width: 32,
    sample: '北京某某影视器材有限公司',
    read: readText,
    value: (contract) => contract.customer,
  },
  id_number: {
    alsoCalled: ['身份证号', '身份证号码', '证件号'],
    width: 24,
    sample: '91110105MA0000001X',
    read: readText,
    value: (contract) => contract.id_number,
  },
  sign_at: {
    width: 14,
    sample: '2026-01-15',
    read: readDay,
    kind: 'date',
    value: (contract) => contract.sign_at,
  },
  category: {
    required: true,
    width: 16,
    sample: '制作合同',
    options: CONTRACT_CATEGORIES.map(({ label }) => label),
    read: readLabel(CONTRACT_CATEGORIES, '合同类型不正确'),
    value: (contract) => labelOf(CONTRACT_CATEGORIES, String(contract.category)),
  },
  amount: {
    required: true,
    width: 18,
    sample: '1,000,000.00',
    read: readAmount,
    kind: 'money',
    summed: true,
    value: (contract) => contract.amount,
    behind: [
      { title: '已付金额', kind: 'money', summed: true, width: 18, value: (contract) => contract.paid },
      {
        title: '未付金额',
        kind: 'money',
        summed: true,
        width: 18,
        value: (contract) => contract.amount - contract.paid,
      },
    ],
  },
  income_bank_name: {
    alsoCalled: ['开户行', '开户银行'],
    width: 28,
    sample: '招商银行北京某某支行',
    read: readText,
    value: (contract) => contract.income_bank_name,
  },
  income_bankcard_username: {
    alsoCalled: ['户名', '账户名称'],
    width: 32,
    sample: '北京某某影视器材有限公司',
    read: readText,
    value: (contract) => contract.income_bankcard_username,
  },
  income_bankcard_account: {
    alsoCalled: ['银行账号', '银行卡号', '账号'],
    width: 26,
    sample: '6222000000000000000',
    read: readText,
    value: (contract) => contract.income_bankcard_account,
  },
  remark: {
    width: 40,
    sample: '',
    read: readText,
    value: (contract) => contract.remark,
    behind: [
      { title: '补充协议', width: 20, value: (contract) => contract.supplement?.out_code ?? '' },
      { title: '主合同', width: 20, value: (contract) => contract.supplemented?.out_code ?? '' },
      { title: '创建人', width: 12, value: (contract) => contract.creator },
      { title: '创建时间', kind: 'minute', width: 18, value: (contract) => contract.created },
    ],
  },
})
