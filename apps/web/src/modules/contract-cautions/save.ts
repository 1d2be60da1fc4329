import type { Reminder } from '@pianzhang/contract/contract-cautions'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { isGone, listIfGone } from '../../platform/ledger/list.ts'
import { at, BASE, KEY } from './api.ts'

export const createReminder = (body: object, idempotencyKey: string): Promise<Answer<Reminder>> =>
  api.post<Reminder>(BASE, body, { idempotencyKey, handled })
export const updateReminder = (
  code: string,
  body: object,
  idempotencyKey: string,
): Promise<Answer<Reminder>> =>
  api.put<Reminder>(at(code), body, { idempotencyKey, handled }).catch(listIfGone(KEY))

/** As it is now; undefined: deleted meanwhile. */
export const latestReminder = (code: string): Promise<Reminder | undefined> =>
  api.get<Reminder>(at(code), undefined, { handled }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    },
  )
