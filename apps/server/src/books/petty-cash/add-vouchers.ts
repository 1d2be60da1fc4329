import type { AddedVouchers } from '@pianzhang/contract/attachments'
import type { PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { ADDED_VOUCHERS, withAdded, wrongAdded } from '../../base/attachments/added-files.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { readPettyCashDetail } from './load.ts'
import { lockOpen } from './lock.ts'
import { storedOf, updatePettyCashDetail } from './save.ts'

/** Adds voucher pictures to an open detail; two people who do so at once both add theirs. */
export async function addVouchers(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, AddedVouchers>,
): Promise<PettyCashDetail> {
  await lockOpen(tx, context.project.id, [params.code], '修改')
  const detail = await readPettyCashDetail(tx, context, params.code)
  const stored = storedOf(detail)
  const own = stored.voucher_attachment_codes
  const added = body.voucher_attachment_codes
  const wrong = await wrongAdded(tx, context.project.id, added, ADDED_VOUCHERS)
  if (wrong.length > 0) throw invalid(wrong)
  const codes = withAdded(own, added, ADDED_VOUCHERS)
  if (codes.length === own.length) return detail
  const changed = { ...stored, voucher_attachment_codes: codes, version: detail.version }
  return await updatePettyCashDetail(tx, context, { params, query: undefined, body: changed })
}
