import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HEADER_FIELDS } from './draft.ts'

const source = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

// Neither place can be checked by types: a form may leave out an input, and a list a column.
test.each(HEADER_FIELDS)('%s of a payment has its input in the form and its column in the list', (field) => {
  expect(source('./HeaderFields.tsx')).toContain(`field('${field}')`)
  expect(source('../columns.tsx')).toMatch(new RegExp(`(key: |Column\\()'${field}'`))
})
