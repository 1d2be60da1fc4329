import type { CostReportRow } from '@pianzhang/contract/cost-report'
import type { Draft } from '../figures.ts'

/** An edit that can be undone. */
export interface Step {
  id: string
  row: CostReportRow
  /** What the server had before it. */
  before: Draft
}

const MOST_STEPS = 50

export const withStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  [...steps, step].slice(-MOST_STEPS)

/** Without an edit that was not saved: a later one of the same subject goes back to where this one began. */
export function withoutStep(steps: readonly Step[], id: string): readonly Step[] {
  const at = steps.findIndex((step) => step.id === id)
  const failed = steps[at]
  if (!failed) return steps
  const next = steps.findIndex((step, index) => index > at && step.row.code === failed.row.code)
  return steps.flatMap((step, index) => {
    if (index === at) return []
    return index === next ? { ...step, before: failed.before } : step
  })
}

/** Without those of a subject that a colleague has saved meanwhile: to undo one would overwrite it. */
export const withoutSubject = (steps: readonly Step[], code: string): readonly Step[] =>
  steps.filter(({ row }) => row.code !== code)
