import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormImage } from '../../images/images.ts'
import { mergeFields } from './fields.ts'
import {
  isSame,
  keptOf,
  type MergeField,
  mergeEdits,
  overwritten,
  pick,
  reportOf,
  sideOf,
  storedOf,
  undoes,
  withEntries,
} from './merge.ts'

interface Values {
  payer: string
  amount: string
  type: string | null | undefined
  first: string
  second: string
  files: readonly FormImage[]
  codes: readonly string[]
}
const field = mergeFields<Values>()
const FIELDS = [
  field.text('payer', '付款方'),
  field.amount('amount', '付款金额'),
  field.choice('type', '付款类型', [{ value: '1', label: '报销' }]),
  field.group(['first', 'second'], '安排', ({ first, second }) => `${first} ${second}`),
  field.files('files', '凭证图片'),
  field.codes('codes', '参与项目', (code) => code),
]
const SINGLE = FIELDS.slice(0, 4)
const LISTS = FIELDS.slice(4)
const file = (code: string): FormImage => ({ key: code, name: code })
const BASE: Values = {
  payer: '华映',
  amount: '1234.50',
  type: null,
  first: '',
  second: '',
  files: [file('a'), file('b')],
  codes: ['p', 'q'],
}
const namesOf = (values: Values) => values.files.map(({ name }) => name)

const words = fc.constantFrom('', '一', '二', '三')
const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
const values: fc.Arbitrary<Values> = fc.record({
  payer: words,
  amount: fc.constantFrom('', '1.00', '1', '1,000', '1000.00', '=5*2', '10.00'),
  type: fc.constantFrom(null, undefined, '', '1', '2'),
  first: words,
  second: words,
  files: keys.map((all) => all.map(file)),
  codes: keys,
})

test('a field that only one side changed is as that side left it', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, latest) => {
      const merged = mergeEdits(FIELDS, base, mine, latest)
      for (const one of FIELDS) {
        if (isSame(one, base, latest)) expect(isSame(one, merged.values, mine)).toBe(true)
        else if (isSame(one, base, mine)) expect(isSame(one, merged.values, latest)).toBe(true)
      }
    }),
  )
})

test('what both changed to different contents is as typed, and disputed; nothing else is', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, latest) => {
      const { values: merged, disputed } = mergeEdits(SINGLE, base, mine, latest)
      for (const one of SINGLE) {
        const both = !isSame(one, base, mine) && !isSame(one, base, latest) && !isSame(one, mine, latest)
        expect(disputed.includes(one)).toBe(both)
        if (both) expect(pick(one, merged)).toEqual(pick(one, mine))
      }
    }),
  )
})

test('of a list no entry is lost that one side added, and none comes back that one side removed', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, latest) => {
      const { values: merged, disputed } = mergeEdits(LISTS, base, mine, latest)
      expect(disputed).toEqual([])
      for (const name of ['a', 'b', 'c', 'd']) {
        const [was, own, theirs, now] = [base, mine, latest, merged].map((one) => namesOf(one).includes(name))
        expect(now).toBe(was ? own && theirs : own || theirs)
      }
    }),
  )
})

test('a save of the merged form overwrites exactly what is disputed', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, latest) => {
      const merged = mergeEdits(FIELDS, base, mine, latest)
      const disputed = new Set(merged.disputed.map(({ names }) => names[0] ?? ''))
      const report = reportOf(FIELDS, base, latest, merged.values, mine, disputed)
      expect(overwritten(report).map(({ key }) => key)).toEqual([...disputed])
    }),
  )
})

test('whoever chooses all of the colleague’s overwrites nothing', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, latest) => {
      const { values: merged, disputed } = mergeEdits(FIELDS, base, mine, latest)
      const chosen = Object.assign({}, merged, ...disputed.map((one) => pick(one, latest))) as Values
      expect(overwritten(reportOf(FIELDS, base, latest, chosen, mine, new Set()))).toEqual([])
    }),
  )
})

test('without a known beginning every difference is a dispute, and no entry of a list is lost', () => {
  const merged = mergeEdits(
    FIELDS,
    null,
    { ...BASE, payer: '我', files: [file('c')] },
    { ...BASE, amount: '9' },
  )
  expect(merged.disputed.map(({ label }) => label)).toEqual(['付款方', '付款金额'])
  expect(namesOf(merged.values)).toEqual(['c', 'a', 'b'])
})

test('an amount is the same however it is typed, and an empty field however it is emptied', () => {
  const same = (one: Partial<Values>, other: Partial<Values>) =>
    FIELDS.every((each) => isSame(each, { ...BASE, ...one }, { ...BASE, ...other }))
  expect(same({ amount: '1,234.5' }, { amount: '１２３４.50' })).toBe(true)
  expect(same({ amount: '=12*30' }, { amount: '360' })).toBe(true)
  expect(same({ amount: '' }, { amount: '0' })).toBe(false)
  expect(same({ amount: 'abc' }, { amount: 'abd' })).toBe(false)
  expect(same({ payer: ' 华映 ' }, { payer: '华映' })).toBe(true)
  expect(same({ type: null }, { type: undefined })).toBe(true)
  expect(same({ type: '' }, { type: undefined })).toBe(true)
  expect(same({ codes: ['q', 'p'] }, { codes: ['p', 'q'] })).toBe(true)
})

test('the steps of the finding: another field is kept, and the amount of the colleague stays', () => {
  const { values: merged } = mergeEdits(
    FIELDS,
    BASE,
    { ...BASE, payer: '改付款方' },
    { ...BASE, amount: '9999.99' },
  )
  expect(merged).toMatchObject({ payer: '改付款方', amount: '9999.99' })
})

test('a report names both values, what it was, and what a typed value would overwrite', () => {
  const latest = { ...BASE, amount: '9999.99', payer: '同事' }
  const mine = { ...BASE, amount: '1', payer: '华映' }
  const { values: merged, disputed } = mergeEdits(FIELDS, BASE, mine, latest)
  expect(disputed.map(({ label }) => label)).toEqual(['付款金额'])
  const keys = new Set(['amount'])
  const report = reportOf(FIELDS, BASE, latest, merged, mine, keys)
  expect(report.taken).toMatchObject([{ label: '付款方', before: '华映', theirs: '同事' }])
  expect(report.rows).toMatchObject([{ label: '付款金额', theirs: '9,999.99', mine: '1.00', chosen: 'mine' }])
  // The colleague's value was chosen; the row stays, so that the choice can be changed.
  const chosen = reportOf(FIELDS, BASE, latest, { ...merged, amount: '9,999.99' }, mine, keys)
  expect(chosen.rows).toMatchObject([{ theirs: '9,999.99', mine: '1.00', chosen: 'theirs' }])
  // The person edits a field that was taken over.
  const typed = reportOf(FIELDS, BASE, latest, { ...merged, payer: '第三' }, mine, keys)
  expect(overwritten(typed).map(({ label }) => label)).toEqual(['付款方', '付款金额'])
})

test('a form that forgets one of its values is refused by the types', () => {
  // @ts-expect-error second, files and codes are missing
  field.all([field.text('payer', '付款方'), field.amount('amount', '付款金额')])
  expect(field.all(FIELDS)).toBe(FIELDS)
})

test('a save without an answer is known by its values: what a colleague changed since is not', () => {
  const attempted = { ...BASE, payer: '我', amount: '1,234.5', codes: ['q', 'p'] }
  const stored = storedOf(FIELDS, attempted, { ...BASE, payer: '我', first: '同事' })
  expect(Object.keys(stored).sort()).toEqual(['amount', 'codes', 'files', 'payer', 'type'])
  const latest = { ...BASE, payer: '我' }
  const from = { ...BASE, ...storedOf(FIELDS, attempted, latest) }
  expect(mergeEdits(FIELDS, from, { ...attempted, payer: '我又改' }, latest).disputed).toEqual([])
})

test('a second conflict keeps what was typed before the colleague’s value was chosen, unless it was typed over', () => {
  const before = {
    latest: { ...BASE, payer: '同事', amount: '9' },
    kept: { ...BASE, payer: '我', amount: '5', first: '旧' },
    disputed: new Set(['payer', 'amount']),
  }
  const mine = { ...BASE, payer: '同事', amount: '7', first: '新' }
  expect(keptOf(FIELDS, mine, before)).toMatchObject({ payer: '我', amount: '7', first: '新' })
  expect(keptOf(FIELDS, mine, null)).toBe(mine)
})

interface Planned {
  days: readonly { day: string; no: string }[]
}
const DAYS: MergeField<Planned> = {
  names: ['days'],
  label: '拍摄日',
  canonical: ({ days }) => JSON.stringify(days),
  text: ({ days }) => `${days.length} 天`,
  entryKey: ({ day }: Planned['days'][number]) => day,
  entryContent: ({ no }: Planned['days'][number]) => no,
  entryText: ({ day, no }: Planned['days'][number]) => `${day} 第${no}天`,
}
const planned = (numbers: Record<string, string>): Planned => ({
  days: Object.entries(numbers).map(([day, no]) => ({ day, no })),
})
const numbersOf = ({ days }: Planned) => Object.fromEntries(days.map(({ day, no }) => [day, no]))

test('an entry that both edited is there once and disputed; either side may be chosen, and keeps what was done to others', () => {
  const base = planned({ a: '1', b: '2', c: '3', d: '4' })
  const mine = planned({ a: '7', b: '2', c: '5', e: '9' })
  const latest = planned({ a: '8', b: '6', c: '3', d: '4', f: '0' })
  const { values, disputed } = mergeEdits([DAYS], base, mine, latest)
  expect(values.days.length).toBe(5)
  expect(numbersOf(values)).toEqual({ a: '7', b: '6', c: '5', e: '9', f: '0' })
  expect(disputed).toEqual([DAYS])
  const report = reportOf([DAYS], base, latest, values, withEntries([DAYS], mine, values), new Set(['days']))
  expect(report.rows).toMatchObject([
    { before: 'a 第1天', theirs: 'a 第8天', mine: 'a 第7天', chosen: 'mine' },
  ])
  const versions = { was: base, now: values, there: latest }
  const chosen = { ...values, ...sideOf(DAYS, 'theirs', versions, {}) }
  expect(numbersOf(chosen)).toEqual({ a: '8', b: '6', c: '5', e: '9', f: '0' })
  expect(undoes(DAYS, base, chosen, latest)).toBe(false)
  expect(sideOf(DAYS, 'mine', versions, withEntries([DAYS], mine, values))).toEqual(values)
})

test('an entry that one side edited and the other one removed is disputed, too', () => {
  const base = planned({ a: '1' })
  const [edited, removed] = [planned({ a: '2' }), planned({})]
  for (const [mine, latest] of [
    [edited, removed],
    [removed, edited],
  ] as const) {
    const { values, disputed } = mergeEdits([DAYS], base, mine, latest)
    expect([values, disputed]).toEqual([mine, [DAYS]])
    expect(sideOf(DAYS, 'theirs', { was: base, now: values, there: latest }, {})).toEqual(latest)
  }
})

test('of entries that can be edited each is as the one side left it that changed it, and the save overwrites what is disputed', () => {
  const days = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3')).map(planned)
  fc.assert(
    fc.property(days, days, days, (base, mine, latest) => {
      const { values, disputed } = mergeEdits([DAYS], base, mine, latest)
      for (const day of ['a', 'b', 'c']) {
        const [was, own, theirs, now] = [base, mine, latest, values].map((one) => numbersOf(one)[day])
        expect(now).toBe(own === was ? theirs : own)
      }
      expect(undoes(DAYS, base, values, latest)).toBe(disputed.length > 0)
    }),
  )
})
