import { labelOf } from '@pianzhang/contract/lists'
import { ID_TYPES, PAYEE_FIELDS, PAYEE_KINDS, type PayeeBody } from '@pianzhang/contract/payees'
import type { SheetCell } from '@pianzhang/xlsx'
import type { RecordRow } from '../../../platform/lists/record-rows.ts'
import { readLabel, readText, type Wrong } from '../../../platform/sheet-import/cells.ts'
import { fieldColumns } from '../../../platform/sheet-import/fields.ts'
import type { PayeeRow } from '../load.ts'

/** A payee as the export writes it. */
export type ExportedPayee = RecordRow<PayeeRow>

/** 是 or 否; empty: 是. */
function readResident(cell: SheetCell | undefined, wrong: Wrong): never {
  const text = readText(cell, wrong)
  if (text !== '' && text !== '是' && text !== '否') wrong('居民个人须为是或否')
  // The schema reads a boolean; readers are typed for the texts of forms.
  return (text !== '否') as never
}

/** The columns of the payees' spreadsheet by field of the form, in its order. */
export const COLUMNS = fieldColumns<keyof PayeeBody, ExportedPayee>(PAYEE_FIELDS, {
  name: {
    required: true,
    width: 32,
    sample: '示例：北京某某影视器材有限公司',
    read: readText,
    value: (payee) => payee.name,
  },
  kind: {
    required: true,
    width: 10,
    sample: '单位',
    options: PAYEE_KINDS.map(({ label }) => label),
    read: readLabel(PAYEE_KINDS, '类型须为个人、单位或个体户'),
    value: (payee) => labelOf(PAYEE_KINDS, String(payee.kind)),
  },
  id_type: {
    width: 20,
    sample: '统一社会信用代码',
    options: ID_TYPES.map(({ label }) => label),
    read: readLabel(ID_TYPES, '证件类型不正确'),
    value: (payee) => labelOf(ID_TYPES, payee.id_type === null ? null : String(payee.id_type)),
  },
  id_number: {
    alsoCalled: ['身份证号', '身份证号码', '证件号'],
    width: 24,
    sample: '91110105MA0000001X',
    read: readText,
    value: (payee) => payee.id_number,
  },
  phone: {
    alsoCalled: ['手机号', '手机号码', '电话', '手机'],
    width: 16,
    sample: '13800000000',
    read: readText,
    value: (payee) => payee.phone,
  },
  bank_name: {
    alsoCalled: ['开户银行', '开户行名称', '开户支行'],
    width: 30,
    sample: '招商银行北京某某支行',
    read: readText,
    value: (payee) => payee.bank_name,
  },
  bank_code: {
    width: 16,
    sample: '308100005019',
    read: readText,
    value: (payee) => payee.bank_code,
  },
  province: {
    width: 12,
    sample: '北京',
    read: readText,
    value: (payee) => payee.province,
  },
  city: {
    width: 12,
    sample: '北京',
    read: readText,
    value: (payee) => payee.city,
  },
  account_name: {
    width: 32,
    sample: '北京某某影视器材有限公司',
    alsoCalled: ['收款户名', '账户名称', '开户名'],
    read: readText,
    value: (payee) => payee.account_name,
  },
  account: {
    alsoCalled: ['银行账号', '银行卡号', '银行账户', '账号', '卡号'],
    width: 26,
    sample: '6222000000000000000',
    read: readText,
    value: (payee) => payee.account,
  },
  resident: {
    width: 10,
    sample: '是',
    options: ['是', '否'],
    read: readResident,
    value: (payee) => (payee.resident ? '是' : '否'),
  },
  remark: {
    width: 40,
    sample: '',
    read: readText,
    value: (payee) => payee.remark,
    behind: [
      { title: '创建人', width: 12, value: (payee) => payee.creator },
      { title: '创建时间', kind: 'minute', width: 18, value: (payee) => payee.created },
    ],
  },
})
