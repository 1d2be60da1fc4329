import { expect, test } from 'vitest'
import { referred } from './useSeen.ts'

test('what several versions refer to is named once, as the newest has it', () => {
  const seen = [
    { value: 'a', label: '新名' },
    { value: 'b', label: '乙' },
    null,
    { value: 'a', label: '旧名' },
  ]
  expect(referred(seen, (one) => one)).toEqual(seen.slice(0, 2))
})
