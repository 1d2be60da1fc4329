import { expect, test } from 'vitest'
import { isAbove, isUnbudgeted } from '../src/compared.ts'

test.each([
  // used, budget, above, without a budget
  [101n, 100n, true, false],
  [100n, 100n, false, false],
  [5n, 0n, true, true],
  [5n, -30025n, true, true],
  [0n, 0n, false, false],
  [0n, -30025n, false, false],
  [-5n, 0n, false, false],
  [-5n, -30025n, false, false],
])('%s of %s fen', (executed, budget, above, unbudgeted) => {
  expect([isAbove({ executed, budget }), isUnbudgeted({ executed, budget })]).toEqual([above, unbudgeted])
})
