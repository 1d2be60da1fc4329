import { labelOf } from '@pianzhang/contract/lists'
import { ID_TYPES, PAYEE_KINDS, type PayeeBody } from '@pianzhang/contract/payees'
import type { SheetCell } from '@pianzhang/xlsx'
import type { RecordRow } from '../../../platform/lists/record-rows.ts'
import { readLabel, readText, type Wrong } from '../../../platform/sheet-import/cells.ts'
import type { Exported, SheetColumn } from '../../../platform/sheet-import/columns.ts'
import type { FieldColumn } from '../../../platform/sheet-import/fields.ts'
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
export const COLUMNS = {
  name: {
    title: '名称',
    required: true,
    width: 32,
    sample: '示例：北京某某影视器材有限公司',
    field: 'name',
    read: readText,
    value: (payee) => payee.name,
  },
  kind: {
    title: '类型',
    required: true,
    width: 10,
    sample: '单位',
    options: PAYEE_KINDS.map(({ label }) => label),
    field: 'kind',
    read: readLabel(PAYEE_KINDS, '类型须为个人、单位或个体户'),
    value: (payee) => labelOf(PAYEE_KINDS, String(payee.kind)),
  },
  id_type: {
    title: '证件类型',
    width: 20,
    sample: '统一社会信用代码',
    options: ID_TYPES.map(({ label }) => label),
    field: 'id_type',
    read: readLabel(ID_TYPES, '证件类型不正确'),
    value: (payee) => labelOf(ID_TYPES, payee.id_type === null ? null : String(payee.id_type)),
  },
  id_number: {
    title: '证件号码',
    alsoCalled: ['身份证号', '身份证号码', '证件号'],
    width: 24,
    sample: '91110105MA0000001X',
    field: 'id_number',
    read: readText,
    value: (payee) => payee.id_number,
  },
  phone: {
    title: '联系电话',
    alsoCalled: ['手机号', '手机号码', '电话', '手机'],
    width: 16,
    sample: '13800000000',
    field: 'phone',
    read: readText,
    value: (payee) => payee.phone,
  },
  bank_name: {
    title: '开户行',
    alsoCalled: ['开户银行', '开户行名称', '开户支行'],
    width: 30,
    sample: '招商银行北京某某支行',
    field: 'bank_name',
    read: readText,
    value: (payee) => payee.bank_name,
  },
  bank_code: {
    title: '联行号',
    width: 16,
    sample: '308100005019',
    field: 'bank_code',
    read: readText,
    value: (payee) => payee.bank_code,
  },
  province: {
    title: '所在省',
    width: 12,
    sample: '北京',
    field: 'province',
    read: readText,
    value: (payee) => payee.province,
  },
  city: {
    title: '所在市',
    width: 12,
    sample: '北京',
    field: 'city',
    read: readText,
    value: (payee) => payee.city,
  },
  account_name: {
    title: '户名',
    width: 32,
    sample: '北京某某影视器材有限公司',
    alsoCalled: ['收款户名', '账户名称', '开户名'],
    field: 'account_name',
    read: readText,
    value: (payee) => payee.account_name,
  },
  account: {
    title: '收款账号',
    alsoCalled: ['银行账号', '银行卡号', '银行账户', '账号', '卡号'],
    width: 26,
    sample: '6222000000000000000',
    field: 'account',
    read: readText,
    value: (payee) => payee.account,
  },
  resident: {
    title: '居民个人',
    width: 10,
    sample: '是',
    options: ['是', '否'],
    field: 'resident',
    read: readResident,
    value: (payee) => (payee.resident ? '是' : '否'),
  },
  remark: {
    title: '备注',
    width: 40,
    sample: '',
    field: 'remark',
    read: readText,
    value: (payee) => payee.remark,
    behind: [
      { title: '创建人', width: 12, value: (payee) => payee.creator },
      { title: '创建时间', kind: 'minute', width: 18, value: (payee) => payee.created },
    ],
  },
} satisfies { [F in keyof PayeeBody]: SheetColumn & FieldColumn<F, unknown> & Exported<ExportedPayee> }
