import { expect, test } from 'vitest'
import { cutToGbk, encodeGbk, gbkLength, notInGbk } from '../../../src/features/transfer-batches/gbk.ts'

test('what is encoded is decoded again: every pair that the decoder knows, and ASCII', () => {
  const decoder = new TextDecoder('gbk')
  let count = 0
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(new Uint8Array([lead, trail]))
      if (trail === 0x7f || [...character].length !== 1 || notInGbk(character) !== undefined) continue
      if (character <= '\u007f') continue
      count++
      expect(decoder.decode(encodeGbk(character))).toBe(character)
    }
  expect(count).toBeGreaterThan(21_000)
  expect(encodeGbk('Az09|,\r\n').toString('latin1')).toBe('Az09|,\r\n')
})

test('known bytes', () => {
  expect(encodeGbk('中国').toString('hex')).toBe('d6d0b9fa')
  expect(encodeGbk('｜，！　').toString('hex')).toBe('a3fca3aca3a1a1a1')
  expect(encodeGbk('镕').toString('hex')).toBe('e946')
})

test('lengths are bytes, and a text is not cut within a character', () => {
  expect(gbkLength('中a国')).toBe(5)
  expect(cutToGbk('中a国', 4)).toBe('中a')
  expect(cutToGbk('中国', 4)).toBe('中国')
})

test('characters that GBK lacks are named', () => {
  expect(notInGbk('横店·木作（某）')).toBeUndefined()
  expect(notInGbk('𠮷田')).toBe('𠮷')
  expect(notInGbk('甲\n乙')).toBe('\n')
  expect(() => encodeGbk('𠮷')).toThrow('GBK has no 𠮷')
})
