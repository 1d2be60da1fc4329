import { FAILURES } from '@pianzhang/contract/errors'
import type { CreatedInvoices, Invoice, InvoiceRow } from '@pianzhang/contract/invoices'
import { api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { underKey } from '../../platform/api/unanswered.ts'
import { invoices } from './api.ts'

/**
 * Time limit in ms. Reading ten files takes the server seconds, a minute if it waits for other people's files. A look-up asks a provider
 * several times before it counts as unreachable.
 */
const LONG = 90_000

/** Returns one result per file, in the order of the codes; a zip has one per original in it. `refused`: other files in a zip. */
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

/** Typed values by the names of the API; '' empties a field. */
export type TypedFields = Readonly<Record<string, string>>

/** 真伪查验. Empty parameters of this GET count, so the query string is built here. The dialog shows failures. */
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

type Voided = Pick<InvoiceRow, 'code' | 'version'>

export const voidInvoice = ({ code, version }: Voided, reason: string, idempotencyKey: string) =>
  api.post<unknown>(`${invoices.at(code)}/void`, { reason, version }, { idempotencyKey, handled })

/** All or none. */
export const voidInvoices = (codes: readonly string[], reason: string, idempotencyKey: string) =>
  api.post<unknown>(
    `${invoices.base}/batch/void`,
    { codes, reason },
    { idempotencyKey, handled, timeout: 30_000 },
  )

export const unvoidInvoice = ({ code, version }: Voided) =>
  underKey(`unvoid ${code}`, (idempotencyKey) =>
    api.post<unknown>(`${invoices.at(code)}/unvoid`, { version }, { idempotencyKey }),
  )
