import { expect, test } from 'vitest'
import { rowsAt } from './useWindow.ts'

test('every row in sight is drawn, at any scroll position, height of rows and height of the window', () => {
  for (const rowHeight of [32, 36, 44])
    for (const height of [300, 900, 2160])
      for (let scrollTop = 0; scrollTop < 40_000; scrollTop += 333) {
        const { first, drawn } = rowsAt(scrollTop, height, rowHeight)
        expect(first * rowHeight).toBeLessThanOrEqual(scrollTop)
        expect((first + drawn) * rowHeight).toBeGreaterThanOrEqual(scrollTop + height)
      }
})
