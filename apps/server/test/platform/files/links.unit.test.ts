import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkLink, contentDisposition, signLink } from '../../../src/platform/files/links.ts'
import type { Services } from '../../../src/platform/services.ts'

let now = Date.parse('2026-11-21T10:00:00+08:00')
const services = { secret: 'a secret of a test', clock: () => new Date(now) } as Services
const PATH = '/api/common/files/p/c'

const parse = (link: string) => {
  const url = new URL(link, 'http://x')
  return { path: url.pathname, query: Object.fromEntries(url.searchParams) }
}

test('a link is valid with its query until it expires', () => {
  now = Date.parse('2026-11-21T10:00:00+08:00')
  const { path, query } = parse(signLink(services, PATH, { b: '2&=', a: '中文' }, 60_000))
  expect(checkLink(services, path, query).query).toEqual({ a: '中文', b: '2&=' })
  now += 59_999
  checkLink(services, path, query)
  now += 1
  expect(() => checkLink(services, path, query)).toThrow('链接已失效')
})

test('a rounded link is the same within the interval and is not valid for less time', () => {
  now = Date.parse('2026-11-21T10:00:01+08:00')
  const first = signLink(services, PATH, {}, 3600_000, 300_000)
  now += 298_000
  expect(signLink(services, PATH, {}, 3600_000, 300_000)).toBe(first)
  now += 2_000
  expect(signLink(services, PATH, {}, 3600_000, 300_000)).not.toBe(first)
  now += 3600_000 - 2_000
  checkLink(services, PATH, parse(first).query)
})

test('a link with anything changed, added or removed is refused', () => {
  const { query } = parse(signLink(services, PATH, { a: '1' }, 60_000))
  const bad: [string, unknown][] = [
    ['/api/common/files/p/d', query],
    [PATH, { ...query, a: '2' }],
    [PATH, { ...query, b: '1' }],
    [PATH, { ...query, a: ['1'] }],
    [PATH, { ...query, expires: String(Number(query.expires) + 1) }],
    [PATH, { ...query, expires: 'x' }],
    [PATH, { ...query, sign: query.sign?.slice(1) }],
    [PATH, { ...query, sign: [query.sign, query.sign] }],
    [PATH, { ...query, sign: '' }],
    [PATH, {}],
    [PATH, undefined],
  ]
  for (const [path, changed] of bad) expect(() => checkLink(services, path, changed)).toThrow('链接已失效')
  expect(() => checkLink({ ...services, secret: 'another' }, PATH, query)).toThrow()
  checkLink(services, PATH, query)
})

/** What the work costs the processor, which other programs of the machine do not change. */
function cost(work: (index: number) => unknown): number {
  const before = process.cpuUsage()
  for (let index = 0; index < 20_000; index += 1) work(index)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('a page of 1,000 payments with 20,000 pictures is signed at the cost of some hashes', () => {
  const hash = cost((index) => createHmac('sha256', 'a key').update(String(index)).digest('hex'))
  const link = cost((index) => signLink(services, `${PATH}${index}`, {}, 3600_000, 300_000))
  expect(link).toBeLessThan(100 * hash)
})

test('a file name is sent in UTF-8 and cannot break the header', () => {
  expect(contentDisposition('attachment', '合同 (1)".pdf')).toBe(
    `attachment; filename="__ (1)_.pdf"; filename*=UTF-8''%E5%90%88%E5%90%8C%20%281%29%22.pdf`,
  )
  expect(contentDisposition('inline', 'a\r\nX: y\ud800.png')).not.toMatch(/[\r\n\ud800]/)
})
