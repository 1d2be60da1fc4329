import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Answer } from '../testing/harness.ts'
import { end, freePorts, installed, run } from '../testing/programs.ts'
import { endServers, startServer, tempFolder } from '../testing/server-process.ts'
import { exampleWith } from './example.ts'

// TLS that ends at a real proxy, by the example of the documentation. Without a proxy: platform/http/https.test.ts.

afterAll(endServers)

type Seen = Pick<Answer, 'status' | 'headers' | 'data'>

/** A call over TLS to a server with a self-signed certificate. Of an answer that is no JSON `data` is null. */
const call = (origin: string, ca: Buffer, path: string, headers: Record<string, string>, body?: object) =>
  new Promise<Seen>((resolve, reject) => {
    const method = body ? 'POST' : 'GET'
    const all = { ...headers, ...(body && { 'content-type': 'application/json' }) }
    const outgoing = request(new URL(path, origin), { method, ca, headers: all }, (response) => {
      const { statusCode: status = 0, headers: got } = response
      const isJson = String(got['content-type']).includes('json')
      if (!isJson) response.resume()
      const read = isJson ? json(response) : Promise.resolve({ data: null })
      read.then((answer) => resolve({ status, headers: got, data: (answer as Seen).data }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body && JSON.stringify(body))
  })

const needed = { haproxy: 'haproxy', openssl: 'openssl' }

describe.skipIf(!installed('TLS by HAProxy', needed))('TLS by HAProxy', () => {
  test('people have a secure cookie, HSTS and links by HTTPS; what a caller says of the proxy is dropped', async () => {
    const server = startServer({ TRUST_PROXY: '1', CAPTCHA_FIXED: '7K3P', DEMO: '1' })
    const { port: behind } = new URL(await server.ready())
    const folder = tempFolder()
    const pem = join(folder, 'pianzhang.pem')
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names]
    execFileSync('openssl', [...made, '-keyout', join(folder, 'key'), '-out', join(folder, 'crt')], {
      stdio: 'pipe',
    })
    const ca = readFileSync(join(folder, 'crt'))
    writeFileSync(pem, Buffer.concat([ca, readFileSync(join(folder, 'key'))]))
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
    const get = (path: string, headers = {}) => call(origin, ca, path, { ...forged, ...headers })
    const post = (path: string, body: object, headers = {}) =>
      call(origin, ca, path, { ...forged, origin, ...headers }, body)
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
      const key = 'manager/attachments/a-1763700000000.xlsx'
      const { data: upload } = await post('/api/common/qinius', { key }, project)
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
