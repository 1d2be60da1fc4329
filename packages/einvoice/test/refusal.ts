import { expect } from 'vitest'
import { OriginalError, type OriginalErrorDetails, type OriginalReason } from '../src/index.ts'

export type Refusal = { reason: OriginalReason } & Omit<OriginalErrorDetails, 'cause'>

/** An error with this reason and at least these details. */
export const refusal = ({ reason, ...details }: Refusal) =>
  expect.toSatisfy((error: unknown) => {
    expect(error).toBeInstanceOf(OriginalError)
    const found = error as OriginalError
    expect(found.reason).toBe(reason)
    expect({ ...found.details, ...details }).toEqual(found.details)
    return true
  })
