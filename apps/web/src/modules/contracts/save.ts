import type { Contract } from '@pianzhang/contract/contracts'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { contracts } from './api.ts'

const { at } = contracts

const asked = new Map<string, Promise<Contract>>()
/** Loads ID number and account in full. The server logs each access, so the clicks of a double click share one call. */
export function revealContract(code: string): Promise<Contract> {
  const current = asked.get(code)
  if (current) return current
  const answer = api
    .get<Contract>(at(code), { reveal: '1' })
    .then(({ data }) => data)
    .finally(() => asked.delete(code))
  asked.set(code, answer)
  return answer
}

export const bindSupplement = (
  code: string,
  supplement: string,
  idempotencyKey: string,
): Promise<Answer<object>> =>
  api.post<object>(
    `${at(code)}/binding`,
    { supplement_contract_code: supplement },
    { idempotencyKey, handled },
  )

export const unbindSupplement = (code: string): Promise<Answer<unknown>> => api.delete(`${at(code)}/binding`)
