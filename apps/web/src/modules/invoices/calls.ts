import { FAILURES } from '@pianzhang/contract/errors'
import type { CreatedInvoices, Invoice } from '@pianzhang/contract/invoices'
import { api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { invoices } from './api.ts'

/** Reading ten files takes the server seconds, a minute with the wait for others' files, and a provider is asked several times before it counts as unreachable. */
const LONG = 90_000

/** One invoice for each file, a zip's files apart, in the order of the codes; `refused`: what in a zip is none. */
export const addInvoices = async (
  attachment_codes: readonly string[],
  idempotencyKey: string,
): Promise<CreatedInvoices> =>
  (
    await api.post<CreatedInvoices>(
      invoices.base,
      { attachment_codes },
      { idempotencyKey, timeout: LONG, handled: [FAILURES.invalid.code] },
    )
  ).data

/** What was typed, by the API's names; '' empties a field. */
export type TypedFields = Readonly<Record<string, string>>

/** 真伪查验. A GET whose empty parameters count, so they are written out; its failures are shown by the dialog. */
export const lookUp = async (code: string, fields: TypedFields, version: number): Promise<Invoice> => {
  const query = new URLSearchParams({ ...fields, version: String(version) })
  return (
    await api.get<Invoice>(`${invoices.at(code)}/invoice_check?${query}`, undefined, {
      timeout: LONG,
      handled: true,
    })
  ).data
}

/** 人工核验. */
export const checkByHand = async (code: string, body: object, idempotencyKey: string): Promise<Invoice> =>
  (await api.put<Invoice>(`${invoices.at(code)}/check`, body, { idempotencyKey, handled })).data
