import { sign as cryptoSign, randomInt, verify } from 'node:crypto'
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

export const APP_ID = '2021000122671080'
const SELLER_ID = '2088102146225135'

type Fields = Record<string, string>

/** How a notification differs from the right one; fields of undefined are left out. */
export interface Twist {
  /** Signed with these fields. */
  fields?: Record<string, string | undefined>
  /** Changed after it was signed. */
  after?: Record<string, string | undefined>
  /** Signed by somebody else. */
  keys?: KeyPair
  digest?: 'sha256' | 'sha1'
}

/** A stand-in of Alipay's gateway, after its published protocol (OpenAPI 2.0, key mode). */
export interface AlipayStandIn extends StandIn<Twist> {
  /** Changes the text of answers on their way. */
  rewrite: ((answer: string) => string) | null
  /** Answers questions about an order with those about another. */
  alias: Map<string, string>
  /** Someone scans the code, so that the trade exists at Alipay. */
  scan(orderCode: string): void
  /** The body of a notification. */
  notification(orderCode: string, twist?: Twist): string
  /** Sends a body as it is. */
  send(orderCode: string, body: string): Promise<Answered>
}

export async function alipayStandIn(): Promise<AlipayStandIn> {
  const merchant = newKeys()
  const alipay = newKeys()
  const trades = new Trades()
  const service = await serve((asked, response) => {
    reply(response, asked)
  })

  function reply(response: ServerResponse, asked: Asked): void {
    asked.url.searchParams.delete('moved')
    const given = { ...Object.fromEntries(asked.url.searchParams), ...formOf(asked) }
    const answer = wrongRequest(given, merchant, service.now()) ?? business(given, standIn)
    const key = `${String(given.method).replaceAll('.', '_')}_response`
    // Alipay signs the text of the inner object, whose slashes it escapes.
    const text = JSON.stringify(answer).replaceAll('/', '\\/')
    const signed = service.fault === 'wrong-signature' ? `${text} ` : text
    const sign = cryptoSign('sha256', Buffer.from(signed), alipay.privateKey).toString('base64')
    response.writeHead(200, { 'Content-Type': 'text/html;charset=utf-8', trace_id: '0603331617156962044' })
    const whole = service.fault === 'unsigned' ? `{"${key}":${text}}` : `{"${key}":${text},"sign":"${sign}"}`
    response.end(standIn.rewrite?.(whole) ?? whole)
  }

  const notification = (orderCode: string, twist: Twist = {}) => {
    const given = { ...notified(trades.of(orderCode)), ...twist.fields }
    const fields = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Fields
    const content = Object.keys(fields)
      .filter((name) => name !== 'sign_type')
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
    const key = (twist.keys ?? alipay).privateKey
    const sign = cryptoSign(twist.digest ?? 'sha256', Buffer.from(content), key).toString('base64')
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...fields, sign, ...twist.after }))
      if (value !== undefined) body.set(name, value)
    return body.toString()
  }
  const send = async (orderCode: string, body: string) =>
    await deliver(service, trades.of(orderCode).notifyUrl, body, {
      'Content-Type': 'application/x-www-form-urlencoded; text/html; charset=utf-8',
    })
  const standIn: AlipayStandIn = Object.assign(service, {
    trades,
    rewrite: null,
    alias: new Map<string, string>(),
    scan: (orderCode: string) => {
      trades.of(orderCode).state = 'waiting'
    },
    pay: (orderCode: string) => trades.pay(orderCode, service.now()),
    notification,
    notify: async (orderCode: string, twist?: Twist) => await send(orderCode, notification(orderCode, twist)),
    send,
    env: async (files: KeyFiles) => ({
      ALIPAY_APP_ID: APP_ID,
      ALIPAY_SELLER_ID: SELLER_ID,
      ALIPAY_PRIVATE_KEY_FILE: await files.write('alipay-app.pem', pemOf(merchant.privateKey)),
      ALIPAY_PUBLIC_KEY_FILE: await files.write('alipay-public.pem', pemOf(alipay.publicKey)),
      ALIPAY_GATEWAY: `${service.url}/gateway.do`,
    }),
  })
  return standIn
}

const formOf = ({ headers, body }: Asked): Fields => {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return {}
  return Object.fromEntries(new URLSearchParams(body))
}

const failed = (code: string, sub_code: string, sub_msg: string) => ({
  code,
  msg: code === '40004' ? 'Business Failed' : 'Invalid Arguments',
  sub_code,
  sub_msg,
})

/** What the gateway checks before any interface. */
function wrongRequest(given: Fields, merchant: KeyPair, now: Date) {
  const invalid = (name: string) => failed('40002', `isv.invalid-${name}`, `参数无效：${name}`)
  if (given.app_id !== APP_ID) return invalid('app-id')
  if (given.charset !== 'utf-8') return invalid('charset')
  if (given.version !== '1.0') return invalid('version')
  if (given.sign_type !== 'RSA2') return invalid('signature-type')
  // In China's time, which a server elsewhere must convert to.
  const age = now.getTime() - Date.parse(`${given.timestamp?.replace(' ', 'T')}+08:00`)
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(given.timestamp ?? '') || Math.abs(age) > 15 * 60_000)
    return invalid('timestamp')
  const content = Object.keys(given)
    .filter((name) => name !== 'sign' && given[name] !== '')
    .sort()
    .map((name) => `${name}=${given[name]}`)
    .join('&')
  const signature = Buffer.from(given.sign ?? '', 'base64')
  return verify('sha256', Buffer.from(content), merchant.publicKey, signature) ? null : invalid('signature')
}

const SUCCESS = { code: '10000', msg: 'Success' }

function business(given: Fields, { trades, alias }: Pick<AlipayStandIn, 'trades' | 'alias'>): Fields {
  const content = JSON.parse(given.biz_content ?? '{}') as Fields
  const named = content.out_trade_no ?? ''
  const orderCode = alias.get(named) ?? named
  const trade = trades.get(orderCode)
  const refused = (code: string) => failed('40004', `ACQ.${code}`, '业务处理失败')
  switch (given.method) {
    case 'alipay.trade.precreate': {
      const { total_amount = '', subject = '' } = content
      if (!/^\w{1,64}$/.test(orderCode) || !/^\d{1,9}\.\d\d$/.test(total_amount))
        return refused('INVALID_PARAMETER')
      if (subject === '' || subject.length > 256 || /[/=&]/.test(subject)) return refused('INVALID_PARAMETER')
      if (!URL.canParse(given.notify_url ?? '')) return refused('INVALID_PARAMETER')
      if (trade?.state === 'closed') return refused('TRADE_HAS_CLOSE')
      if (trade?.state === 'paid') return refused('TRADE_HAS_SUCCESS')
      if (trade && trade.amount !== total_amount) return refused('CONTEXT_INCONSISTENT')
      trades.set(orderCode, {
        orderCode,
        amount: total_amount,
        notifyUrl: given.notify_url ?? '',
        state: trade?.state ?? 'registered',
        transactionId: trade?.transactionId ?? `20261123220014${randomInt(1e12, 9e12)}`,
        paidAt: new Date(0),
      })
      return { ...SUCCESS, out_trade_no: orderCode, qr_code: `https://qr.alipay.com/bax${randomInt(1e12)}` }
    }
    case 'alipay.trade.query':
      // Before the code is scanned no trade exists.
      if (!trade || trade.state === 'registered') return refused('TRADE_NOT_EXIST')
      return {
        ...SUCCESS,
        out_trade_no: orderCode,
        trade_no: trade.transactionId,
        trade_status: STATUS[trade.state],
        total_amount: trade.amount,
        buyer_logon_id: '159****5620',
        ...(trade.state === 'paid' && { send_pay_date: chinaTime(trade.paidAt) }),
      }
    case 'alipay.trade.close':
      if (!trade) return refused('TRADE_NOT_EXIST')
      if (trade.state === 'paid' || trade.state === 'closed') return refused('TRADE_STATUS_ERROR')
      {
        const known = trade.state === 'waiting'
        // The code of one that nobody has scanned cannot be paid any more, either.
        trade.state = 'closed'
        return known
          ? { ...SUCCESS, out_trade_no: orderCode, trade_no: trade.transactionId }
          : refused('TRADE_NOT_EXIST')
      }
    default:
      return failed('40002', 'isv.invalid-method', '不存在的方法名')
  }
}

const STATUS = {
  registered: 'WAIT_BUYER_PAY',
  waiting: 'WAIT_BUYER_PAY',
  paid: 'TRADE_SUCCESS',
  closed: 'TRADE_CLOSED',
} as const

/** The fields of a notification, as Alipay sends them for a payment in person. */
const notified = (trade: Trade): Fields => ({
  gmt_create: chinaTime(trade.paidAt),
  charset: 'utf-8',
  seller_email: 'finance@example.com',
  subject: '项目购买 & 100%',
  buyer_id: '2088102116773037',
  invoice_amount: trade.amount,
  notify_id: `2026112300222${randomInt(1e12)}`,
  fund_bill_list: `[{"amount":"${trade.amount}","fundChannel":"ALIPAYACCOUNT"}]`,
  notify_type: 'trade_status_sync',
  trade_status: STATUS[trade.state],
  receipt_amount: trade.amount,
  app_id: APP_ID,
  buyer_pay_amount: trade.amount,
  sign_type: 'RSA2',
  seller_id: SELLER_ID,
  gmt_payment: chinaTime(trade.paidAt),
  notify_time: chinaTime(new Date()),
  version: '1.0',
  out_trade_no: trade.orderCode,
  total_amount: trade.amount,
  trade_no: trade.transactionId,
  auth_app_id: APP_ID,
  buyer_logon_id: '159****5620',
  point_amount: '0.00',
})
