import { MAX_VOUCHERS } from '@pianzhang/contract/attachments'
import type { FieldError } from '@pianzhang/contract/errors'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import { type FileField, findUploads, uploadFault, VOUCHERS } from './find.ts'

/** A field with files that are added to those of a record. */
interface AddedField extends FileField {
  field: string
  /** The files' name for people. */
  what: string
  most: number
}

/** Voucher pictures that an expense gets besides those that it has. */
export const ADDED_VOUCHERS: AddedField = {
  ...VOUCHERS,
  field: 'voucher_attachment_codes',
  what: '凭证图片',
  most: MAX_VOUCHERS,
}

/** What is wrong with the added files themselves: they do not exist, or are of another kind. */
export async function wrongAdded(
  tx: Tx,
  projectId: bigint,
  added: readonly string[],
  { field, ...files }: AddedField,
): Promise<FieldError[]> {
  const message = uploadFault(added, await findUploads(tx, projectId, added), files)
  return message === undefined ? [] : [{ field, message }]
}

/**
 * The union of a record's files and `added`, in this order, so that a repeated request adds nothing. Throws 422 for more than `most` files.
 */
export function withAdded(
  own: readonly string[],
  added: readonly string[],
  { field, what, most }: AddedField,
): string[] {
  const all = [...new Set([...own, ...added])]
  if (all.length > most)
    throw invalid([
      { field, message: `${what}最多 ${most} 个，已有 ${own.length} 个，本次 ${added.length} 个` },
    ])
  return all
}
