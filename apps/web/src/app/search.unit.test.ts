import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

describe('search parameters', () => {
  it('keeps every value the text that it is', () => {
    expect(parseSearch('?status=0&phone=13800000001&related=true&name=%E9%81%93%E5%85%B7')).toEqual({
      status: '0',
      phone: '13800000001',
      related: 'true',
      name: '道具',
    })
  })

  it('repeats the key of an array and reads it back', () => {
    const text = stringifySearch({ pay_channels: ['1', '2'], keywords: 'a b&c=d', page: 2 })
    expect(text).toBe('?pay_channels=1&pay_channels=2&keywords=a+b%26c%3Dd&page=2')
    expect(parseSearch(text)).toEqual({ pay_channels: ['1', '2'], keywords: 'a b&c=d', page: '2' })
  })

  it('leaves out what is not chosen', () => {
    expect(stringifySearch({ keywords: '', page: undefined, codes: [], related: false, status: 0 })).toBe(
      '?status=0',
    )
    expect(stringifySearch({})).toBe('')
  })
})
