import type { SubjectOption } from '@pianzhang/contract/subjects'
import { expect, test } from 'vitest'
import { flatten, labels } from './subjects.ts'

const leaf = (out_code: string, label: string): SubjectOption => ({
  label: `${out_code} ${label}`,
  value: `c${out_code}`,
  out_code,
  pinyin: '',
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
