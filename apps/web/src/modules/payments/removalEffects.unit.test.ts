import { expect, test } from 'vitest'
import { effectsOf } from './removalEffects.ts'

const plain = { imprest_code: null, request_code: null }
const posted = { imprest_code: 'BYJ1', request_code: null }
const asked = { imprest_code: null, request_code: 'SQ1' }

test('a plain payment is in no other record', () => {
  expect(effectsOf([plain])).toBe('')
})

test('one says which detail or request it came from', () => {
  expect(effectsOf([posted])).toBe('。由备用金明细 BYJ1 核销生成，删除后将撤销核销。')
  expect(effectsOf([asked])).toBe(
    '。由付款申请 SQ1 生成，删除后申请仍为“已通过”，原付款编号保留并标为“已删除”。',
  )
})

test('of several it says how many', () => {
  expect(effectsOf([plain, posted, asked, asked])).toBe(
    '。其中 1 条由备用金核销生成，删除后将撤销核销。其中 2 条由付款申请生成，删除后申请仍为“已通过”，原付款编号保留并标为“已删除”。',
  )
})
