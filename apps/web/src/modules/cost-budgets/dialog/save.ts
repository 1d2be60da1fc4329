import type { CostBudget } from '@pianzhang/contract/cost-budgets'
import { type Answer, api } from '../../../platform/api/api.ts'
import { handled } from '../../../platform/api/handled.ts'
import { isGone, listIfGone } from '../../../platform/ledger/list.ts'
import { BASE, KEY } from '../api.ts'

const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

export const createBudget = (body: object, idempotencyKey: string): Promise<Answer<CostBudget>> =>
  api.post<CostBudget>(BASE, body, { idempotencyKey, handled })
export const updateBudget = (
  code: string,
  body: object,
  idempotencyKey: string,
): Promise<Answer<CostBudget>> =>
  api.put<CostBudget>(at(code), body, { idempotencyKey, handled }).catch(listIfGone(KEY))

/** As it is now; undefined: deleted meanwhile. */
export const latestBudget = (code: string): Promise<CostBudget | undefined> =>
  api.get<CostBudget>(at(code), undefined, { handled }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    },
  )
