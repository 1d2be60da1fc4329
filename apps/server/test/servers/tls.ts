import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Answer } from '../harness/harness.ts'

/** Makes a self-signed certificate of localhost; returns the paths of its files in `folder`, and the certificate. */
export function certificateIn(folder: string): { crt: string; key: string; ca: Buffer } {
  const [crt, key] = [join(folder, 'localhost.crt'), join(folder, 'localhost.key')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names]
  execFileSync('openssl', [...made, '-keyout', key, '-out', crt], { stdio: 'pipe' })
  return { crt, key, ca: readFileSync(crt) }
}

export interface Seen {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  /** The `data` of an answer in JSON; else null. */
  data: Answer['data']
}

/** Calls over TLS to `https://localhost:<port>`. `from`: the caller's own address, one of loopback. */
export const callsTo =
  (origin: string, ca: Buffer, from = '127.0.0.1') =>
  (path: string, headers: Record<string, string>, body?: object | Buffer) =>
    new Promise<Seen>((resolve, reject) => {
      const method = body ? 'POST' : 'GET'
      const isJson = body !== undefined && !Buffer.isBuffer(body)
      const all = { ...headers, ...(isJson && { 'content-type': 'application/json' }) }
      const options = { method, ca, headers: all, localAddress: from, family: 4 }
      const outgoing = request(new URL(path, origin), options, (response) => {
        const { statusCode: status = 0, headers: got } = response
        text(response)
          .then((content) => {
            const data = String(got['content-type']).includes('json') ? JSON.parse(content).data : null
            resolve({ status, headers: got, text: content, data })
          })
          .catch(reject)
      })
      outgoing.on('error', reject)
      outgoing.end(isJson ? JSON.stringify(body) : body)
    })
