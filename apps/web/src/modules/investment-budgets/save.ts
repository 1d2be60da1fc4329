import type { InvestmentBudget } from '@pianzhang/contract/investment-budgets'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { isGone, listIfGone } from '../../platform/ledger/list.ts'
import { BASE, KEY } from './api.ts'

const at = (code: string): string => `${BASE}/${encodeURIComponent(code)}`

/** The save button stays loading for so long after a call has finished (seeds, 002 §9). */
const LINGER_MS = 1_000
const lingering = <T>(call: Promise<T>): Promise<T> =>
  call.finally(() => new Promise((resolve) => setTimeout(resolve, LINGER_MS)))

export const createBudget = (body: object, idempotencyKey: string): Promise<Answer<InvestmentBudget>> =>
  lingering(api.post<InvestmentBudget>(BASE, body, { idempotencyKey, handled }))
export const updateBudget = (
  code: string,
  body: object,
  idempotencyKey: string,
): Promise<Answer<InvestmentBudget>> =>
  lingering(api.put<InvestmentBudget>(at(code), body, { idempotencyKey, handled }).catch(listIfGone(KEY)))

/** As it is now; undefined: deleted meanwhile. */
export const latestBudget = (code: string): Promise<InvestmentBudget | undefined> =>
  api.get<InvestmentBudget>(at(code), undefined, { handled }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    },
  )
