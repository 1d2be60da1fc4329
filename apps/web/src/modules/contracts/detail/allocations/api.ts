import type { Contract } from '@pianzhang/contract/contracts'
import { type Answer, api } from '../../../../platform/api/api.ts'
import { handled } from '../../../../platform/api/handled.ts'
import { contracts } from '../../api.ts'

export const saveAllocations = (
  code: string,
  body: object,
  idempotencyKey: string,
): Promise<Answer<Contract>> =>
  api.put<Contract>(`${contracts.at(code)}/allocations`, body, { idempotencyKey, handled })
export const settle = (code: string, body: object, idempotencyKey: string): Promise<Answer<Contract>> =>
  api.put<Contract>(`${contracts.at(code)}/settlement`, body, { idempotencyKey, handled })
