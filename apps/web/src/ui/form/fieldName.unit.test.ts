import { fieldPath } from '@pianzhang/contract/errors'
import { expect, it } from 'vitest'
import { fieldName } from './fieldName.ts'

it.each([
  ['name', ['name']],
  ['cost_execution_details[1].pay_amount', ['cost_execution_details', 1, 'pay_amount']],
  ['codes[0]', ['codes', 0]],
])('%s is the field %j', (field, name) => {
  expect(fieldName(field)).toEqual(name)
  expect(fieldPath(name)).toBe(field)
})
