import { createCipheriv, sign as cryptoSign, randomBytes, randomInt, randomUUID, verify } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import {
  type Answered,
  type Asked,
  chinaTime,
  deliver,
  type KeyFiles,
  type KeyPair,
  newKeys,
  pemOf,
  type StandIn,
  serve,
  type Trade,
  Trades,
} from './stand-in.ts'

const MCH_ID = '1230000109'
export const APP_ID = 'wxd678efh567hg6787'
export const SERIAL = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
const PLATFORM_KEY_ID = 'PUB_KEY_ID_0112300001092024101100397200000006'

type Json = Record<string, unknown>

/** How a notification differs from the right one. */
export interface Twist {
  /** Of the transaction, before it is encrypted. */
  transaction?: Json
  /** Of the envelope. */
  envelope?: Json
  keys?: KeyPair
  serial?: string
  /** Of the signature; seconds from now. */
  offset?: number
  apiKey?: Buffer
  /** Changes the body after it was signed. */
  after?: (body: string) => string
  /** Changes the encrypted bytes before the body is signed. */
  cipher?: (bytes: Buffer) => Buffer
  headers?: Record<string, string>
}

export interface WechatPayStandIn extends StandIn<Twist> {
  /** Fields of the order that queries answer otherwise. */
  answers: Json
  notification(orderCode: string, twist?: Twist): { body: string; headers: Record<string, string> }
  /** Sends a notification as it is. */
  send(orderCode: string, given: { body: string; headers: Record<string, string> }): Promise<Answered>
}

/** A stand-in of WeChat Pay, after its published protocol (APIv3, public key mode). */
export async function wechatPayStandIn(): Promise<WechatPayStandIn> {
  const merchant = newKeys()
  const platform = newKeys()
  const apiV3Key = Buffer.from(randomBytes(16).toString('hex'))
  const trades = new Trades()

  const signed = (body: string, keys: KeyPair, serial: string, now: Date, offset = 0) => {
    const timestamp = String(Math.floor(now.getTime() / 1000) + offset)
    const nonce = randomBytes(16).toString('hex')
    const content = `${timestamp}\n${nonce}\n${body}\n`
    return {
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Signature': cryptoSign('sha256', Buffer.from(content), keys.privateKey).toString('base64'),
      'Wechatpay-Serial': serial,
      'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
    }
  }
  const service = await serve((asked, response) => {
    const { status, body } = wrongRequest(asked, merchant) ?? business(asked, trades)
    reply(response, status, body ? { ...body, ...standIn.answers } : '')
  })
  function reply(response: ServerResponse, status: number, answer: Json | ''): void {
    const body = answer === '' ? '' : JSON.stringify(answer)
    const bytes = service.fault === 'wrong-signature' ? `${body} ` : body
    response.writeHead(status, {
      ...(body !== '' && { 'Content-Type': 'application/json; charset=utf-8' }),
      'Request-ID': '08F5B8C2B506102C18FDDFEEA306',
      ...(service.fault !== 'unsigned' && signed(bytes, platform, PLATFORM_KEY_ID, new Date())),
    })
    response.end(body)
  }

  const encrypted = (plain: string, { apiKey = apiV3Key, cipher = (bytes) => bytes }: Twist) => {
    const nonce = randomBytes(6).toString('hex')
    const aead = createCipheriv('aes-256-gcm', apiKey, nonce).setAAD(Buffer.from('transaction'))
    const bytes = Buffer.concat([aead.update(plain, 'utf8'), aead.final(), aead.getAuthTag()])
    return {
      original_type: 'transaction',
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: cipher(bytes).toString('base64'),
      associated_data: 'transaction',
      nonce,
    }
  }
  const notification = (orderCode: string, twist: Twist = {}) => {
    const text = JSON.stringify({ ...transaction(trades.of(orderCode)), ...twist.transaction })
    const body = JSON.stringify({
      id: randomUUID(),
      create_time: new Date().toISOString(),
      resource_type: 'encrypt-resource',
      event_type: 'TRANSACTION.SUCCESS',
      summary: '支付成功',
      resource: encrypted(text, twist),
      ...twist.envelope,
    })
    const keys = twist.keys ?? platform
    const headers = {
      ...signed(body, keys, twist.serial ?? PLATFORM_KEY_ID, service.now(), twist.offset),
      ...twist.headers,
    }
    return { body: twist.after?.(body) ?? body, headers }
  }
  const send: WechatPayStandIn['send'] = async (orderCode, { body, headers }) =>
    await deliver(service, trades.of(orderCode).notifyUrl, body, {
      'Content-Type': 'application/json',
      ...headers,
    })
  const standIn: WechatPayStandIn = Object.assign(service, {
    trades,
    answers: {},
    pay: (orderCode: string) => trades.pay(orderCode, service.now()),
    notification,
    notify: async (orderCode: string, twist?: Twist) => await send(orderCode, notification(orderCode, twist)),
    send,
    env: async (files: KeyFiles) => ({
      WECHAT_PAY_MCH_ID: MCH_ID,
      WECHAT_PAY_APP_ID: APP_ID,
      WECHAT_PAY_SERIAL: SERIAL,
      WECHAT_PAY_PRIVATE_KEY_FILE: await files.write('apiclient_key.pem', pemOf(merchant.privateKey)),
      WECHAT_PAY_API_V3_KEY_FILE: await files.write('apiv3.key', `${apiV3Key}\n`),
      WECHAT_PAY_PLATFORM_KEY_FILE: await files.write('pub_key.pem', pemOf(platform.publicKey)),
      WECHAT_PAY_PLATFORM_KEY_ID: PLATFORM_KEY_ID,
      WECHAT_PAY_GATEWAY: service.url,
    }),
  })
  return standIn
}

interface Reply {
  status: number
  body?: Json
}

const failed = (status: number, code: string): Reply => ({ status, body: { code, message: '请求失败' } })

/** The signature of a request: `WECHATPAY2-SHA256-RSA2048` over method, path with query, time, nonce and body. */
function wrongRequest({ method, url, headers, body }: Asked, merchant: KeyPair): Reply | null {
  if (!headers['user-agent'] || !headers.accept?.includes('application/json'))
    return failed(400, 'PARAM_ERROR')
  if (headers['wechatpay-serial'] !== PLATFORM_KEY_ID) return failed(400, 'PARAM_ERROR')
  const [scheme = '', values = ''] = (headers.authorization ?? '').split(/ (.*)/)
  const given = Object.fromEntries(
    [...values.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  )
  const content = `${method}\n${url.pathname}${url.search}\n${given.timestamp}\n${given.nonce_str}\n${body}\n`
  const fresh = Math.abs(Date.now() / 1000 - Number(given.timestamp)) <= 300
  const ok =
    scheme === 'WECHATPAY2-SHA256-RSA2048' &&
    given.mchid === MCH_ID &&
    given.serial_no === SERIAL &&
    fresh &&
    verify('sha256', Buffer.from(content), merchant.publicKey, Buffer.from(given.signature ?? '', 'base64'))
  return ok ? null : failed(401, 'SIGN_ERROR')
}

function business({ method, url, body }: Asked, trades: Map<string, Trade>): Reply {
  if (method === 'POST' && url.pathname === '/v3/pay/transactions/native')
    return native(JSON.parse(body) as Json, trades)
  const [, orderCode = '', close] =
    url.pathname.match(/^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/) ?? []
  const trade = trades.get(orderCode)
  if (method === 'GET' && close === undefined && orderCode !== '') {
    if (url.searchParams.get('mchid') !== MCH_ID) return failed(400, 'PARAM_ERROR')
    return trade ? { status: 200, body: transaction(trade) } : failed(404, 'ORDER_NOT_EXIST')
  }
  if (method === 'POST' && close !== undefined) {
    if ((JSON.parse(body) as Json).mchid !== MCH_ID) return failed(400, 'PARAM_ERROR')
    if (!trade) return failed(404, 'ORDER_NOT_EXIST')
    if (trade.state === 'paid') return failed(400, 'ORDER_PAID')
    trade.state = 'closed'
    return { status: 204 }
  }
  return failed(404, 'RESOURCE_NOT_EXISTS')
}

function native(given: Json, trades: Map<string, Trade>): Reply {
  const { appid, mchid, description, out_trade_no, notify_url } = given as Record<string, string>
  const { total, currency } = (given.amount ?? {}) as { total?: unknown; currency?: unknown }
  const orderCode = String(out_trade_no)
  const trade = trades.get(orderCode)
  if (appid !== APP_ID || mchid !== MCH_ID) return failed(400, 'APPID_MCHID_NOT_MATCH')
  if (!/^[0-9A-Za-z_\-|*]{6,32}$/.test(orderCode) || !Number.isSafeInteger(total) || Number(total) < 1)
    return failed(400, 'PARAM_ERROR')
  if (currency !== 'CNY' || !description || Buffer.byteLength(description) > 127)
    return failed(400, 'PARAM_ERROR')
  if (!URL.canParse(notify_url ?? '') || notify_url?.includes('?')) return failed(400, 'PARAM_ERROR')
  if (trade?.state === 'closed') return failed(400, 'ORDER_CLOSED')
  if (trade?.state === 'paid') return failed(400, 'ORDER_PAID')
  if (trade && trade.amount !== String(total)) return failed(403, 'OUT_TRADE_NO_USED')
  trades.set(orderCode, {
    orderCode,
    amount: String(total),
    notifyUrl: notify_url ?? '',
    state: 'waiting',
    transactionId: trade?.transactionId ?? `420000${randomInt(1e12, 9e12)}${randomInt(1e8, 9e8)}`,
    paidAt: new Date(0),
  })
  return { status: 200, body: { code_url: `weixin://wxpay/bizpayurl?pr=${randomBytes(6).toString('hex')}` } }
}

/** What a query answers, and what a notification carries. */
const transaction = (trade: Trade): Json => ({
  mchid: MCH_ID,
  appid: APP_ID,
  out_trade_no: trade.orderCode,
  trade_state: { registered: 'NOTPAY', waiting: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' }[trade.state],
  trade_state_desc: '',
  amount: {
    total: Number(trade.amount),
    payer_total: Number(trade.amount),
    currency: 'CNY',
    payer_currency: 'CNY',
  },
  ...(trade.state === 'paid' && {
    transaction_id: trade.transactionId,
    trade_type: 'NATIVE',
    bank_type: 'OTHERS',
    attach: '',
    success_time: `${chinaTime(trade.paidAt).replace(' ', 'T')}+08:00`,
    payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
  }),
})
