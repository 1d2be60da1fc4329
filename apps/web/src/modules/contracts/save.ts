import { contractApi } from '@pianzhang/contract/api/base'
import type { Contract } from '@pianzhang/contract/contracts'
import { call, read } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'

const asked = new Map<string, Promise<Contract>>()
/** Loads ID number and account in full. The server logs each access, so the clicks of a double click share one call. */
export function revealContract(code: string): Promise<Contract> {
  const current = asked.get(code)
  if (current) return current
  const answer = read(contractApi.show, { params: { code }, query: { reveal: '1' } }).finally(() =>
    asked.delete(code),
  )
  asked.set(code, answer)
  return answer
}

export const bindSupplement = (code: string, supplement: string, idempotencyKey: string) =>
  call(contractApi.bind, {
    params: { code },
    body: { supplement_contract_code: supplement },
    idempotencyKey,
    handled,
  })

export const unbindSupplement = (code: string) => call(contractApi.unbind, { params: { code } })
