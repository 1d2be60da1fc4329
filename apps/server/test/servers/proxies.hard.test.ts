import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formOf } from '../base/attachments/helpers.ts'
import { makeZip } from '../files/zip.ts'
import { end, freePorts, installed, run } from '../machines/programs.ts'
import { endServers, startServer, tempFolder } from '../processes/server-process.ts'
import { exampleWith } from './example.ts'
import { callsTo, certificateIn } from './tls.ts'

// The examples of nginx and Caddy in the documentation, with other addresses, before one server.

afterEach(endServers)

interface Place {
  folder: string
  /** Ports of HTTP and HTTPS. */
  plain: number
  port: number
  /** Port of the server behind the proxy. */
  behind: number
  crt: string
  key: string
}

function nginx({ folder, plain, port, behind, crt, key }: Place): ChildProcess {
  const site = exampleWith('nginx-tls.conf', [
    [/listen 80;/, `listen 127.0.0.1:${plain};`],
    [/listen 443 /, `listen 127.0.0.1:${port} `],
    [/ssl_certificate +\S+;/, `ssl_certificate ${crt};`],
    [/ssl_certificate_key +\S+;/, `ssl_certificate_key ${key};`],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${behind}`],
  ])
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} daemon off; pid ${join(folder, 'nginx.pid')}; events {}\nhttp { access_log off; ${folders.join(' ')}\n${site}}\n`,
  )
  return run('nginx', ['-e', 'stderr', '-c', file], join(folder, 'log'), null)
}

function caddy({ folder, plain, port, behind, crt, key }: Place): ChildProcess {
  const site = exampleWith('Caddyfile', [
    [/pianzhang\.example\.com \{\n/, `localhost {\n    tls ${crt} ${key}\n`],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${behind}`],
  ])
  const file = join(folder, 'Caddyfile')
  const ports = `{\n    admin off\n    default_bind 127.0.0.1\n    http_port ${plain}\n    https_port ${port}\n}\n`
  writeFileSync(file, ports + site)
  return run('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], join(folder, 'log'), null)
}

/** Each proxy's test calls from addresses of its own, as limits by address last for minutes. */
const PROXIES = [
  { name: 'nginx', start: nginx, from: '127.0.0.12', other: '127.0.0.13' },
  { name: 'caddy', start: caddy, from: '127.0.0.22', other: '127.0.0.23' },
]

// Headers that a caller forges: a proxy that does not replace or delete them lets every caller choose them.
const FORGED = {
  'x-forwarded-proto': 'http',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-for': '6.6.6.6',
}
const CAPTCHAS_A_MINUTE = 120
const AT_ONCE = 10

describe.each(PROXIES)('$name', ({ name, start, from, other }) => {
  const can = installed(`TLS by ${name}`, { [name]: name, openssl: 'openssl' })

  test.skipIf(!can)(
    'people work by HTTPS, and learn of a restart; the limits know their addresses',
    async () => {
      const [plain = 0, port = 0, behind = 0] = await freePorts(3)
      const settings = { TRUST_PROXY: '1', PORT: String(behind) }
      const dataDir = tempFolder()
      const server = startServer({ ...settings, CAPTCHA_FIXED: '7K3P', DEMO: '1' }, dataDir)
      await server.ready()
      const folder = tempFolder()
      const { crt, key, ca } = certificateIn(folder)
      const proxy = start({ folder, plain, port, behind, crt, key })
      const origin = `https://localhost:${port}`
      const call = callsTo(origin, ca, from)
      const get = (path: string, headers = {}) => call(path, { ...FORGED, ...headers })
      const post = (path: string, body: object, headers = {}) =>
        call(path, { ...FORGED, origin, ...headers }, body)
      const works = async () => expect((await get('/api/common/ready')).status).toBe(200)
      try {
        await vi.waitFor(works, { timeout: 20_000 })
        // An address typed without https is redirected, and a browser's request by HTTP/2 is answered.
        const [moved] = (await once(
          getPlain(`http://127.0.0.1:${plain}/login`, { headers: { host: 'localhost' } }),
          'response',
        )) as [IncomingMessage]
        moved.resume()
        expect([301, 308]).toContain(moved.statusCode)
        expect(moved.headers.location).toMatch(/^https:.*\/login$/)
        const browser = connect(`https://127.0.0.1:${port}`, { ca, servername: 'localhost' })
        const [page] = await once(
          browser.request({ ':path': '/login', ':authority': `localhost:${port}` }).resume(),
          'response',
        )
        browser.destroy()
        expect(page).toMatchObject({ ':status': 200, 'strict-transport-security': 'max-age=31536000' })

        const { data: captcha } = await post('/api/common/captchas', {})
        const login = { phone: '13800000001', password: 'pianzhang-demo', captcha: '7K3P' }
        const signedIn = await post('/api/manager/sessions', { ...login, captcha_token: captcha.token })
        const [cookie = ''] = signedIn.headers['set-cookie'] as string[]
        expect(cookie).toMatch(/^token=[^;]+;.*HttpOnly; Secure; SameSite=Strict/)
        const own = { cookie: cookie.split(';', 1)[0] ?? '' }
        expect((await get('/api/manager/sessions', own)).data.items[0]).toMatchObject({ address: from })
        const { data: projects } = await get('/api/manager/projects', own)
        const project = { ...own, 'x-project': projects.items[0].code as string }

        // An event arrives while the stream is open.
        const path = `/api/common/event_source/project?project=${project['x-project']}`
        const stream = request(new URL(path, origin), { ca, headers: own, family: 4 }).end()
        const [events] = (await once(stream, 'response')) as [IncomingMessage]
        let heard = ''
        events.setEncoding('utf8').on('data', (piece: string) => {
          heard += piece
        })
        const named = { name: `${name} 类型` }
        expect((await post('/api/manager/pay_categories', named, project)).status).toBe(200)
        await vi.waitFor(() => expect(heard).toContain('pay_category'), { timeout: 10_000 })
        stream.destroy()

        const file = { key: 'manager/attachments/a-1763700000000.xlsx' }
        const { data: upload } = await post('/api/common/qinius', file, project)
        expect(upload.upload_url).toMatch(new RegExp(`^${origin}/`))
        const book = makeZip([
          { name: '[Content_Types].xml', data: '' },
          { name: 'xl/workbook.xml', data: '' },
          { name: 'xl/media/noise', data: randomBytes(20 * 1024 * 1024), stored: true },
        ])
        const form = formOf([
          ['token', upload.token],
          ['key', file.key],
          ['file', book, 'a.xlsx'],
        ])
        const stored = await call(upload.upload_url, { ...own, ...form.headers, origin }, form.payload)
        expect(stored).toMatchObject({ status: 200, data: { file_size: book.length } })

        // A page that is opened while the server is down shows the proxy's message; an open page shows its own.
        expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
        const down = await get('/projects')
        expect(down.status).toBeGreaterThanOrEqual(502)
        expect(down.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' })
        expect(down.text).toMatch(/服务正在启动/)
        // Without CAPTCHA_FIXED, which lifts the limits of attempts.
        const again = startServer(settings, dataDir)
        await again.ready()
        await vi.waitFor(works, { timeout: 20_000 })
        expect((await get('/api/manager/projects', own)).status).toBe(200)

        const one = (caller: typeof call, time: number) =>
          caller('/api/common/captchas', { origin, 'x-forwarded-for': `6.6.6.${time}` }, {})
        for (let time = 0; time < CAPTCHAS_A_MINUTE; time += AT_ONCE) {
          const some = Array.from({ length: AT_ONCE }, (_, more) => one(call, time + more))
          for (const { status } of await Promise.all(some)) expect(status).toBe(200)
        }
        expect((await one(call, CAPTCHAS_A_MINUTE)).status).toBe(429)
        expect((await one(callsTo(origin, ca, other), 0)).status).toBe(200)
        expect(await again.tell('SIGTERM')).toMatchObject({ status: 0 })
      } catch (error) {
        console.error(readFileSync(join(folder, 'log'), 'utf8'))
        throw error
      } finally {
        await end(proxy, 'SIGTERM')
      }
    },
  )
})
