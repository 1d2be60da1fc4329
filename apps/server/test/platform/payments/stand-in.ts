import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

// What the stand-ins of both providers share. They follow the published protocols with node:crypto alone, so that they check the
// libraries and not the libraries themselves.

export interface KeyPair {
  publicKey: KeyObject
  privateKey: KeyObject
}

/** 2048 bits, as both providers issue; takes ~100 ms. */
export const newKeys = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 })

export const pemOf = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()

/** What the operator keeps in files. */
export interface KeyFiles {
  path(name: string): string
  write(name: string, text: string): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

export async function keyFiles(): Promise<KeyFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'pianzhang-keys-'))
  const path = (name: string) => join(folder, name)
  return {
    path,
    write: async (name, text) => {
      await writeFile(path(name), text, { mode: 0o600 })
      return path(name)
    },
    [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true, force: true }),
  }
}

export interface Asked {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

/** How a provider misbehaves, until it is set to null again. */
export type Fault =
  /** Takes the request and never answers. */
  | 'silent'
  /** Answers 502 from something in front of it. */
  | 'down'
  /** The answer's signature is of other bytes. */
  | 'wrong-signature'
  /** The answer has no signature. */
  | 'unsigned'
  /** The answer never ends. */
  | 'endless'
  /** Leads to another address, which answers. */
  | 'redirect'

/** A server on a free port of this machine. */
export interface Service {
  url: string
  fault: Fault | null
  /** Where notifications are delivered, instead of at the host of their address: `http://127.0.0.1:port`. */
  reach: string | null
  /** The time of notifications, and of Alipay's check of requests: the clock of the server under test. */
  now: () => Date
  /** Every request that arrived. */
  asked: Asked[]
  /** Resolves when the connection of the next silent request is closed by the other side. */
  untilLeft(): Promise<void>
  close(): Promise<void>
}

export async function serve(
  answer: (asked: Asked, response: ServerResponse, service: Service) => void,
): Promise<Service> {
  let left = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8')
    const asked = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://stand-in'),
      headers: request.headers,
      body,
    }
    service.asked.push(asked)
    if (service.fault === 'silent') response.once('close', () => left.resolve())
    else if (service.fault === 'down') response.writeHead(502).end('<html>502 Bad Gateway</html>')
    else if (service.fault === 'redirect' && !asked.url.searchParams.has('moved'))
      response
        .writeHead(307, { Location: `${request.url}${asked.url.search === '' ? '?' : '&'}moved=1` })
        .end()
    else if (service.fault === 'endless') {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const drip = setInterval(() => response.write('x'.repeat(60_000)), 1)
      response.once('close', () => clearInterval(drip))
    } else answer(asked, response, service)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: Service = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: null,
    reach: null,
    now: () => new Date(),
    asked: [],
    untilLeft: async () => {
      await left.promise
      left = Promise.withResolvers()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

/** A payment at a provider. `registered`: nobody has scanned its code. */
export interface Trade {
  orderCode: string
  /** As the provider writes it: yuan of Alipay, fen of WeChat Pay. */
  amount: string
  notifyUrl: string
  state: 'registered' | 'waiting' | 'paid' | 'closed'
  transactionId: string
  paidAt: Date
}

/** Payments by order code. */
export class Trades extends Map<string, Trade> {
  /** Throws for a code that was never registered. */
  of(orderCode: string): Trade {
    const found = this.get(orderCode)
    if (!found) throw new Error(`no trade ${orderCode}`)
    return found
  }

  pay(orderCode: string, paidAt: Date): void {
    const trade = this.of(orderCode)
    if (trade.state === 'closed') throw new Error('本笔交易已关闭')
    Object.assign(trade, { state: 'paid', paidAt })
  }
}

/** What both stand-ins offer; a `Twist` is how a notification differs from the right one. */
export interface StandIn<Twist> extends Service {
  trades: Trades
  pay(orderCode: string): void
  notify(orderCode: string, twist?: Twist): Promise<Answered>
  /** The environment of a server that pays through this stand-in. */
  env(files: KeyFiles): Promise<Record<string, string>>
}

/** What our server answered to a notification. */
export interface Answered {
  status: number
  body: string
}

export async function deliver(
  { reach }: Service,
  notifyUrl: string,
  body: string,
  headers: Record<string, string>,
): Promise<Answered> {
  const { pathname } = new URL(notifyUrl)
  const response = await fetch(reach === null ? notifyUrl : reach + pathname, {
    method: 'POST',
    body,
    headers,
  })
  return { status: response.status, body: await response.text() }
}

/** `2026-11-23 08:05:09` in China, whose time both providers write. */
export const chinaTime = (at: Date): string =>
  new Date(at.getTime() + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ')
