import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overwritten } from '../../../ui/form/conflict/merge.ts'
import type { Draft, DraftLine } from './draft.ts'
import { bodyOf } from './draftBody.ts'
import { choose, draftText, marksOf, reportOfDraft } from './draftReport.ts'
import { again, amounts, BASE, CHOICES, draftWith, edited, line, met } from './draftSamples.ts'
import { recognised } from './mergeDraft.ts'

test('the steps of the finding: the colleague’s amount stays when another line’s remark is saved', () => {
  const mine = { ...BASE, lines: edited(BASE.lines, 'a', { remark: '我的备注' }) }
  const latest = again(BASE, (lines) => edited(lines, 'b', { pay_amount: '9999.99' }))
  const { draft, report } = met(BASE, mine, latest)
  expect(amounts(draft)).toEqual(['a 100000.00', 'b 9999.99', 'c 7.00'])
  expect(draft.lines[0]?.remark).toBe('我的备注')
  expect(report().rows).toEqual([])
  expect(report().taken).toMatchObject([{ label: '详情2 付款金额', before: '1,234.50', theirs: '9,999.99' }])
})

test('an amount that both changed is asked for, by the line’s number, and either can be chosen', () => {
  const mine = { ...BASE, lines: edited(BASE.lines, 'b', { pay_amount: '1,111' }) }
  const latest = again(BASE, (lines) => edited(lines, 'b', { pay_amount: '9999.99' }))
  const { conflict, draft, report } = met(BASE, mine, latest)
  expect(overwritten(report())).toMatchObject([
    { label: '详情2 付款金额', theirs: '9,999.99', mine: '1,111.00', chosen: 'mine' },
  ])
  const [key = ''] = report().rows.map((row) => row.key)
  const theirs = choose(conflict, draft, key, 'theirs')
  const chosen = { ...conflict, kept: theirs.kept }
  expect(amounts(theirs.draft)[1]).toBe('b 9999.99')
  expect(reportOfDraft(chosen, theirs.draft, CHOICES).rows).toMatchObject([
    { chosen: 'theirs', mine: '1,111.00', theirs: '9,999.99' },
  ])
  const back = choose(chosen, theirs.draft, key, 'mine')
  expect(amounts(back.draft)[1]).toBe('b 1,111')
})

test('a payee that a colleague changed is named; one that both changed is asked for', () => {
  const payee = (code: string) => ({ code, name: `收款人${code}`, account_change: null })
  const base = { ...BASE, payee: payee('甲') }
  const latest = { ...again(BASE), payee: payee('乙') }
  const taken = met(base, { ...base, lines: edited(base.lines, 'a', { remark: '我的' }) }, latest)
  expect(taken.draft.payee?.code).toBe('乙')
  expect(taken.report().taken).toMatchObject([{ label: '收款人', before: '收款人甲', theirs: '收款人乙' }])
  expect([...marksOf(taken.conflict, taken.report(), taken.draft)]).toEqual([
    ['payee', '已采用对方的修改，原为：收款人甲'],
  ])

  const both = met(base, { ...base, payee: payee('丙') }, latest)
  expect(overwritten(both.report())).toMatchObject([
    { key: 'payee', label: '收款人', theirs: '收款人乙', mine: '收款人丙', chosen: 'mine' },
  ])
  const theirs = choose(both.conflict, both.draft, 'payee', 'theirs')
  const chosen = { ...both.conflict, kept: theirs.kept }
  expect(theirs.draft.payee?.code).toBe('乙')
  expect(reportOfDraft(chosen, theirs.draft, CHOICES).rows).toMatchObject([
    { chosen: 'theirs', mine: '收款人丙' },
  ])
  expect(choose(chosen, theirs.draft, 'payee', 'mine').draft.payee?.code).toBe('丙')
  expect(draftText(theirs.draft, CHOICES)).toContain('收款人：收款人乙')
  // Removed by the colleague, and without the feature.
  const removed = met(base, base, { ...again(BASE), payee: null })
  expect(removed.report().taken).toMatchObject([{ label: '收款人', theirs: '' }])
  expect(met(BASE, BASE, again(BASE)).report()).toEqual({ rows: [], taken: [] })
})

test('a line that the colleague removed goes, unless it was edited here: then it is asked for', () => {
  const mine = { ...BASE, lines: edited(BASE.lines, 'b', { remark: '改' }) }
  const latest = again(BASE, (lines) => lines.filter(({ code }) => code === 'a'))
  const { conflict, draft, report } = met(BASE, mine, latest)
  expect(amounts(draft)).toEqual(['a 100000.00', '新 1234.50'])
  expect(report().taken).toMatchObject([{ label: '原详情3', before: '科目1 7.00', theirs: '删除' }])
  expect(report().rows).toMatchObject([{ label: '详情2', theirs: '删除', mine: '保留 科目1 1,234.50' }])
  const gone = choose(conflict, draft, 'b:', 'theirs')
  expect(amounts(gone.draft)).toEqual(['a 100000.00'])
  const kept = { ...conflict, kept: gone.kept }
  expect(overwritten(reportOfDraft(kept, gone.draft, CHOICES))).toEqual([])
  expect(amounts(choose(kept, gone.draft, 'b:', 'mine').draft)).toEqual(['a 100000.00', '新 1234.50'])
})

test('a line removed here and edited by the colleague is asked for', () => {
  const mine = { ...BASE, lines: BASE.lines.filter(({ code }) => code !== 'b') }
  const latest = again(BASE, (lines) => edited(lines, 'b', { pay_amount: '5' }))
  const { conflict, draft, report } = met(BASE, mine, latest)
  expect(amounts(draft)).toEqual(['a 100000.00', 'c 7.00'])
  expect(report().rows).toMatchObject([
    { label: '原详情2', theirs: '改为 科目1 5.00', mine: '删除', chosen: 'mine' },
  ])
  const back = choose(conflict, draft, 'b:', 'theirs')
  expect(amounts(back.draft)).toEqual(['a 100000.00', 'b 5', 'c 7.00'])
  expect(overwritten(reportOfDraft(conflict, back.draft, CHOICES))).toEqual([])
})

test('lines that either side added stay, in their places', () => {
  const mine = { ...BASE, lines: BASE.lines.toSpliced(1, 0, line(null, '11')) }
  const latest = again(BASE, (lines) => lines.toSpliced(2, 0, line('d', '22')))
  const { draft, report } = met(BASE, mine, latest)
  expect(amounts(draft)).toEqual(['a 100000.00', '新 11', 'b 1234.50', 'd 22', 'c 7.00'])
  expect(report().taken).toMatchObject([{ label: '详情4', before: null, theirs: '新增 科目1 22.00' }])
})

test('an order that only the colleague changed is taken over; one that was changed here stays', () => {
  const turned = again(BASE, (lines) => lines.toReversed())
  expect(amounts(met(BASE, BASE, turned).draft)[0]).toBe('c 7.00')
  const mine = { ...BASE, lines: BASE.lines.toReversed() }
  expect(amounts(met(BASE, mine, again(BASE)).draft)[0]).toBe('c 7.00')
})

test('a payment keeps a line when each side removed what the other left', () => {
  const mine = { ...BASE, lines: BASE.lines.slice(0, 1) }
  const { draft } = met(
    BASE,
    mine,
    again(BASE, (lines) => lines.slice(1)),
  )
  expect(draft.lines.length).toBeGreaterThan(0)
})

test('the colleague’s removal of the only line that is left brings one of theirs', () => {
  const mine = { ...BASE, lines: BASE.lines.filter(({ code }) => code !== 'b') }
  const latest = again(BASE, (lines) =>
    edited(lines, 'b', { pay_amount: '5' }).filter(({ code }) => code === 'b'),
  )
  const { conflict, draft } = met(BASE, mine, latest)
  const taken = choose(conflict, draft, 'a:', 'theirs')
  expect(amounts(taken.draft)).toEqual(['b 5'])
  expect(overwritten(reportOfDraft({ ...conflict, kept: taken.kept }, taken.draft, CHOICES))).toEqual([])
  const back = choose({ ...conflict, kept: taken.kept }, taken.draft, 'a:', 'mine')
  expect(amounts(back.draft)).toEqual(['b 5', '新 100000.00'])
})

const amount = fc.constantFrom('1', '2.00', '1,234.5', '=6*7')
const step = fc.record({ at: fc.nat(3), pay_amount: amount, remark: fc.constantFrom('', '甲', '乙') })
const side = fc.record({
  edits: fc.array(step, { maxLength: 3 }),
  removed: fc.array(fc.nat(3), { maxLength: 2 }),
  added: fc.array(amount, { maxLength: 2 }),
  payer: fc.constantFrom('华映', '星河'),
})
const made = (
  base: Draft,
  { edits, removed, added, payer }: typeof side extends fc.Arbitrary<infer T> ? T : never,
  code: string,
) => {
  let lines: DraftLine[] = [...base.lines]
  for (const { at, ...fields } of edits)
    lines = lines.map((one, index) => (index === at ? { ...one, ...fields } : one))
  lines = lines.filter((_, index) => !removed.includes(index))
  lines = [...lines, ...added.map((text, index) => line(code && `${code}${index}`, text))]
  if (lines.length === 0) lines = [base.lines[0]!]
  return { ...base, header: { ...base.header, payer }, lines }
}

test('nothing that only one side changed is lost, and what a save overwrites is said', () => {
  fc.assert(
    fc.property(side, side, (one, other) => {
      const mine = made(BASE, one, '')
      mine.lines = mine.lines.map((each) => ({ ...each, code: each.code || null }))
      const latest = again(made(BASE, other, 'x'))
      const { conflict, draft, report } = met(BASE, mine, latest)
      const content = ({ pay_amount, remark }: DraftLine) => `${pay_amount}|${remark}`
      const at = (which: Draft, code: string) => which.lines.find((each) => each.code === code)
      for (const each of mine.lines) if (each.code === null) expect(draft.lines).toContain(each)
      for (const each of latest.lines)
        if (each.code?.startsWith('x')) expect(draft.lines.map(content)).toContain(content(each))
      for (const base of BASE.lines) {
        const code = base.code ?? ''
        const [own, theirs, now] = [at(mine, code), at(latest, code), at(draft, code)]
        const same = (a: DraftLine | undefined, b: DraftLine | undefined) =>
          JSON.stringify(a && bodyOf(draftWith([a]))) === JSON.stringify(b && bodyOf(draftWith([b])))
        if (same(base, theirs)) expect(same(now, own)).toBe(true)
        else if (same(base, own) && theirs) expect(same(now, theirs)).toBe(true)
        const lost = overwritten(report()).map(({ key }) => key)
        if (theirs === undefined)
          expect(lost.includes(`${code}:`)).toBe([...conflict.former.values()].includes(code))
        else if (own === undefined) expect(lost.includes(`${code}:`)).toBe(!same(base, theirs))
        else
          for (const field of ['pay_amount', 'remark'] as const) {
            const content = (one: DraftLine | undefined) =>
              field === 'remark'
                ? one?.remark
                : JSON.stringify(one && bodyOf(draftWith([{ ...one, remark: '' }])))
            const differs = content(base) !== content(theirs) && content(now) !== content(theirs)
            expect(lost.includes(`${code}:${field}`)).toBe(differs)
          }
      }
      // A save overwrites nothing after the colleague's side of every row is taken.
      const taken = report().rows.reduce(
        ({ draft: now, conflict: known }, { key }) => {
          const next = choose(known, now, key, 'theirs')
          return { draft: next.draft, conflict: { ...known, kept: next.kept } }
        },
        { draft, conflict },
      )
      expect(overwritten(reportOfDraft(taken.conflict, taken.draft, CHOICES))).toEqual([])
      expect(new Set(draft.lines.map(({ key }) => key)).size).toBe(draft.lines.length)
    }),
  )
})

test('after a lost answer the lines that were stored get their codes and are not stored twice', () => {
  const added = line(null, '50')
  const attempted = { ...BASE, lines: [...BASE.lines, added] }
  const stored = again(attempted, (lines) => lines.map((one) => ({ ...one, code: one.code ?? 'n' })))
  // More is typed after the save was sent.
  const mine = {
    ...attempted,
    lines: attempted.lines.map((one) => (one === added ? { ...one, remark: '后' } : one)),
  }
  const known = recognised(BASE, mine, attempted, stored)
  expect(known.own).toBe(true)
  const { draft, report } = met(known.base, known.mine, stored)
  expect(amounts(draft)).toEqual(['a 100000.00', 'b 1234.50', 'c 7.00', 'n 50'])
  expect(draft.lines[3]?.remark).toBe('后')
  expect(report()).toEqual({ rows: [], taken: [] })

  // A colleague saves after the save whose answer was lost.
  const later = again(stored, (lines) => edited(lines, 'b', { pay_amount: '9' }))
  const both = recognised(BASE, mine, attempted, later)
  expect(both.own).toBe(false)
  const merged = met(both.base, both.mine, later)
  expect(amounts(merged.draft)).toEqual(['a 100000.00', 'b 9', 'c 7.00', 'n 50'])
  expect(merged.draft.lines[3]?.remark).toBe('后')
  expect(overwritten(merged.report())).toEqual([])
})

test('invoices are one value: a colleague’s stay where only they changed them, otherwise one of both is chosen', () => {
  const choices = {
    ...CHOICES,
    invoices: ['1', '2'].map((value) => ({ value, main: `No${value}`, aside: '', words: '' })),
  }
  const uses = (...codes: string[]) => codes.map((code) => ({ code, amount: code === '2' ? '=2*20' : '' }))
  const base = draftWith([line('a', '100.00', { invoices: uses('1') })])
  const latest = again(base, (lines) => edited(lines, 'a', { invoices: uses('1', '2') }))
  const other = { ...base, lines: edited(base.lines, 'a', { remark: '备注' }) }
  const taken = met(base, other, latest)
  expect(taken.draft.lines[0]?.invoices).toEqual(uses('1', '2'))
  expect(reportOfDraft(taken.conflict, taken.draft, choices).taken).toMatchObject([
    { label: '详情1 发票号码', before: 'No1', theirs: 'No1、No2（40.00）' },
  ])
  const mine = { ...base, lines: edited(base.lines, 'a', { invoices: uses('2') }) }
  const { conflict, draft } = met(base, mine, latest)
  expect(reportOfDraft(conflict, draft, choices).rows).toMatchObject([
    { mine: 'No2（40.00）', chosen: 'mine' },
  ])
  expect(choose(conflict, draft, 'a:invoices', 'theirs').draft.lines[0]?.invoices).toEqual(uses('1', '2'))
})

test('a line of a save without an answer is recognised by what the server made of its open amounts', () => {
  const sent = line(null, '100', {
    invoices: [
      { code: '1', amount: '' },
      { code: '2', amount: '70' },
    ],
  })
  const attempted = draftWith([sent])
  const stored = (first: string, second: string) =>
    draftWith([
      line('n', '100.00', {
        invoices: [
          { code: '1', amount: first },
          { code: '2', amount: second },
        ],
      }),
    ])
  const isOwn = (latest: Draft) => recognised(null, attempted, attempted, latest).own
  expect(isOwn(stored('30.00', ''))).toBe(true)
  expect(isOwn(stored('20.00', '70.00'))).toBe(true)
  expect(isOwn(stored('20.00', '60.00'))).toBe(false)
})

test('without a known beginning each difference is to be decided', () => {
  const mine = { ...BASE, header: { ...BASE.header, payer: '草稿' } }
  const { draft, report } = met(
    null,
    mine,
    again(BASE, (lines) => edited(lines, 'a', { pay_amount: '3' })),
  )
  expect(draft.header.payer).toBe('草稿')
  expect(report().rows.map(({ label }) => label)).toEqual(['付款方', '详情1 付款金额'])
})

test('without a known beginning a line that only the colleague’s version has is inserted, and asked for', () => {
  const mine = { ...BASE, lines: BASE.lines.filter(({ code }) => code !== 'b') }
  const { conflict, draft, report } = met(null, mine, again(BASE))
  expect(amounts(draft)).toEqual(['a 100000.00', 'b 1234.50', 'c 7.00'])
  expect(report().rows).toMatchObject([
    { key: 'b:', label: '详情2', theirs: '新增 科目1 1,234.50', mine: '删除', chosen: 'theirs' },
  ])
  const gone = choose(conflict, draft, 'b:', 'mine')
  expect(amounts(gone.draft)).toEqual(['a 100000.00', 'c 7.00'])
  const removed = { ...conflict, kept: gone.kept }
  expect(overwritten(reportOfDraft(removed, gone.draft, CHOICES))).toHaveLength(1)
  const back = choose(removed, gone.draft, 'b:', 'theirs')
  expect(reportOfDraft(removed, back.draft, CHOICES).rows).toMatchObject([{ key: 'b:', chosen: 'theirs' }])
})

test('marks are found by field and by line; what was filled in can be copied', () => {
  const mine = { ...BASE, lines: edited(BASE.lines, 'b', { pay_amount: '1' }) }
  const latest = again({ ...BASE, header: { ...BASE.header, payer: '同事' } }, (lines) =>
    edited(lines, 'b', { pay_amount: '2' }),
  )
  const { conflict, draft, report } = met(BASE, mine, latest)
  const marks = marksOf(conflict, report(), draft)
  const key = draft.lines[1]?.key ?? ''
  expect(marks.get('payer')).toBe('已采用对方的修改，原为：华映')
  expect(marks.get(`${key}.pay_amount`)).toBe('对方保存的是：2.00')
  expect(draftText(draft, CHOICES).split('\n').at(-2)).toContain('科目1\t1.00')
})
