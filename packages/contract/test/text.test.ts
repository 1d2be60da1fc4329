import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { depth } from '../../../scripts/depth.ts'
import { isStorable, length, longText, nameText, optionalName } from '../src/text.ts'

const issues = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message)
const name = nameText('付款方')

describe('names', () => {
  test('are trimmed and kept', () => {
    expect(name.parse(' 张三　')).toBe('张三')
    expect(name.parse('😀'.repeat(200))).toHaveLength(400)
    expect(length('😀é')).toBe(2)
  })
  test.each([
    ['华\u200b星', '华星'],
    ['\ufeff华星\u200e\u00ad', '华星'],
    ['\u200b 华星 \u2060 ', '华星'],
    ['John   Smith', 'John Smith'],
    ['John\u00a0\u3000 \n Smith', 'John Smith'],
    ['a \u200b b', 'a b'],
    ['\u200b'.repeat(300) + '字'.repeat(200), '字'.repeat(200)],
  ])('%j is the same name as %j', (typed, stored) => {
    expect(name.parse(typed)).toBe(stored)
    expect(name.parse(stored)).toBe(stored)
  })
  test('what is accepted has no invisible variant, and is stable', () => {
    const piece = fc.constantFrom(' ', '\u200b', '\u3000', '\u2060', '\n', '甲', 'a', '\u00ad')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const result = name.safeParse(pieces.join(''))
        expect(result.success).toBe(pieces.some((one) => one === '甲' || one === 'a'))
        if (!result.success) return
        expect(result.data).toMatch(/^[甲a]+( [甲a]+)*$/)
        expect(name.parse(result.data)).toBe(result.data)
      }),
    )
  })
  test.each([undefined, null, '', '   ', '　', '\u200b', '\n\t'])('%j is missing', (input) => {
    expect(issues(name, input)).toEqual(['请输入付款方'])
    expect(issues(nameText('请输入付款方'), input)).toEqual(['请输入付款方'])
  })
  test.each([
    ['x'.repeat(201), '不能超过200个字符'],
    ['😀'.repeat(201), '不能超过200个字符'],
    ['x'.repeat(1e6), '不能超过200个字符'],
    ['a\0b', '包含无法保存的字符'],
    ['a\ud800', '包含无法保存的字符'],
    ['\udc00', '包含无法保存的字符'],
    [5, '格式不正确'],
    [['a'], '格式不正确'],
  ])('%j is refused', (input, message) => expect(issues(name, input)).toEqual([message]))
})

describe('optional texts', () => {
  test('empty ones', () => {
    for (const nothing of [undefined, null, '', ' ']) {
      expect(optionalName.parse(nothing)).toBe('')
      expect(longText.parse(nothing)).toBe('')
    }
  })
  test('bounds', () => {
    expect(longText.parse('字'.repeat(2000))).toHaveLength(2000)
    expect(longText.parse(' a\nb ')).toBe('a\nb')
    expect(issues(longText, '字'.repeat(2001))).toEqual(['不能超过2000个字符'])
    expect(issues(optionalName, '字'.repeat(201))).toEqual(['不能超过200个字符'])
    expect(issues(longText, 'a\0')).toEqual(['包含无法保存的字符'])
    expect(issues(longText, 5)).toEqual(['格式不正确'])
  })
  test('what is accepted can be stored, and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 210 }), (text) => {
        const result = optionalName.safeParse(text)
        if (!result.success) return
        expect(isStorable(result.data) && length(result.data) <= 200).toBe(true)
        expect(optionalName.parse(result.data)).toBe(result.data)
      }),
      { numRuns: depth(20, 100) },
    )
  })
  test('OpenAPI', () => {
    const schema = z.toJSONSchema(z.object({ name, remark: longText }), { io: 'input' })
    expect(schema.required).toEqual(['name'])
    expect(schema.properties?.name).toMatchObject({ type: 'string', minLength: 1, maxLength: 200 })
  })
})
