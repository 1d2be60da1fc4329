import { type FieldName, joined, NO_FIELDS, type OriginalFields } from './fields.ts'
import type { CodedInvoice } from './invoice-code.ts'
import { isListed } from './types.ts'

/** What says something of an invoice: the form that a page shows, its QR code, and of an OFD the attached XML and the data of its root. */
export type Source = 'page' | 'code' | 'attached' | 'custom'

/** A field of which two sources of one invoice say different things. */
export interface Difference {
  field: FieldName
  said: readonly [Saying, Saying]
}
interface Saying {
  source: Source
  value: string | bigint
}

const COMPARED = [
  'invoice_number',
  'invoice_code',
  'invoice_type',
  'billing_date',
  'amount_without_tax',
  'tax_amount',
  'total_amount',
] as const

/** The fields that both sources have and that differ. */
export function differencesOf(
  [one, first]: readonly [Source, OriginalFields],
  [other, second]: readonly [Source, OriginalFields],
): Difference[] {
  return COMPARED.flatMap((field): Difference[] => {
    const [a, b] = [first[field], second[field]]
    if (a === null || b === null || a === '' || b === '' || a === b) return []
    // A type that nobody has named may be another code of the same.
    if (field === 'invoice_type' && ![a, b].every((code) => isListed(String(code)))) return []
    return [
      {
        field,
        said: [
          { source: one, value: a },
          { source: other, value: b },
        ],
      },
    ]
  })
}

/** Both sources in one; where they differ, the first as it is, so that no invoice is made of two. */
export function compared(
  first: readonly [Source, OriginalFields],
  second: readonly [Source, OriginalFields],
): { fields: OriginalFields; differences: Difference[] } {
  const differences = differencesOf(first, second)
  return { fields: differences.length === 0 ? joined(first[1], second[1]) : first[1], differences }
}

/** The fields of a QR code as those of an original. */
export const fieldsOfCode = (code: CodedInvoice): OriginalFields => ({ ...NO_FIELDS, ...code })
