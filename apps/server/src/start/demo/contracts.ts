import { addDays } from '@pianzhang/contract/calendar'
import { type Contract, contractBody } from '@pianzhang/contract/contracts'
import { bindSupplement } from '../../base/contracts/binding.ts'
import { createContract } from '../../base/contracts/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { PARTIES, SUPPLEMENTS } from './content.ts'
import { bankOf, creditCodeOf } from './payees.ts'
import { workingTime } from './times.ts'

/** Adds contracts, signed in the weeks before the shooting, and supplements; returns the contracts' codes by party. */
export async function addContracts(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
  payees: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const create = (index: number, sign_at: string, fields: Record<string, unknown>) =>
    createContract(
      tx,
      { ...context, now: workingTime(sign_at, index) },
      { params: {}, query: {}, body: contractBody.parse({ ...fields, sign_at }) },
    )
  const contracts = new Map<string, { saved: Contract; fields: Record<string, unknown> }>()
  for (const [index, party] of PARTIES.entries()) {
    const { bank_name, account } = bankOf(party.party)
    const fields = {
      out_code: `HT-${firstDay.slice(0, 4)}-${String(index + 1).padStart(3, '0')}`,
      customer: party.party,
      id_number: creditCodeOf(party.party),
      category: party.category,
      amount: party.amount,
      income_bank_name: bank_name,
      payee_code: payees.get(party.party) ?? null,
      income_bankcard_username: party.party,
      income_bankcard_account: account,
    }
    const sign_at = addDays(firstDay, index - PARTIES.length)
    contracts.set(party.party, { saved: await create(index, sign_at, fields), fields })
  }
  for (const [index, { party, amount, remark }] of SUPPLEMENTS.entries()) {
    const main = contracts.get(party)
    if (!main) throw new Error(`no contract with ${party}`)
    const { saved, fields } = main
    const sign_at = addDays(firstDay, 30 + 20 * index)
    const out_code = `${saved.out_code}-补1`
    const supplement = await create(index, sign_at, { ...fields, out_code, amount, remark })
    await bindSupplement(
      tx,
      { ...context, now: workingTime(sign_at, index + 1) },
      {
        params: { code: saved.code },
        query: {},
        body: { supplement_contract_code: supplement.code },
      },
    )
  }
  return new Map([...contracts].map(([party, { saved }]) => [party, saved.code]))
}
