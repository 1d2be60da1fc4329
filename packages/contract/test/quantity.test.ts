import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  MAX_QUANTITY,
  parseQuantityCell,
  parseQuantityField,
  parseTypedQuantity,
  quantity,
  quantityInput,
  quantityOutput,
} from '../src/quantity.ts'

const issues = (input: unknown) => quantityInput.safeParse(input).error?.issues.map((issue) => issue.message)

test('texts', () => {
  expect(quantity(125_000n)).toBe('12.5')
  expect(quantity(0n)).toBe('0')
  expect(quantity(100_0000n)).toBe('100')
  expect(quantity(-1n)).toBe('-0.0001')
  expect(parseTypedQuantity('１，２００．５')).toEqual({ quantity: 12_005_000n })
  expect(parseTypedQuantity('0.12345')).toEqual({ error: '最多四位小数' })
  expect(parseTypedQuantity('1.2万')).toEqual({ quantity: 120_000_000n })
  expect(parseQuantityField('=2万/3')).toEqual({ quantity: 66_666_667n })
  expect(parseQuantityField('=5元*2')).toEqual({ error: '数量格式不正确' })
  expect(parseTypedQuantity('5元')).toEqual({ error: '数量格式不正确' })
  expect(parseQuantityCell('0.30000000000000004')).toEqual({ quantity: 3_000n })
  expect(parseQuantityCell('1.00001')).toEqual({ error: '最多四位小数' })
})

test('format and parse', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -MAX_QUANTITY, max: MAX_QUANTITY }), (value) => {
      const text = quantity(value)
      expect(quantityOutput.parse(text)).toBe(text)
      expect(quantityInput.parse(text)).toBe(value)
      expect(parseTypedQuantity(text)).toEqual({ quantity: value })
      expect(parseQuantityCell(Number(text).toPrecision(17))).toEqual({ quantity: value })
    }),
  )
})

test('schema', () => {
  for (const nothing of [undefined, null, '']) expect(quantityInput.parse(nothing)).toBe(0n)
  expect(quantityInput.parse(1.5)).toBe(15_000n)
  expect(issues('1,000')).toEqual(['数量格式不正确'])
  expect(issues({})).toEqual(['数量格式不正确'])
  expect(issues('1.00001')).toEqual(['最多四位小数'])
  expect(issues('10000000000')).toEqual(['数量超出范围'])
  expect(z.toJSONSchema(z.object({ q: quantityInput }), { io: 'input' }).required).toBeUndefined()
})
