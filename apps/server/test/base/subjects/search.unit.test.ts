import { findPinyin, readReadings } from '@pianzhang/contract/pinyin'
import { rank } from '@pianzhang/contract/subject-search'
import { expect, test } from 'vitest'
import { pinyinOf } from '../../../src/base/subjects/search.ts'

const subject = (name: string, number = '1', path = '') => ({ number, name, path, pinyin: pinyinOf(name) })

/** The names that the typed text finds, the best match first. */
const ranked = (subjects: ReturnType<typeof subject>[], typed: string) =>
  subjects
    .map((one) => ({ one, at: rank(one, typed) }))
    .filter(({ at }) => at < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one.name)
const found = (typed: string) =>
  ranked(
    [
      subject('摄影机租赁费', '24000101', '摄影费 / 器材租赁费'),
      subject('镜头租赁费', '24000102', '摄影费 / 器材租赁费'),
    ],
    typed,
  )

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
  ['ＪＴ', 1],
])('%s finds %d', (typed, count) => {
  expect(found(typed)).toHaveLength(count)
})

test('the best match stands first: what is named so, then what begins so, then pinyin', () => {
  const names = (typed: string, ...all: string[]) =>
    ranked(
      all.map((name) => subject(name)),
      typed,
    )
  expect(names('器材', '其他器材', '器材租赁费', '器材')).toEqual(['器材', '器材租赁费', '其他器材'])
  expect(names('qc', '剧组汽车', '汽车加油', '器材')).toEqual(['器材', '汽车加油', '剧组汽车'])
  const byPath = [subject('摄影师', '2', '器材 / 其他'), subject('其他器材', '1')]
  expect(ranked(byPath, '器材')).toEqual(['其他器材', '摄影师'])
  expect(ranked([subject('器材（北京）'), subject('ＤＩＴ设备')], '(北')).toEqual(['器材（北京）'])
  expect(ranked([subject('器材（北京）'), subject('ＤＩＴ设备')], 'dit')).toEqual(['ＤＩＴ设备'])
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
  ['sxj', '拍 摄像机', 'inside'],
])('%s in %s: %s', (letters, text, where) => {
  expect(findPinyin(letters, readReadings(pinyinOf(text)))).toBe(where)
})
