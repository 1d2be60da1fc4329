import { expect, test } from 'vitest'
import {
  bandsOf,
  contentOf,
  faultsIn,
  faultsOf,
  fromZero,
  moved,
  newStep,
  sentencesOf,
  type TypedBand,
} from './typed.ts'

const band = (from: string, ...steps: string[][]): TypedBand => ({
  key: from,
  from,
  steps: steps.map(newStep),
})
const NAMES: Record<string, string> = { a: '制片主任', b: '制片人' }
const nameOf = (code: string) => NAMES[code]

test('typed bands are sentences and a body with amounts as text', () => {
  const bands = [band('0.00'), band('=2500*2', ['a'], ['b', 'x'])]
  expect(sentencesOf(bands, nameOf)).toEqual([
    '不满 5,000.00 元：无需审批，提交后直接记账',
    '满 5,000.00 元：制片主任，然后制片人或（已删除）',
  ])
  expect(bandsOf(bands)).toEqual([
    { from: '0.00', steps: [] },
    { from: '5000.00', steps: [['a'], ['b', 'x']] },
  ])
  expect(faultsIn(bands)).toEqual(new Map())
})

test('sentences wait for amounts in order; a step without people says so', () => {
  expect(sentencesOf([band('0'), band('')], nameOf)).toBeNull()
  expect(sentencesOf([band('0'), band('5'), band('5')], nameOf)).toBeNull()
  expect(sentencesOf([band('0', [])], nameOf)).toEqual(['任何金额：（未选审批人）'])
})

test('what is wrong is said at its field, also by the server', () => {
  expect(faultsIn([band('0'), band('=1/0', []), band('0')])).toEqual(
    new Map([
      ['bands[1].from', '除数不能为0'],
      ['bands[1].steps[0]', '请选择审批人'],
    ]),
  )
  expect(faultsIn([band('0'), band('')])).toEqual(new Map([['bands[1].from', '请输入起始金额']]))
  expect(faultsIn([band('0'), band('5'), band('5')])).toEqual(
    new Map([['bands[2].from', '起始金额须大于上一档']]),
  )
  expect(faultsOf([{ field: 'bands[1].steps[0][2]', message: '审批人不存在' }])).toEqual(
    new Map([['bands[1].steps[0]', '审批人不存在']]),
  )
})

test('a removed first band gives its 0 to the next one; content knows no spelling', () => {
  expect(fromZero([band('5000', ['a'])])[0]?.from).toBe('0.00')
  expect(contentOf([band('5,000', ['a'])])).toBe(contentOf([band('5000.00', ['a'])]))
  expect(contentOf([band('5000', ['a'])])).not.toBe(contentOf([band('5000', ['b'])]))
})

test('a step moves by one place and no further', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
