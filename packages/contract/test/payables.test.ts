import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addDays } from '../src/calendar.ts'
import {
  BUCKETS,
  bucketDays,
  bucketOf,
  instalmentItem,
  instalmentsBody,
  type Planned,
  payInstalments,
  percentText,
  splitPercents,
  statusOf,
  WHOLE,
} from '../src/payables.ts'

const fen = fc.bigInt({ min: 1n, max: 10n ** 13n })
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n)

describe('percents of an amount', () => {
  test('the example of the specification', () => {
    expect(splitPercents(10_000_001n, [3_000n, 3_000n, 4_000n])).toEqual([3_000_000n, 3_000_000n, 4_000_001n])
  })

  test('of equal remainders the first gets the fen', () => {
    expect(splitPercents(1n, [5_000n, 5_000n])).toEqual([1n, 0n])
    expect(splitPercents(100n, [3_333n, 3_333n, 3_334n])).toEqual([33n, 33n, 34n])
  })

  test('come to the whole, each off by less than a fen, and none gets more than one with a larger share', () => {
    const percents = fc.array(fc.bigInt({ min: 1n, max: 2_000n }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fen, percents, fc.boolean(), (amount, some, whole) => {
        const given = whole ? [...some, WHOLE - sum(some)].filter((one) => one > 0n) : some
        const parts = splitPercents(amount, given)
        const exact = amount * sum(given)
        expect(sum(parts)).toBe((2n * exact + WHOLE) / (2n * WHOLE))
        if (whole && sum(given) === WHOLE) expect(sum(parts)).toBe(amount)
        for (const [index, percent] of given.entries()) {
          const off = (parts[index] ?? 0n) * WHOLE - amount * percent
          expect(off < WHOLE && off > -WHOLE).toBe(true)
        }
      }),
    )
  })

  test('are written as they were typed', () => {
    expect([3_000n, 3_333n, 50n, WHOLE].map(percentText)).toEqual(['30', '33.33', '0.5', '100'])
  })
})

const day = fc.integer({ min: -50, max: 90 }).map((days) => addDays('2026-11-22', days))
const instalment = fc.record({
  due: fc.option(day, { nil: null }),
  amount: fc.bigInt({ min: 1n, max: 1_000n }),
  named: fc.oneof(fc.constant(0n), fc.bigInt({ min: -500n, max: 1_500n })),
})
const plan = fc
  .array(instalment, { minLength: 1, maxLength: 6 })
  .map((all) => all.map((one, index): Planned => ({ ...one, seq: index + 1 })))
const other = fc.bigInt({ min: -4_000n, max: 7_000n })
const clamp = (value: bigint, from: bigint, to: bigint) => (value < from ? from : value > to ? to : value)

describe('what is paid on instalments', () => {
  test('lines pay what they name; the rest fills by due day, and is taken back from the last', () => {
    const of = (amount: bigint, named: bigint, due: string | null, seq: number): Planned => ({
      amount,
      named,
      due,
      seq,
    })
    const paid = (all: Planned[], rest: bigint) => payInstalments(all, rest).map((one) => one.paid)
    const three = [of(100n, 0n, null, 1), of(100n, 0n, '2026-12-01', 2), of(100n, 30n, '2026-11-01', 3)]
    expect(paid(three, 0n)).toEqual([0n, 0n, 30n])
    expect(paid(three, 100n)).toEqual([0n, 30n, 100n])
    expect(paid(three, 171n)).toEqual([1n, 100n, 100n])
    expect(paid(three, 999n)).toEqual([100n, 100n, 100n])
    expect(paid(three, -10n)).toEqual([0n, 0n, 20n])
    expect(paid(three, -40n)).toEqual([0n, 0n, 0n])
    // What a line pays beyond its instalment's amount goes to the contract's other instalments; a negative line of more than was paid on its own takes from them.
    expect(paid([of(100n, 150n, '2026-12-01', 1), of(100n, 0n, '2026-11-01', 2)], 0n)).toEqual([100n, 50n])
    expect(paid([of(100n, -20n, '2026-11-01', 1), of(100n, 50n, '2026-12-01', 2)], 0n)).toEqual([0n, 30n])
    // Of the same day the lower number comes first.
    expect(paid([of(100n, 0n, '2026-11-01', 2), of(100n, 0n, '2026-11-01', 1)], 60n)).toEqual([0n, 60n])
  })

  test('comes to what is paid on the contract, within the plan; nothing is negative or more than its amount', () => {
    fc.assert(
      fc.property(plan, other, (all, rest) => {
        const result = payInstalments(all, rest)
        const planned = sum(all.map(({ amount }) => amount))
        const total = rest + sum(all.map(({ named }) => named))
        expect(sum(result.map(({ paid }) => paid))).toBe(clamp(total, 0n, planned))
        for (const [index, { paid, rest: left }] of result.entries()) {
          expect(paid >= 0n && left >= 0n).toBe(true)
          expect(paid + left).toBe(all[index]?.amount)
        }
      }),
    )
  })

  test('does not depend on the order given; one more fen never lowers what is paid on any', () => {
    fc.assert(
      fc.property(plan, other, (all, rest) => {
        const before = payInstalments(all, rest)
        expect(payInstalments(all.toReversed(), rest).toReversed()).toEqual(before)
        for (const [index, { paid }] of payInstalments(all, rest + 1n).entries())
          expect(paid >= (before[index]?.paid ?? 0n)).toBe(true)
      }),
    )
  })

  test('without names an instalment is paid only when all due before it are', () => {
    fc.assert(
      fc.property(plan, fc.bigInt({ min: 0n, max: 7_000n }), (all, rest) => {
        const unnamed = all.map((one) => ({ ...one, named: 0n }))
        const result = payInstalments(unnamed, rest)
        for (const [a, first] of unnamed.entries())
          for (const [b, second] of unnamed.entries())
            if (
              first.due !== null &&
              (second.due === null || first.due < second.due) &&
              (result[b]?.paid ?? 0n) > 0n
            )
              expect(result[a]?.rest).toBe(0n)
      }),
    )
  })
})

describe('when an instalment is due', () => {
  const TODAY = '2026-11-22'
  test.each([
    ['2026-11-15', 0n, '逾期7天', 'overdue'],
    ['2026-11-21', 30n, '逾期1天', 'overdue'],
    ['2026-11-22', 0n, '今天', 'today'],
    ['2026-11-23', 0n, '7天内', 'week'],
    ['2026-11-29', 0n, '7天内', 'week'],
    ['2026-11-30', 0n, '未到期', 'month'],
    ['2026-12-22', 0n, '未到期', 'month'],
    ['2026-12-23', 0n, '未到期', 'later'],
    ['2026-12-23', 1n, '部分支付', 'later'],
    [null, 0n, '待达成', 'waiting'],
    [null, 1n, '部分支付', 'waiting'],
  ] as const)('%s, %s paid: %s', (due, paid, text, bucket) => {
    expect(statusOf({ paid, rest: 100n - paid, due }, TODAY).text).toBe(text)
    expect(bucketOf(due, TODAY)).toBe(bucket)
  })

  test('paid up, and money to receive', () => {
    expect(statusOf({ paid: 100n, rest: 0n, due: '2026-01-01' }, TODAY)).toEqual({
      state: 'paid',
      text: '已付清',
    })
    expect(statusOf({ paid: 100n, rest: 0n, due: null }, TODAY, 'in').text).toBe('已收清')
    expect(statusOf({ paid: 1n, rest: 1n, due: null }, TODAY, 'in').text).toBe('部分收款')
  })

  test('the days of the buckets are all days, each once', () => {
    fc.assert(
      fc.property(day, (due) => {
        const own = BUCKETS.map(({ code }) => code).filter((bucket) => {
          if (bucket === 'waiting') return false
          const [from, to] = bucketDays(bucket, TODAY)
          return (from === null || due >= from) && (to === null || due <= to)
        })
        expect(own).toEqual([bucketOf(due, TODAY)])
      }),
    )
  })
})

test('a plan is well-formed: percents in all ways that people write them', () => {
  const item = { title: '定金', kind: 'date', due_at: '2026-12-01' }
  const parse = (more: object) => instalmentsBody.safeParse({ items: [{ ...item, ...more }] })
  for (const percent of [30, '30', ' 30% ', '30.00', '30％'])
    expect(parse({ percent }).data?.items[0]?.percent).toBe(3_000n)
  for (const percent of [0, -1, '100.01', '33.333', 'a', true])
    expect(parse({ percent }).error?.issues[0]?.path).toEqual(['items', 0, 'percent'])
  expect(parse({ amount: '1.00', percent: '' }).data?.items[0]).toMatchObject({ amount: 100n, percent: null })
  expect(parse({}).error?.issues.map(({ path }) => path.join('.'))).toEqual(['items.0.amount'])
})

test('the published pattern of a percent takes what the schema takes', () => {
  const { percent } = z.toJSONSchema(instalmentItem, { io: 'input' }).properties as {
    percent: { anyOf: [{ anyOf: [{ pattern: string }] }] }
  }
  const pattern = new RegExp(percent.anyOf[0].anyOf[0].pattern, 'u')
  const takes = (text: string) =>
    instalmentItem.safeParse({ title: '定金', kind: 'date', due_at: '2026-12-01', percent: text }).success
  for (const text of ['100', '100.00', '100%', '99.99', '30', '30.5 %', '30％', '0.01']) {
    expect(takes(text), text).toBe(true)
    expect(text).toMatch(pattern)
  }
  for (const text of ['100.01', '101', '1000', '33.333', '-1', '30.', 'a', '%']) {
    expect(takes(text), text).toBe(false)
    expect(text).not.toMatch(pattern)
  }
})
