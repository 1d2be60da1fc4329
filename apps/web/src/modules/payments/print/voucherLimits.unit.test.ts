import { describe, expect, it } from 'vitest'
import { tooManyPictures, tooManySheets } from './voucherLimits.ts'

const some = (count: number, line_count: number) =>
  Array.from({ length: count }, (_, index) => ({ code: `FK${index}`, line_count }))

describe('what is printed at once', () => {
  it('is 200 sheets at most', () => {
    expect(tooManySheets(some(200, 25))).toBeUndefined()
    expect(tooManySheets(some(1_000, 1))).toBe('一次最多打印 200 张付款单，已选 1,000 张，请分批打印')
  })
  it('is 5,000 lines at most', () => {
    expect(tooManySheets(some(5, 1_000))).toBeUndefined()
    expect(tooManySheets(some(6, 1_000))).toBe('一次最多打印 5,000 条明细，所选付款共有 6,000 条，请分批打印')
  })
  it('is 200 pictures at most, which need not be printed', () => {
    expect(tooManyPictures(200, 2)).toBeUndefined()
    expect(tooManyPictures(201, 2)).toBe(
      '一次最多打印 200 张凭证图片，所选付款共有 201 张，请分批打印，或取消“附凭证图片”',
    )
    // A single payment cannot be split.
    expect(tooManyPictures(1_201, 1)).toBe(
      '一次最多打印 200 张凭证图片，这笔付款共有 1,201 张，请取消“附凭证图片”',
    )
  })
})
