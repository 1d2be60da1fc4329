import type { PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { count } from '../../ui/count.ts'
import { NEEDS } from './needs.ts'

/** What an open detail lacks for a write-off; empty for one that is written off. */
export const lackedBy = (
  row: Pick<PettyCashDetail, 'write_off_at' | 'voucher_category' | 'face_tax_rate' | 'voucher_attachments'>,
): string[] =>
  row.write_off_at !== null
    ? []
    : [
        ...(row.voucher_category ? [] : [NEEDS.voucher_category]),
        ...(row.face_tax_rate ? [] : [NEEDS.face_tax_rate]),
        ...(row.voucher_attachments.length > 0 ? [] : [NEEDS.voucher_attachments]),
      ]

type Row = Pick<PettyCashDetail, 'write_off_at'>

/** The day of an API time, whose offset is Shanghai's. */
export const dayOf = (instant: string): string => instant.slice(0, 10)

/** Why a detail can be neither edited nor deleted; undefined while it is open. */
export const lockedBy = ({ write_off_at }: Row): string | undefined =>
  write_off_at === null
    ? undefined
    : `该明细已于 ${dayOf(write_off_at)} 核销，不能编辑或删除；需要修改时，请先删除对应的付款，撤销核销`

/** Why these details cannot be deleted together; undefined if they can. The server enforces the same. */
export function writtenOffAmong(rows: readonly Row[]): string | undefined {
  const locked = rows.filter((row) => row.write_off_at !== null).length
  return locked > 0
    ? `所选 ${count(rows.length)} 条中有 ${count(locked)} 条已核销，不能删除，请取消选择后重试`
    : undefined
}
