import type { SubjectNode } from '@pianzhang/contract/subjects'
import { expect, test } from 'vitest'
import { everyNode, namesOf, openNodes, pathOf, toggled, withFamily } from './tree.ts'

const node = (out_code: string, parent_code: string | null, children?: SubjectNode[]): SubjectNode => ({
  code: out_code,
  out_code,
  name: `名${out_code}`,
  category: out_code.length / 2 - 2,
  category_i18n: '',
  parent_code,
  can: { delete: true },
  ...(children ? { children } : {}),
})
const first = node('24000101', '240001')
const second = node('24000102', '240001')
const two = node('240001', '2400', [first, second])
const one = node('2400', null, [two, node('240002', '2400')])
const selection = (...nodes: SubjectNode[]) => new Map(nodes.map((row) => [row.code, row]))
const codes = (map: ReadonlyMap<string, SubjectNode>) => [...map.keys()].sort()

test('a parent takes its family along', () => {
  expect(codes(withFamily(selection(two), selection()))).toEqual(['240001', '24000101', '24000102'])
  expect(withFamily(selection(one), selection()).size).toBe(5)
})

test('a closed row hides all that is below it, open or not', () => {
  const shown = (...open: string[]) => openNodes([one], new Set(open)).map((row) => row.code)
  expect(shown()).toEqual(['2400'])
  expect(shown('240001')).toEqual(['2400'])
  expect(shown('2400')).toEqual(['2400', '240001', '240002'])
  expect(shown('2400', '240001')).toEqual(['2400', '240001', '24000101', '24000102', '240002'])
})

test('letting go of a child lets go of those above it and of nobody beside it', () => {
  const all = selection(...everyNode([one]))
  expect(codes(withFamily(selection(one, two, second, node('240002', '2400')), all))).toEqual([
    '24000102',
    '240002',
  ])
})

test('letting go of a parent lets go of its family; all children do not choose their parent', () => {
  const all = selection(...everyNode([one]))
  all.delete('2400')
  expect(codes(withFamily(selection(first, second, node('240002', '2400')), all))).toEqual(['240002'])
  expect(codes(withFamily(selection(first, second), selection(first)))).toEqual(['24000101', '24000102'])
})

test('the names above a subject', () => {
  const option = (out_code: string, label: string) => ({
    value: out_code,
    out_code,
    label: `${out_code} ${label}`,
    pinyin: '',
  })
  const names = namesOf([{ ...option('2400', '设备'), children: [option('240001', '摄影')] }])
  expect(pathOf('24000101', names)).toBe('设备 / 摄影')
  expect(pathOf('240001', names)).toBe('设备')
  expect(pathOf('2400', names)).toBe('')
})

test('a branch is opened beside those of other pages, and closed alone when all were open', () => {
  const every = ['1000', '100001', '2400']
  expect(toggled(undefined, '2400', every)).toEqual(['2400'])
  expect(toggled(['1000'], '2400', every)).toEqual(['1000', '2400'])
  expect(toggled(['1000', '2400'], '2400', every)).toEqual(['1000'])
  expect(toggled(['2400'], '2400', every)).toBeUndefined()
  expect(toggled(['all'], '2400', every)).toEqual(['1000', '100001'])
})
