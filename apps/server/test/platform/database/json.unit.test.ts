import { expect, test } from 'vitest'
import { jsonFor } from '../../../src/platform/database/json.ts'

test('half of a pair and NUL become U+FFFD, all else stays', () => {
  const value = { a: 'x\ud83d', b: ['\udc00y', 'z\0'], c: '😀\\ud83d\\u0000', d: null, e: 12 }
  expect(JSON.parse(jsonFor(value))).toEqual({ ...value, a: 'x\ufffd', b: ['\ufffdy', 'z\ufffd'] })
})

test('bigints are texts', () => {
  expect(jsonFor([2n ** 63n])).toBe('["9223372036854775808"]')
})
