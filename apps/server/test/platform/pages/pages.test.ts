import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '../../../src/platform/http/server/http.ts'
import { registerPages } from '../../../src/platform/pages/pages.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'

const WEB = new URL('../../../../web/', import.meta.url)
const PAGE = '<!doctype html><div id="root"></div>'
const SECRET = 'outside of the folder'

let app: TestApp
let http: FastifyInstance
let folder: string

beforeAll(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'pianzhang-pages-'))
  writeFileSync(join(folder, 'secret.html'), SECRET)
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  for (const name of ['index.html', 'index.html.br', 'study.html', 'about.html'])
    writeFileSync(join(folder, 'dist', name), PAGE)
  writeFileSync(join(folder, 'dist/assets/main-abc.js'), 'export {}')
  writeFileSync(join(folder, 'dist/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  http = await createHttp(app.services, false)
  await registerPages(http, app.services, `${join(folder, 'dist')}/`)
})
afterAll(async () => {
  await http.close()
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers })

/** Addresses that answer a page, also unusual spellings. */
const PAGES = [
  ...[
    '/',
    '/login',
    '/cost_executions?page=2',
    '/no/such/page',
    '/study',
    '/study/',
    '/about',
    '/?a=<script>',
  ],
  ...[
    '/index.html',
    '/./index.html',
    '//index.html',
    '/%69ndex.html',
    '/assets/../index.html',
    '/index.html.br',
  ],
  ...['/study.html', '/./study.html', '//about.html', '/%73tudy.html', '/study.html/'],
]

describe('every page', () => {
  test.each(PAGES)('%s allows neither foreign or inline scripts nor frames', async (url) => {
    const { statusCode, headers } = await get(url)
    if (statusCode === 404) return expect(headers['content-type']).toMatch(/^application\/json/)
    expect(statusCode).toBe(200)
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    )
    expect(policy.get('default-src')).toBe("'self'")
    expect(policy.get('script-src') ?? "'self'").toBe("'self'")
    expect(policy.get('object-src') ?? "'self'").toBe("'self'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    expect(policy.get('form-action')).toBe("'self'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
  })

  test('has no script of its own in the source', () => {
    const sources = [
      ...readdirSync(WEB).filter((name) => name.endsWith('.html')),
      ...readdirSync(new URL('src/modules/public/', WEB))
        .filter((name) => name.endsWith('.html'))
        .map((name) => `src/modules/public/${name}`),
    ]
    expect(sources).toEqual(expect.arrayContaining(['index.html', 'study.html']))
    for (const name of sources) {
      const html = readFileSync(new URL(name, WEB), 'utf8')
      expect(html.match(/<script(?![^>]*\bsrc=)|\son\w+\s*=|javascript:/gi), name).toBeNull()
    }
  })
})

test('files have a type that is not guessed, and only those with a hash in their name are kept', async () => {
  const script = await get('/assets/main-abc.js')
  expect(script.headers).toMatchObject({
    'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await get('/logo.svg')).headers['cache-control']).toBe('no-cache')
  expect((await get('/assets/none.js')).headers['content-type']).toMatch(/^application\/json/)
})

test.each([
  '/../secret.html',
  '/assets/../../secret.html',
  '/%2e%2e/secret.html',
  '/..%2fsecret.html',
  '/assets/..%5c..%5csecret.html',
  '/....//secret.html',
  '/%252e%252e/secret.html',
  '/assets/%00/../../../secret.html',
  '/index.html%00.js',
  '//etc/passwd',
  '/file:///etc/passwd',
])('%s leaves the folder of the page nowhere', async (url) => {
  const { statusCode, body } = await get(url)
  expect(statusCode).toBeLessThan(500)
  expect(body).not.toContain(SECRET)
  expect(body).not.toMatch(/root:|node_modules|Error:/)
})
