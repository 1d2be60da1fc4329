import { describe, expect, it } from 'vitest'
import { parseSearch, projectInAddress, stringifySearch, withProject } from './search.ts'

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

describe('the project in an address', () => {
  const at = (href: string) => projectInAddress(new URL(href, 'http://here.invalid'))

  it('is that of a page of a project, and of no page of the company', () => {
    expect(at('/implement/cost?project=a1&keywords=x')).toBe('a1')
    expect(at('/implement/cost?keywords=x')).toBeUndefined()
    expect(at('/implement/cost?project=')).toBeUndefined()
    expect(at('/implement/cost?project=a&project=b')).toBeUndefined()
    expect(at('/project/index?project=a1')).toBeUndefined()
  })

  it('is put there or replaced, and every filter stays', () => {
    expect(withProject('/implement/cost?keywords=a+b&payers=x&payers=y#z', 'a1')).toBe(
      '/implement/cost?keywords=a+b&payers=x&payers=y&project=a1#z',
    )
    expect(withProject('/setting/subject?project=old&page=2', 'new')).toBe(
      '/setting/subject?project=new&page=2',
    )
  })
})
