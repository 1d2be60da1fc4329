import { citizenDocument } from '@pianzhang/contract/id-number'
import { kindOf } from '@pianzhang/contract/payee-kind'
import type { PayeeBody } from '@pianzhang/contract/payees'

/** What a contract says of the party that is paid. */
export interface Party {
  name: string
  id_number: string
  bank_name: string
  account_name: string
  account: string
}

/** A payee for parties with the same `key`: an existing one, or one to be added. */
export interface Planned {
  key: string
  existing: bigint | null
  body: PayeeBody
}

const keyOf = (name: string, account: string): string => `${account} ${name}`

/**
 * One payee for each name and account. A contract without an account names the only payee of that name; where there are several accounts it stays
 * without (key null), as nobody knows which is meant.
 */
export function planPayees(
  parties: readonly Party[],
  existing: readonly { id: bigint; name: string; account: string }[],
): { planned: Planned[]; keys: (string | null)[] } {
  const known = new Map(existing.map(({ id, name, account }) => [keyOf(name, account), id]))
  const accounts = new Map<string, Set<string>>()
  for (const { name, account } of [...existing, ...parties]) {
    const own = accounts.get(name) ?? new Set()
    if (account !== '') own.add(account)
    accounts.set(name, own)
  }
  const planned = new Map<string, Planned>()
  const keys = parties.map((party) => {
    const own = [...(accounts.get(party.name) ?? [])]
    const withoutAccount = known.has(keyOf(party.name, ''))
    if (party.account === '' && own.length > 1 && !withoutAccount) return null
    const account = party.account === '' && !withoutAccount ? (own[0] ?? '') : party.account
    const key = keyOf(party.name, account)
    const before = planned.get(key)
    // The first contract that says an account says the bank, too.
    if (
      !before ||
      (before.body.account === account && before.body.bank_name === '' && party.bank_name !== '')
    )
      planned.set(key, { key, existing: known.get(key) ?? null, body: bodyOf(party, account) })
    return key
  })
  return { planned: [...planned.values()], keys }
}

const bodyOf = (party: Party, account: string): PayeeBody => {
  const kind = kindOf(party.name)
  return {
    name: party.name,
    kind,
    id_type: party.id_number === '' ? null : kind === '0' ? (citizenDocument(party.id_number) ?? '9') : '2',
    id_number: party.id_number,
    phone: '',
    bank_name: party.bank_name,
    bank_code: '',
    province: '',
    city: '',
    account_name: party.account_name,
    account,
    resident: true,
    remark: '',
  }
}
