import { expect, test } from 'vitest'
import { type DraftLine, nextKey } from './draft.ts'
import { amounts, draftWith, edited, line, met } from './draftSamples.ts'
import { withSameLines } from './sameLines.ts'

/** A request as it is loaded: its lines are numbered by their places. */
const placed = (lines: readonly DraftLine[]) =>
  draftWith(lines.map((one, at) => ({ ...one, key: nextKey(), code: String(at + 1) })))
const subject = (pay_amount: string, subject_three_code: string) =>
  line(null, pay_amount, { subject_three_code })

test('lines that are known by their places alone: a removed one moves no field to its neighbours', () => {
  const base = placed([subject('1', 'a'), subject('2', 'b'), subject('3', 'c')])
  const mine = { ...base, lines: edited(base.lines, '2', { subject_three_code: '9' }) }
  const latest = withSameLines(base, placed([subject('2', 'b'), subject('3', 'c')]))
  const { draft, report } = met(base, mine, latest)
  expect(draft.lines.map((one) => `${one.pay_amount} ${one.subject_three_code}`)).toEqual(['2 9', '3 c'])
  expect(report().rows).toEqual([])
})

test('an amount that a window changed on the last line stands once, also where the other one added and removed lines', () => {
  const base = placed([subject('1', 'a'), subject('2', 'b'), subject('3', 'c')])
  const mine = { ...base, lines: edited(base.lines, '3', { pay_amount: '30' }) }
  const latest = withSameLines(base, placed([subject('0', 'z'), subject('1', 'a'), subject('3', 'c')]))
  expect(amounts(met(base, mine, latest).draft).map((text) => text.replace(/^.* /, ''))).toEqual([
    '0',
    '1',
    '30',
  ])
  // What both changed is a dispute, as with codes.
  const other = withSameLines(base, placed([subject('1', 'a'), subject('2', 'b'), subject('31', 'c')]))
  expect(met(base, mine, other).report().rows).toHaveLength(1)
})
