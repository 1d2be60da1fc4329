import { expect, test } from 'vitest'
import { filled } from './filled.ts'

test('a cleared select is null, so that the body names it', () => {
  const values = { role_code: undefined, name: '', project_codes: [], enabled: false, day: null }
  expect(JSON.parse(JSON.stringify(filled(values)))).toEqual({ ...values, role_code: null })
})
