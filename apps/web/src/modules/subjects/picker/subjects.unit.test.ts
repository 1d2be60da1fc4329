import { findPinyin, readTable } from '@pianzhang/contract/pinyin'
import { PINYIN } from '@pianzhang/contract/pinyin-table'
import { rank } from '@pianzhang/contract/subject-search'
import type { SubjectOption } from '@pianzhang/contract/subjects'
import { expect, test } from 'vitest'
import { flatten, labels } from './subjects.ts'

const leaf = (out_code: string, label: string): SubjectOption => ({
  label: `${out_code} ${label}`,
  value: `c${out_code}`,
  out_code,
})
const tree: SubjectOption[] = [
  {
    ...leaf('2400', '摄影费'),
    children: [
      {
        ...leaf('240001', '器材租赁费'),
        children: [leaf('24000101', '摄影机租赁费'), leaf('24000102', '镜头租赁费')],
      },
      leaf('240002', '耗材费'),
    ],
  },
]

test('only level three is offered, with the names above it', () => {
  expect(flatten(tree).map((one) => [one.number, one.name, one.path])).toEqual([
    ['24000101', '摄影机租赁费', '摄影费 / 器材租赁费'],
    ['24000102', '镜头租赁费', '摄影费 / 器材租赁费'],
  ])
  expect(labels(tree).get('c240002')).toEqual({ number: '240002', name: '耗材费' })
})

const readings = readTable(PINYIN)
const ranked = (subjects: ReturnType<typeof flatten>, typed: string) =>
  subjects
    .map((one) => ({ one, at: rank(one, typed, readings) }))
    .filter(({ at }) => at < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one.name)
const found = (typed: string) => ranked(flatten(tree), typed)

test.each([
  ['2400', 2],
  ['24000102', 1],
  ['0102', 0],
  ['镜头', 1],
  ['器材 摄影机', 1],
  ['2400 镜头', 1],
  ['', 2],
  ['没有', 0],
  ['syj', 1],
  ['zlf', 2],
  ['jingtou', 1],
  ['jtzul', 1],
  ['2400 jt', 1],
  ['jtx', 0],
])('%s finds %d', (typed, count) => {
  expect(found(typed)).toHaveLength(count)
})

test('the best match stands first: what is named so, then what begins so, then pinyin', () => {
  const subject = (name: string, number = '1', path = '') => ({ value: number, number, name, path })
  const names = (typed: string, ...all: string[]) =>
    ranked(
      all.map((name) => subject(name)),
      typed,
    )
  expect(names('器材', '其他器材', '器材租赁费', '器材')).toEqual(['器材', '器材租赁费', '其他器材'])
  expect(names('qc', '剧组汽车', '汽车加油', '器材')).toEqual(['器材', '汽车加油', '剧组汽车'])
  const byPath = [subject('摄影师', '2', '器材 / 其他'), subject('其他器材', '1')]
  expect(ranked(byPath, '器材')).toEqual(['其他器材', '摄影师'])
  expect(ranked([subject('甲', '24000101'), subject('乙', '240001')], '240001')).toEqual(['乙', '甲'])
})

test.each([
  ['kjf', '会计费', 'whole'],
  ['huiji', '会计费', 'start'],
  ['yhsxf', '银行手续费', 'whole'],
  ['clf', '差旅费', 'whole'],
  ['chailvfei', '差旅费', 'whole'],
  ['lv', '差旅费', 'inside'],
  ['dit', 'DIT设备', 'start'],
  ['ditsb', 'DIT设备', 'whole'],
  ['xian', '西安差旅', 'start'],
  ['xianc', '西安差旅', 'start'],
  ['sxh', '摄像机', undefined],
])('%s in %s: %s', (letters, text, where) => {
  expect(findPinyin(letters, text.toLowerCase(), readings)).toBe(where)
})
