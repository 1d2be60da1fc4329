import type { Receipt } from '@pianzhang/contract/investment-executions'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { isGone, listIfGone } from '../../platform/ledger/list.ts'
import { BASE, KEY } from './api.ts'

const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const createReceipt = (body: object, idempotencyKey: string): Promise<Answer<Receipt>> =>
  api.post<Receipt>(BASE, body, { idempotencyKey, handled })
export const updateReceipt = (code: string, body: object, idempotencyKey: string): Promise<Answer<Receipt>> =>
  api.put<Receipt>(at(code), body, { idempotencyKey, handled }).catch(listIfGone(KEY))

/** As it is now; undefined: deleted meanwhile. */
export const latestReceipt = (code: string): Promise<Receipt | undefined> =>
  api.get<Receipt>(at(code), undefined, { handled }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    },
  )
