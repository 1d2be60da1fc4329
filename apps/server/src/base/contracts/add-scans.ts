import { type AddedScans, type Contract, type ContractUpdate, MAX_SCANS } from '@pianzhang/contract/contracts'
import { fenOf } from '@pianzhang/contract/money'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { withAdded, wrongAdded } from '../attachments/added-files.ts'
import { readContract } from './load.ts'
import { lockContracts } from './lock.ts'
import type { ContractRule } from './rule.ts'
import { updateContract } from './save.ts'
import { SCANS } from './scans.ts'

const ADDED = { ...SCANS, field: 'scan_attachment_codes', what: '合同扫描件', most: MAX_SCANS }

/** Adds scans to a contract; two people who do so at once both add theirs. */
export async function addScans(
  tx: Tx,
  context: ProjectContext,
  rules: readonly ContractRule[],
  { params, body }: Input<{ code: string }, unknown, AddedScans>,
): Promise<Contract> {
  await lockContracts(tx, context.project.id, [params.code])
  const contract = await readContract(tx, context, params.code)
  const own = contract.scans.map(({ code }) => code)
  const wrong = await wrongAdded(tx, context.project.id, body.scan_attachment_codes, ADDED)
  if (wrong.length > 0) throw invalid(wrong)
  const codes = withAdded(own, body.scan_attachment_codes, ADDED)
  if (codes.length === own.length) return contract
  const { out_code, customer, category, amount_yuan, version } = contract
  const changed: ContractUpdate = {
    ...{ out_code, customer, amount: fenOf(amount_yuan), version },
    category: category.category_code as ContractUpdate['category'],
    scan_attachment_codes: codes,
  }
  return await updateContract(tx, context, rules, { params, query: undefined, body: changed })
}
