import { invoiceApi } from '@pianzhang/contract/api/base'
import { FAILURES } from '@pianzhang/contract/errors'
import type { InvoiceRow } from '@pianzhang/contract/invoices'
import { call, read } from '../../platform/api/api.ts'
import type { BodyOf } from '../../platform/api/endpoint.ts'
import { handled } from '../../platform/api/handled.ts'
import { underKey } from '../../platform/api/unanswered.ts'

/**
 * Time limit in ms. Reading ten files takes the server seconds, a minute if it waits for other people's files. A look-up asks a provider
 * several times before it counts as unreachable.
 */
const LONG = 90_000

/** Returns one result per file, in the order of the codes; a zip has one per original in it. `refused`: other files in a zip. */
export const addInvoices = (attachment_codes: readonly string[], idempotencyKey: string) =>
  read(invoiceApi.create, {
    body: { attachment_codes },
    idempotencyKey,
    timeout: LONG,
    handled: [FAILURES.invalid.code],
  })

/** Typed values by the names of the API; '' empties a field. */
export type TypedFields = Readonly<Record<string, string>>

/** 真伪查验. The dialog shows failures. */
export const lookUp = (code: string, fields: TypedFields, version: number) =>
  read(invoiceApi.checkAtProvider, {
    params: { code },
    query: { ...fields, version },
    keepsEmpty: true,
    timeout: LONG,
    handled: true,
  })

/** 人工核验. */
export const checkByHand = (code: string, body: BodyOf<typeof invoiceApi.check>, idempotencyKey: string) =>
  read(invoiceApi.check, { params: { code }, body, idempotencyKey, handled })

type Voided = Pick<InvoiceRow, 'code' | 'version'>

export const voidInvoice = ({ code, version }: Voided, reason: string, idempotencyKey: string) =>
  call(invoiceApi.void, { params: { code }, body: { reason, version }, idempotencyKey, handled })

/** All or none. */
export const voidInvoices = (codes: readonly string[], reason: string, idempotencyKey: string) =>
  call(invoiceApi.voidMany, { body: { codes, reason }, idempotencyKey, handled, timeout: 30_000 })

export const unvoidInvoice = ({ code, version }: Voided) =>
  underKey(`unvoid ${code}`, (idempotencyKey) =>
    call(invoiceApi.unvoid, { params: { code }, body: { version }, idempotencyKey }),
  )
