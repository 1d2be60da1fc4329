import type { Imprest } from '@pianzhang/contract/imprests'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import { type RowAction, RowActions } from '../../ui/table/RowActions.tsx'
import { ContractLink } from '../contracts/picker/ContractLink.tsx'
import styles from './imprests.module.css'
import { State, stateText } from './State.tsx'
import type { Style } from './StyleSwitch.tsx'
import { lockedBy } from './writtenOff.ts'

export interface ImprestActions {
  onDetail: (row: Imprest) => void
  onEdit: (row: Imprest) => void
  onDelete: (row: Imprest) => void
  onPictures: (row: Imprest) => void
  /** What this person may do with details that are open. */
  may: { write: boolean; delete: boolean }
}

/** A detail that is written off keeps its buttons, which say why they do nothing. */
export function actionsOf(row: Imprest, { onDetail, onEdit, onDelete, may }: ImprestActions): RowAction[] {
  const refused = lockedBy(row)
  const offered = (right: 'write' | 'delete') => row.can[right] || (refused !== undefined && may[right])
  return [
    { label: '详情', onClick: () => onDetail(row) },
    ...(offered('write') ? [{ label: '编辑', onClick: () => onEdit(row), refused }] : []),
    ...(offered('delete') ? [{ label: '删除', danger: true, onClick: () => onDelete(row), refused }] : []),
  ]
}

const { text, number, money } = cells<Imprest>()

/** Columns that 简洁 leaves out. */
const FULL: readonly string[] = ['voucher', 'channel', 'rate', 'pictures', 'contract']

export const imprestColumns = (on: ImprestActions, style: Style): DataColumn<Imprest>[] =>
  allColumns(on).filter(({ key }) => style === 'full' || !FULL.includes(key))

const allColumns = (on: ImprestActions): DataColumn<Imprest>[] => [
  {
    key: 'code',
    title: '明细编号',
    width: 152,
    fixed: 'start',
    text: (row) => row.code,
    unbroken: true,
    render: (row) => (
      <button type="button" className={`num ${styles.code}`} onClick={() => on.onDetail(row)}>
        {row.code}
      </button>
    ),
  },
  { key: 'pay_at', title: '付款时间', width: 108, sortable: true, ...number((row) => row.pay_at) },
  { key: 'payer', title: '付款方', width: 148, ...text((row) => row.payer) },
  // Amount, state and purpose come before the subjects, so that a screen of 1,440 px shows them without scrolling.
  { key: 'pay_amount', title: '付款金额（元）', ...money((row) => row.pay_amount_yuan) },
  { key: 'state', title: '核销状态', width: 152, text: stateText, render: (row) => <State row={row} /> },
  { key: 'summary', title: '摘要', least: 176, ...text((row) => row.summary) },
  { key: 'post', title: '部门/岗位', width: 96, ...text((row) => row.post) },
  { key: 'subject', title: '科目编号', width: 96, ...number((row) => row.subject_three_out_code) },
  { key: 'subject_one', title: '一级科目', width: 112, ...text((row) => row.subject_one_name) },
  { key: 'subject_two', title: '二级科目', width: 112, ...text((row) => row.subject_two_name) },
  { key: 'subject_three', title: '三级科目', width: 128, ...text((row) => row.subject_three_name) },
  {
    key: 'voucher',
    title: '凭证类型',
    width: 128,
    ...text((row) => row.voucher_category?.voucher_category_i18n ?? '', '-'),
  },
  { key: 'channel', title: '付款方式', width: 96, ...text((row) => row.pay_channel.pay_channel_i18n) },
  { key: 'rate', title: '票面税率', width: 88, ...number((row) => row.face_tax_rate ?? '', '-') },
  { key: 'pictures', title: '凭证图片', width: 88, render: (row) => <Thumb row={row} on={on} /> },
  {
    key: 'contract',
    title: '合同编号',
    width: 144,
    text: (row) => row.contract?.out_code ?? '',
    unbroken: true,
    render: (row) => (row.contract ? <ContractLink contract={row.contract} /> : '-'),
  },
  { key: 'remark', title: '备注', width: 160, ...text((row) => row.remark) },
  {
    key: 'actions',
    title: '操作',
    width: 132,
    fixed: 'end',
    render: (row) => <RowActions of={row.code} actions={actionsOf(row, on)} />,
  },
]

/** The first picture with their number; a click shows all of them. */
function Thumb({ row, on }: { row: Imprest; on: ImprestActions }) {
  const { voucher_attachments: pictures } = row
  const [first] = pictures
  if (!first) return '-'
  return (
    <button
      type="button"
      className={styles.thumb}
      onClick={() => on.onPictures(row)}
      aria-label={`预览凭证图片 ${row.code}，共 ${pictures.length} 张`}
    >
      <img src={first.thumb_url ?? first.file_url} alt="" loading="lazy" />
      {pictures.length > 1 && <span className="num">{pictures.length}</span>}
    </button>
  )
}
