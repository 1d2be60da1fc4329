import { inYuan } from '@pianzhang/contract/money'
import { PETTY_CASH_FIELDS, type PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { memo } from 'react'
import { addPictures } from '../../ui/images/add/addPictures.ts'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { amountRemoval } from '../../ui/list/selection/amountRemoval.ts'
import type { DataColumn } from '../../ui/table/column.ts'
import {
  actionsColumn,
  moneyColumn,
  numberColumn,
  openColumn,
  type RecordActions,
  textColumn,
} from '../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { contractColumn } from '../contract-picker/ContractLink.tsx'
import { pettyCash } from './api.ts'
import styles from './petty-cash.module.css'
import { State, stateText } from './State.tsx'
import type { Style } from './StyleSwitch.tsx'
import { lockedBy, writtenOffAmong } from './writtenOff.ts'

const nameOf = (row: PettyCashDetail): string => `明细编号 ${row.code}`
export const amountOf = (row: PettyCashDetail): string => row.pay_amount_yuan

export const REMOVAL = { ...amountRemoval(pettyCash, nameOf, amountOf), refusal: writtenOffAmong }

interface PettyCashActions extends RecordActions<PettyCashDetail> {
  onPictures: (row: PettyCashDetail) => void
  /** Adds pictures on a phone; absent: not allowed. */
  onAddPictures: ((row: PettyCashDetail) => void) | undefined
  /** Rights of this person on details that are not written off. */
  may: { write: boolean; delete: boolean }
}

/** A detail that is written off keeps its buttons, which say why they do nothing. */
export function actionsOf(
  row: PettyCashDetail,
  { onDetail, onEdit, onCopy, onDelete, may }: PettyCashActions,
): RowAction[] {
  const refused = lockedBy(row)
  const offered = (right: 'write' | 'delete') => row.can[right] || (refused !== undefined && may[right])
  return [
    { label: '详情', onClick: () => onDetail(row) },
    ...(offered('write') ? [{ label: '编辑', onClick: () => onEdit(row), refused }] : []),
    ...(onCopy ? [{ label: '复制', onClick: () => onCopy(row) }] : []),
    ...(offered('delete') ? [{ label: '删除', danger: true, onClick: () => onDelete(row), refused }] : []),
  ]
}

const codeOf = (row: PettyCashDetail) => row.code

/** Columns that 简洁 leaves out. */
const FULL: readonly string[] = ['voucher', 'channel', 'rate', 'pictures', 'contract']

export const pettyCashColumns = (on: PettyCashActions, style: Style): DataColumn<PettyCashDetail>[] =>
  allColumns(on).filter(({ key }) => style === 'full' || !FULL.includes(key))

const allColumns = (on: PettyCashActions): DataColumn<PettyCashDetail>[] => [
  openColumn('code', '明细编号', codeOf, on.onDetail, { width: 152, fixed: 'start' }),
  numberColumn('pay_at', PETTY_CASH_FIELDS.pay_at, (row) => row.pay_at, { width: 108, sortable: true }),
  textColumn('payer', PETTY_CASH_FIELDS.payer, (row) => row.payer, { width: 148 }),
  // Amount, state and purpose come before the subjects, so that a screen of 1,440 px shows them without scrolling.
  moneyColumn('pay_amount', inYuan(PETTY_CASH_FIELDS.pay_amount), (row) => row.pay_amount_yuan, {
    essential: true,
  }),
  { key: 'state', title: '核销状态', width: 152, text: stateText, render: (row) => <State row={row} /> },
  textColumn('summary', PETTY_CASH_FIELDS.summary, (row) => row.summary, { least: 176 }),
  textColumn('post', PETTY_CASH_FIELDS.post, (row) => row.post, { width: 96 }),
  numberColumn('subject', PETTY_CASH_FIELDS.subject_three_code, (row) => row.subject_three_out_code, {
    width: 96,
  }),
  textColumn('subject_one', '一级科目', (row) => row.subject_one_name, { width: 112 }),
  textColumn('subject_two', '二级科目', (row) => row.subject_two_name, { width: 112 }),
  textColumn('subject_three', '三级科目', (row) => row.subject_three_name, { width: 128 }),
  textColumn(
    'voucher',
    PETTY_CASH_FIELDS.voucher_category,
    (row) => row.voucher_category?.voucher_category_i18n,
    {
      width: 128,
    },
  ),
  textColumn('channel', PETTY_CASH_FIELDS.pay_channel, (row) => row.pay_channel.pay_channel_i18n, {
    width: 96,
  }),
  numberColumn('rate', PETTY_CASH_FIELDS.face_tax_rate, (row) => row.face_tax_rate, { width: 88 }),
  {
    key: 'pictures',
    title: PETTY_CASH_FIELDS.voucher_attachment_codes,
    width: 88,
    render: (row) => <Thumb row={row} on={on} />,
  },
  contractColumn((row) => row.contract, { width: 144 }),
  textColumn('remark', PETTY_CASH_FIELDS.remark, (row) => row.remark, { width: 160 }),
  actionsColumn(168, codeOf, (row) => actionsOf(row, on)),
]

/** The first picture and the number of pictures; a click shows all. */
function Thumb({ row, on }: { row: PettyCashDetail; on: PettyCashActions }) {
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

/** A petty cash detail as a card on phones: payer and amount first, then purpose, then whether it is written off. */
export const Card = memo(function Card({ row, on }: { row: PettyCashDetail; on: PettyCashActions }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={row.code}
      title={row.payer}
      amount={row.pay_amount_yuan}
      text={row.summary || row.subject_three_name}
      meta={[row.pay_at, { shrinking: stateText(row) }]}
      actions={[...actionsOf(row, on), ...addPictures('凭证图片', row, on.onAddPictures)]}
      onOpen={() => on.onDetail(row)}
    />
  )
})
