import { type AddedVouchers, MAX_VOUCHERS } from '@pianzhang/contract/attachments'
import type { Imprest } from '@pianzhang/contract/imprests'
import type { Tx } from '../../platform/database/database.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { withAdded } from '../attachments/added.ts'
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
  const codes = withAdded(stored.voucher_attachment_codes, body.voucher_attachment_codes, {
    field: 'voucher_attachment_codes',
    what: '凭证图片',
    most: MAX_VOUCHERS,
  })
  if (codes.length === stored.voucher_attachment_codes.length) return imprest
  const changed = { ...stored, voucher_attachment_codes: codes, version: imprest.version }
  return await updateImprest(tx, context, { params, query: undefined, body: changed })
}
