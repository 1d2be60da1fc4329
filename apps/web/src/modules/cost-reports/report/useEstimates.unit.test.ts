import { expect, test, vi } from 'vitest'
import { wouldBeLost } from './useEstimates.ts'

// Files of the platform listen to the window's events as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => {})
})

test('what is being typed or could not be saved would be lost, and not what is saved or on its way', () => {
  const states = ['typing', 'failed', 'conflict', 'saving', 'saved'] as const
  expect(states.map((state) => wouldBeLost([{ state }]))).toEqual([true, true, true, false, false])
})
