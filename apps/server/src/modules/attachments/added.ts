import { MAX_VOUCHERS } from '@pianzhang/contract/attachments'
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

/**
 * The files that a record has, followed by those of `added` that it lacks: a request that is sent twice adds them once. Throws 422 for more
 * files than the field takes, and for files that are of another kind or do not exist.
 */
export async function withAdded(
  tx: Tx,
  projectId: bigint,
  own: readonly string[],
  added: readonly string[],
  { field, what, most, ...files }: AddedField,
): Promise<string[]> {
  const fault = uploadFault(added, await findUploads(tx, projectId, added), files)
  if (fault !== undefined) throw invalid([{ field, message: fault }])
  const all = [...new Set([...own, ...added])]
  if (all.length > most)
    throw invalid([
      { field, message: `${what}最多 ${most} 个，已有 ${own.length} 个，本次 ${added.length} 个` },
    ])
  return all
}
