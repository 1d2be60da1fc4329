import { type Band, ruleSentences } from '@pianzhang/contract/approval-rules'
import { fieldPath } from '@pianzhang/contract/errors'
import { yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { type ApprovalRules, approvalRulesBody } from '@pianzhang/contract/payment-requests'
import { newKey } from '../../../platform/api/unanswered.ts'
import { typedAmount } from '../../../ui/form/rules.ts'

/** The bands of the rules as they are typed. Pure functions. */

export interface TypedStep {
  /** Identity in the form. */
  key: string
  /** Of roles and people. */
  codes: string[]
}
export interface TypedBand {
  key: string
  from: string
  steps: TypedStep[]
}

export const newStep = (codes: string[] = []): TypedStep => ({ key: newKey(), codes })
export const newBand = (from = ''): TypedBand => ({ key: newKey(), from, steps: [newStep()] })

export const typedOf = ({ bands }: Pick<ApprovalRules, 'bands'>): TypedBand[] =>
  bands.map(({ from_yuan, steps }) => ({
    key: newKey(),
    from: from_yuan,
    steps: steps.map((step) => newStep(step.map(({ code }) => code))),
  }))

/** As the API takes them. */
export const bandsOf = (bands: readonly TypedBand[]) =>
  bands.map(({ from, steps }) => ({ from: typedAmount(from), steps: steps.map(({ codes }) => codes) }))

/** The first band begins with 0, whichever it is. */
export const fromZero = (bands: readonly TypedBand[]): TypedBand[] =>
  bands.map((band, at) => (at === 0 ? { ...band, from: '0.00' } : band))

/** Messages by the API's path: `bands[1].steps[0]`. */
export type Faults = ReadonlyMap<string, string>

const AMOUNT = /^bands\[(\d+)\]\.from$/
const PLACE = /^bands(\[\d+\](\.from|\.steps(\[\d+\])?)?)?/

/** By the place in the form: what is wrong with one of a step's codes is said of the step. */
export function faultsOf(errors: readonly { field: string; message: string }[]): Faults {
  const faults = new Map<string, string>()
  for (const { field, message } of errors) {
    const place = PLACE.exec(field)?.[0] ?? field
    if (!faults.has(place)) faults.set(place, message)
  }
  return faults
}

export function faultsIn(bands: readonly TypedBand[]): Faults {
  const { error } = approvalRulesBody.shape.bands.safeParse(bandsOf(bands))
  return faultsOf(
    (error?.issues ?? []).map(({ path, message }) => {
      const field = fieldPath(['bands', ...path])
      const at = AMOUNT.exec(field)?.[1]
      // Of an amount that cannot be worked out the schema sees only its text.
      const typed = at === undefined ? '' : (bands[Number(at)]?.from ?? '')
      return { field, message: (typed.trim() !== '' && parseField(typed).error) || message }
    }),
  )
}

/** The sentences of what is typed; null while an amount is missing or out of order. */
export function sentencesOf(
  bands: readonly TypedBand[],
  nameOf: (code: string) => string | undefined,
): string[] | null {
  const named = bands.map(({ from, steps }) => ({
    from: parseField(from).fen,
    steps: steps.map(({ codes }) =>
      codes.length === 0 ? ['（未选审批人）'] : codes.map((code) => nameOf(code) ?? '（已删除）'),
    ),
  }))
  const isOrdered = named.every(
    ({ from }, at) => from !== undefined && (at === 0 || from > (named[at - 1]?.from ?? from)),
  )
  return isOrdered ? ruleSentences(named as Band<readonly string[]>[]) : null
}

/** Equal content gives equal text. */
export const contentOf = (bands: readonly TypedBand[]): string =>
  JSON.stringify(
    bands.map(({ from, steps }) => {
      const { fen } = parseField(from)
      return [fen === undefined ? from.trim() : yuan(fen), ...steps.map(({ codes }) => codes)]
    }),
  )

/** `items` with the one at `at` moved by `by` places; unchanged where there is no such place. */
export function moved<T>(items: readonly T[], at: number, by: number): T[] {
  const item = items[at]
  if (item === undefined || items[at + by] === undefined) return [...items]
  return items.toSpliced(at, 1).toSpliced(at + by, 0, item)
}
