import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HEADER_FIELDS } from './draft.ts'

const source = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

// Types cannot check these places: an input of the form, a column of the list, a fact of the details or of the voucher may be missing.
test.each(HEADER_FIELDS)(
  '%s of a payment is in the form, the list, the details and the printed voucher',
  (field) => {
    expect(source('./HeaderFields.tsx')).toContain(`field('${field}')`)
    expect(source('../columns.tsx')).toMatch(new RegExp(`(key: |Column\\()'${field}'`))
    expect(source('../Detail.tsx')).toMatch(new RegExp(`\\b(data|payment)\\.${field}\\b`))
    expect(source('../print/VoucherSheet.tsx')).toMatch(new RegExp(`\\b(data|payment)\\.${field}\\b`))
  },
)
