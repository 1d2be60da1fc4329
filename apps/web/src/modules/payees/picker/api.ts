import { payeeApi } from '@pianzhang/contract/api/base'
import { selectApi } from '@pianzhang/contract/api/views'
import { kindOf } from '@pianzhang/contract/payee-kind'
import type { Payee } from '@pianzhang/contract/payees'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/api.ts'
import { underKey } from '../../../platform/api/unanswered.ts'
import { resourceChanged } from '../../../platform/changes/refresh.ts'
import { itemsOf } from '../../../platform/ledger/selects.ts'

/** The payees that the words name. */
export const searchQuery = (keywords: string) =>
  queryOptions({
    queryKey: ['selects', 'payees', keywords],
    meta: { shows: ['payee'] },
    // Each key asks anew, and the answer to a former one is dropped.
    queryFn: ({ signal }) => itemsOf(selectApi.payees, { query: { keywords }, signal }),
    staleTime: 60_000,
  })

/** The payee whose code is in the URL, so that the filter can show the name. */
export const payeeQuery = (code: string | undefined) =>
  queryOptions({
    queryKey: ['selects', 'payees', 'one', code],
    meta: { shows: ['payee'] },
    queryFn: ({ signal }) => itemsOf(selectApi.payees, { query: { codes: [code] }, signal, handled: true }),
    staleTime: 60_000,
    enabled: code !== undefined,
  })

/** A payee of this name, made in place: the rest is filled in later on its page. */
export async function addPayee(name: string): Promise<Payee> {
  const { data } = await underKey(`payee ${name}`, (idempotencyKey) =>
    call(payeeApi.create, { body: { name, kind: kindOf(name) }, idempotencyKey }),
  )
  await resourceChanged('payee')
  return data
}
