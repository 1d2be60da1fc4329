import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fill } from '../../../src/platform/pages/fill.ts'
import { registerPublicPages } from '../../../src/platform/pages/public-pages.ts'
import { hasExampleBank, loadSite, siteNotices } from '../../../src/platform/pages/site.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pianzhang-public-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, content: string | Buffer) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const siteOf = (content: object) => loadSite(write('site.json', JSON.stringify(content)))
const trouble = (content: object) =>
  siteOf(content).then(
    () => 'nothing wrong',
    (error: Error) => error.message,
  )

test('a template repeats sections and escapes what the operator wrote', () => {
  expect(fill('<a title="{{name}}">{{name}}</a>', { name: `"<b>'&{{other}}` })).toBe(
    '<a title="&#34;&#60;b&#62;&#39;&#38;&#123;&#123;other&#125;&#125;">&#34;&#60;b&#62;&#39;&#38;&#123;&#123;other&#125;&#125;</a>',
  )
  expect(
    fill('{{#all}}{{a}}{{#b}}+{{b}}{{/b}}{{c}};{{/all}}', {
      c: '!',
      all: [
        { a: '1', b: '2' },
        { a: '{{c}}', b: '' },
      ],
    }),
  ).toBe('1+2!;&#123;&#123;c&#125;&#125;!;')
  expect(fill('{{#none}}x{{/none}}{{#no}}y{{/no}}', { none: [], no: '' })).toBe('')
  expect(() => fill('{{unknown}}', {})).toThrow('unknown')
})

test('logos are read beside the file, made small, and only named pictures are accepted', async () => {
  const size = { width: 2000, height: 400, channels: 3, background: '#0b6470' } as const
  write('logo.png', await sharp({ create: size }).png().toBuffer())
  write('text.png', 'no picture')
  // The example has partners, a server in production none that nobody named.
  const { partners: invented } = await loadSite(null)
  expect(invented).toHaveLength(6)
  for (const { image } of invented) expect(image).toMatch(/^data:image\/webp;base64,\w/)
  expect((await loadSite(null, { production: true })).partners).toEqual([])
  const { partners, company } = await siteOf({
    company: '某公司',
    partners: [{ name: '甲', image: 'logo.png' }, { name: '乙' }],
  })
  expect(company).toBe('某公司')
  expect(partners[1]).toEqual({ name: '乙', image: '' })
  const image = Buffer.from(partners[0]?.image.replace('data:image/webp;base64,', '') ?? '', 'base64')
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 320, height: 64 })
  expect(
    await trouble({
      partners: [
        { name: '甲', image: 'logo.png' },
        { name: '乙', image: 'text.png' },
      ],
    }),
  ).toMatch(/partners\.1\.image 应为本机图片文件的路径，无法读取：text\.png$/)
  for (const image of ['missing.png', 'https://example.com/logo.png'])
    expect(await trouble({ partners: [{ name: '甲', image }] })).toMatch(/partners\.0\.image/)
})

test.each([
  [{ hotline: 4001 }, 'hotline 应为文字'],
  [{ icp: '京'.repeat(61) }, 'icp 不能超过60个字'],
  [{ email: 'nobody' }, 'email 应为邮箱地址'],
  [{ bank: { subject: '某公司', account: '1' } }, 'bank.name 应为文字'],
  [{ bank: { subject: '', account: '1', name: '' } }, 'bank.subject 不能为空；bank.name 不能为空'],
  [{ bank: 'none' }, 'bank 应为对象'],
  [
    { products: [{ name: '甲', url: 'javascript:alert(1)' }] },
    'products.0.url 应为以 http:// 或 https:// 开头的网址',
  ],
  [{ products: [{ name: '甲', url: 'https://' }] }, 'products.0.url 应为以 http'],
  [{ products: {} }, 'products 应为数组'],
  [{ partners: Array.from({ length: 13 }, () => ({ name: '甲' })) }, 'partners 不能超过12项'],
  [{ hotlin: '400' }, '有不认识的字段：hotlin'],
  [[], '应为对象'],
])('the site file %j: %s', async (content, expected) => expect(await trouble(content)).toContain(expected))

test('an empty account switches transfers off; whether the account is the example is known', async () => {
  const none = { subject: '', account: ' ', name: '' }
  expect((await siteOf({ bank: none })).bank).toEqual({ ...none, account: '' })
  expect(hasExampleBank(await siteOf({ bank: none }))).toBe(false)
  expect(hasExampleBank(await siteOf({ company: '某公司' }))).toBe(true)
  expect(hasExampleBank(await loadSite(null))).toBe(true)
})

test('in production nothing is taken from the example, and the operator is told what is missing', async () => {
  const none = { subject: '', account: '', name: '' }
  const production = { production: true }
  const nothing = await loadSite(null, production)
  expect(nothing).toMatchObject({ icp: '', bank: none, products: [] })
  expect(siteNotices(nothing)).toEqual([
    '运营者资料不完整：环境变量 SITE 指定的文件中没有 company、hotline、icp、address、email（company 以外没有的填 ""，见 docs/运维/配置.md）',
  ])
  const some = write('some.json', '{ "company": "某公司", "hotline": "", "email": "" }')
  expect(siteNotices(await loadSite(some, production))).toEqual([
    expect.stringContaining('没有 icp、address（'),
  ])
  const blank = write('blank.json', '{ "company": "", "hotline": "", "email": "", "icp": "", "address": "" }')
  expect(siteNotices(await loadSite(blank, production))).toEqual([expect.stringContaining('没有 company（')])
  const all = write(
    'all.json',
    '{ "company": "某公司", "hotline": "", "email": "", "icp": "", "address": "" }',
  )
  const whole = await loadSite(all, production)
  expect(whole).toMatchObject({ company: '某公司', icp: '', bank: none, products: [] })
  expect(siteNotices(whole)).toEqual([])
  expect(siteNotices(await loadSite(null))).toEqual([])
})

test('every wrong field is named at once', async () => {
  expect(await trouble({ company: 1, bank: { account: 7 } })).toMatch(
    /内容不正确：company 应为文字；bank\.subject 应为文字；bank\.account 应为文字；bank\.name 应为文字$/,
  )
})

test('a page is filled, compressed as the browser asks, not sent twice, and renewed with the year', async () => {
  write(
    'study.html',
    '<p>{{year}} {{company}} {{telephone}}</p>{{#has_partners}}{{#partners}}{{unpictured}}{{/partners}}{{/has_partners}}',
  )
  write('about.html', '{{#products}}<a href="{{url}}">{{name}}</a>{{/products}}')
  let now = new Date('2026-12-31T15:59:59Z')
  const site = await siteOf({
    company: '<某公司>',
    hotline: '400 123-4567 转 8',
    products: [{ name: '甲', url: 'https://example.com/?a=1&b="2"' }],
    partners: [{ name: '乙' }],
  })
  const app = Fastify()
  registerPublicPages(app, {
    folder: `${folder}/`,
    headers: { 'Cache-Control': 'no-cache' },
    site,
    clock: () => now,
  })
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  const plain = await get('/study')
  expect(plain.body).toBe('<p>2026 &#60;某公司&#62; 4001234567</p>乙')
  expect(plain.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Encoding',
  })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const brotli = await get('/study/', { 'accept-encoding': 'gzip, deflate, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  const gzip = await get('/study', { 'accept-encoding': 'gzip, br;q=0' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  const etag = String(plain.headers.etag)
  expect(await get('/study', { 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' })
  expect((await get('/about')).body).toBe('<a href="https://example.com/?a=1&#38;b=&#34;2&#34;">甲</a>')

  // Midnight in Shanghai.
  now = new Date('2026-12-31T16:00:00Z')
  const later = await get('/study', { 'if-none-match': etag })
  expect(later.statusCode).toBe(200)
  expect(later.body).toContain('2027')
  await app.close()
})
