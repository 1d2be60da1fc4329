import { addDays } from '@pianzhang/contract/calendar'
import { type Contract, contractBody } from '@pianzhang/contract/contracts'
import { idNumberWarning } from '@pianzhang/contract/id-number'
import { bindSupplement } from '../../modules/contracts/binding.ts'
import { createContract } from '../../modules/contracts/save.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { PARTIES, SUPPLEMENTS } from './content.ts'

/** Adds contracts, signed in the weeks before the shooting, and supplements; returns the contracts' codes by party. */
export async function addContracts(
  tx: Tx,
  context: ProjectContext,
  firstDay: string,
  payees: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const create = (fields: Record<string, unknown>) =>
    createContract(tx, context, { params: {}, query: {}, body: contractBody.parse(fields) })
  const contracts = new Map<string, { saved: Contract; fields: Record<string, unknown> }>()
  for (const [index, party] of PARTIES.entries()) {
    const fields = {
      out_code: `HT-${firstDay.slice(0, 4)}-${String(index + 1).padStart(3, '0')}`,
      customer: party.payer,
      id_number: isCompany(party.payer) ? creditCode(index + 1) : '',
      category: party.category,
      amount: party.amount,
      sign_at: addDays(firstDay, index - PARTIES.length),
      income_bank_name: '某某银行某某支行',
      payee_code: payees.get(party.payer) ?? null,
      income_bankcard_username: party.payer,
      income_bankcard_account: `62220000000000${String(1000 + index)}`,
    }
    contracts.set(party.payer, { saved: await create(fields), fields })
  }
  for (const [index, { payer, amount, remark }] of SUPPLEMENTS.entries()) {
    const main = contracts.get(payer)
    if (!main) throw new Error(`no contract with ${payer}`)
    const { saved, fields } = main
    const sign_at = addDays(firstDay, 30 + 20 * index)
    const supplement = await create({ ...fields, out_code: `${saved.out_code}-补1`, amount, sign_at, remark })
    await bindSupplement(tx, context, {
      params: { code: saved.code },
      query: {},
      body: { supplement_contract_code: supplement.code },
    })
  }
  return new Map([...contracts].map(([payer, { saved }]) => [payer, saved.code]))
}

const isCompany = (name: string) => name.length > 4

/** An invented unified social credit code with a right check character. */
function creditCode(number: number): string {
  const body = `91110105MA${String(number).padStart(7, '0')}`
  const checks = [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].map((check) => body + check)
  return checks.find((code) => idNumberWarning(code) === null) ?? ''
}
