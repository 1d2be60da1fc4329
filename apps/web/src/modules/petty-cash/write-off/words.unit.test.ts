import { expect, test } from 'vitest'
import { lackingText, readyText, resultText } from './words.ts'

const lacking = { voucher_category: 1, face_tax_rate: 0, voucher_attachments: 1_200 }

test('a write-off says before what the others lack, and after what it did', () => {
  const preview = {
    total_quantity: 1_212,
    succeeded_quantity: 12,
    imprest_amount: '-1234.50',
    lacking,
    lacking_items: [],
    fingerprint: '',
  }
  expect(readyText(preview)).toBe('可核销 12 条，合计 -1,234.50 元')
  expect(lackingText(preview)).toBe('未满足条件 1,200 条：缺凭证类型 1，缺凭证图片 1,200')
  expect(lackingText({ ...preview, total_quantity: 12 })).toBe('')
  const result = { total_quantity: 15, succeeded_quantity: 12, imprest_amount: '-1234.50', created_at: '' }
  expect(resultText(result)).toBe('已核销 12 条，合计 -1,234.50 元；未满足条件 3 条')
  expect(resultText({ ...result, total_quantity: 12 })).toBe('已核销 12 条，合计 -1,234.50 元')
})
