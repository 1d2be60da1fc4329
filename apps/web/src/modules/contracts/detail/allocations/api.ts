import { contractApi } from '@pianzhang/contract/api/base'
import { call } from '../../../../platform/api/api.ts'
import type { BodyOf } from '../../../../platform/api/endpoint.ts'
import { handled } from '../../../../platform/api/handled.ts'

export const saveAllocations = (
  code: string,
  body: BodyOf<typeof contractApi.saveAllocations>,
  idempotencyKey: string,
) => call(contractApi.saveAllocations, { params: { code }, body, idempotencyKey, handled })
export const settle = (code: string, body: BodyOf<typeof contractApi.settle>, idempotencyKey: string) =>
  call(contractApi.settle, { params: { code }, body, idempotencyKey, handled })
