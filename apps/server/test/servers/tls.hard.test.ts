import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { end, freePorts, installed, run } from '../machines/programs.ts'
import { endServers, startServer, tempFolder } from '../processes/server-process.ts'
import { exampleWith } from './example.ts'
import { callsTo, certificateIn } from './tls.ts'

// A real proxy terminates TLS, configured as in the documentation. Other proxies: proxies.hard.test.ts. No proxy: platform/http/https.test.ts.

afterAll(endServers)

const needed = { haproxy: 'haproxy', openssl: 'openssl' }

describe.skipIf(!installed('TLS by HAProxy', needed))('TLS by HAProxy', () => {
  test('people have a secure cookie, HSTS and links by HTTPS; what a caller says of the proxy is dropped', async () => {
    const server = startServer({ TRUST_PROXY: '1', CAPTCHA_FIXED: '7K3P', DEMO: '1' })
    const { port: behind } = new URL(await server.ready())
    const folder = tempFolder()
    const pem = join(folder, 'pianzhang.pem')
    const { key, ca } = certificateIn(folder)
    writeFileSync(pem, Buffer.concat([ca, readFileSync(key)]))
    const [port = 0] = await freePorts(1)
    const settings = join(folder, 'haproxy.cfg')
    writeFileSync(
      settings,
      exampleWith('haproxy.cfg', [
        [
          / {4}bind 127\.0\.0\.1:8080\n {4}# With TLS: bind :443 ssl crt \S+/,
          `    bind 127.0.0.1:${port} ssl crt ${pem}`,
        ],
        [/( +server \w+ \S+\n)+/, `    server a 127.0.0.1:${behind}\n`],
      ]),
    )
    const proxy = run('haproxy', ['-db', '-f', settings], join(folder, 'haproxy.log'), null)
    const origin = `https://localhost:${port}`
    // Headers that a caller forges; the proxy must replace them.
    const forged = {
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-for': '6.6.6.6',
    }
    const call = callsTo(origin, ca)
    const get = (path: string, headers = {}) => call(path, { ...forged, ...headers })
    const post = (path: string, body: object, headers = {}) =>
      call(path, { ...forged, origin, ...headers }, body)
    try {
      await vi.waitFor(async () => expect((await get('/api/common/ready')).status).toBe(200), {
        timeout: 20_000,
      })
      const page = await get('/login')
      expect(page.headers).toMatchObject({ 'strict-transport-security': 'max-age=31536000' })
      const { data: captcha } = await post('/api/common/captchas', {})
      const login = {
        phone: '13800000001',
        password: 'pianzhang-demo',
        captcha: '7K3P',
        captcha_token: captcha.token,
      }
      const answer = await post('/api/manager/sessions', login)
      expect(answer.status).toBe(200)
      const [cookie = ''] = answer.headers['set-cookie'] as string[]
      expect(cookie).toMatch(/^token=[^;]+;.*HttpOnly; Secure; SameSite=Strict/)
      // As the page does: by the cookie and its own Origin, which must be that of the proxy.
      const own = { cookie: cookie.split(';', 1)[0] ?? '' }
      const { data: projects } = await get('/api/manager/projects', own)
      const project = { ...own, 'x-project': projects.items[0].code }
      const { data: template } = await get('/api/manager/cost_executions/import_template', project)
      expect(Object.values(template)).toContainEqual(expect.stringMatching(new RegExp(`^${origin}/`)))
      const file = { key: 'manager/attachments/a-1763700000000.xlsx' }
      const { data: upload } = await post('/api/common/qinius', file, project)
      expect(upload.upload_url).toMatch(new RegExp(`^${origin}/`))
      expect((await get('/api/manager/sessions', own)).data.items[0]).toMatchObject({ address: '127.0.0.1' })
      // No HSTS over plain HTTP, even if the request does not come through the proxy.
      const plain = await fetch(`http://127.0.0.1:${behind}/login`)
      expect(plain.headers.get('strict-transport-security')).toBeNull()
    } finally {
      await end(proxy, 'SIGTERM')
    }
    expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
  })
})
