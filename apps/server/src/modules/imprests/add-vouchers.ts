import type { AddedVouchers } from '@pianzhang/contract/attachments'
import type { Imprest } from '@pianzhang/contract/imprests'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { ADDED_VOUCHERS, withAdded, wrongAdded } from '../attachments/added-files.ts'
import { readImprest } from './load.ts'
import { lockOpen } from './lock.ts'
import { storedOf, updateImprest } from './save.ts'

/** Adds voucher pictures to an open detail; two people who do so at once both add theirs. */
export async function addVouchers(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, AddedVouchers>,
): Promise<Imprest> {
  await lockOpen(tx, context.project.id, [params.code], '修改')
  const imprest = await readImprest(tx, context, params.code)
  const stored = storedOf(imprest)
  const own = stored.voucher_attachment_codes
  const added = body.voucher_attachment_codes
  const wrong = await wrongAdded(tx, context.project.id, added, ADDED_VOUCHERS)
  if (wrong.length > 0) throw invalid(wrong)
  const codes = withAdded(own, added, ADDED_VOUCHERS)
  if (codes.length === own.length) return imprest
  const changed = { ...stored, voucher_attachment_codes: codes, version: imprest.version }
  return await updateImprest(tx, context, { params, query: undefined, body: changed })
}
