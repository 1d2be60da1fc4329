import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HEADER_FIELDS } from './draft.ts'

const source = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

// None of these places can be checked by types: a form may leave out an input, a list a column, a page or a sheet of paper a fact.
test.each(HEADER_FIELDS)(
  '%s of a payment is in the form, the list, the details and the printed voucher',
  (field) => {
    expect(source('./HeaderFields.tsx')).toContain(`field('${field}')`)
    expect(source('../columns.tsx')).toMatch(new RegExp(`(key: |Column\\()'${field}'`))
    expect(source('../Detail.tsx')).toMatch(new RegExp(`\\b(data|payment)\\.${field}\\b`))
    expect(source('../print/VoucherSheet.tsx')).toMatch(new RegExp(`\\b(data|payment)\\.${field}\\b`))
  },
)
