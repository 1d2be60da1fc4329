import { parseYuan, yuan } from '@pianzhang/contract/money'
import type { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import type { AlipayConfig } from './config.ts'
import { CODE_VALID_MS, type Deadline, deadline, MAX_ANSWER, said } from './deadline.ts'
import type { AlipayKeys } from './keys.ts'
import {
  ForgedNotification,
  type Notification,
  type PaymentProvider,
  PaymentUnavailable,
  type Received,
} from './provider.ts'

interface AlipaySettings {
  config: AlipayConfig
  keys: AlipayKeys
  clock: () => Date
  /** Timeout of one call of the provider, however many requests the call makes. */
  timeoutMs: number
}

const PAID = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED'])
const NO_TRADE = 'ACQ.TRADE_NOT_EXIST'

/** Alipay's payment in person (`alipay.trade.precreate`): the page shows a code, which the payer scans. OpenAPI 2.0, RSA2. */
export async function alipayProvider({
  config,
  keys,
  clock,
  timeoutMs,
}: AlipaySettings): Promise<PaymentProvider> {
  const { AlipaySdk } = await import('alipay-sdk')
  const sdk = new AlipaySdk({
    appId: config.appId,
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keyType: 'PKCS8',
    alipayPublicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    signType: 'RSA2',
  })
  const ask = async (limit: Deadline, method: string, content: object, notifyUrl?: string) => {
    // In China's time, whatever the server's time zone is; the library takes the local time.
    const timestamp = chinaTime(clock())
    const given = sdk.sdkExecute(
      method,
      { timestamp, ...(notifyUrl !== undefined && { notify_url: notifyUrl }), biz_content: content },
      { bizContentAutoSnakeCase: false },
    )
    try {
      return verified(sdk, method, await post(config.gateway, given, limit.signal))
    } catch (error) {
      return limit.failed(method, error)
    }
  }
  const find = async (orderCode: string, limit: Deadline): Promise<Found> => {
    const answer = await ask(limit, 'alipay.trade.query', { out_trade_no: orderCode })
    if (answer.sub_code === NO_TRADE) return { status: null, received: null }
    const { trade_status } = succeeded('alipay.trade.query', answer)
    return { status: trade_status, received: PAID.has(trade_status) ? paymentOf(answer, orderCode) : null }
  }
  return {
    isSandbox: false,
    create: async ({ orderCode, amount, subject, notifyUrl }, signal) => {
      const asked = clock()
      const content = { out_trade_no: orderCode, total_amount: yuan(amount), subject }
      const answer = await ask(deadline(signal, timeoutMs), 'alipay.trade.precreate', content, notifyUrl)
      const { qr_code } = succeeded('alipay.trade.precreate', answer)
      if (!qr_code.startsWith('https://'))
        throw new PaymentUnavailable('alipay.trade.precreate: no address in the answer')
      return { qrcodeUrl: qr_code, validUntil: new Date(asked.getTime() + CODE_VALID_MS) }
    },
    find: async (orderCode, signal) => (await find(orderCode, deadline(signal, timeoutMs))).received,
    close: async (orderCode, signal) => {
      const limit = deadline(signal, timeoutMs)
      const answer = await ask(limit, 'alipay.trade.close', { out_trade_no: orderCode })
      // No trade exists before the code is scanned, so there is none to close. If it is paid later all the same, the payment is stored with an `unapplied_reason`.
      if (answer.code === SUCCEEDED || answer.sub_code === NO_TRADE) return null
      const { status, received } = await find(orderCode, limit)
      if (received || status === null || status === 'TRADE_CLOSED') return received
      throw refusal('alipay.trade.close', answer)
    },
    readNotification: async (notification) => readNotification(sdk, config, notification),
    acknowledge: () => ({ status: 200, contentType: 'text/plain; charset=utf-8', body: 'success' }),
    refuse: () => ({ status: 400, contentType: 'text/plain; charset=utf-8', body: 'fail' }),
  }
}

interface Found {
  /** null: there is no such trade. */
  status: string | null
  received: Received | null
}

const SUCCEEDED = '10000'
const text = z.string().default('')
const answerOf = z.object({
  code: text,
  sub_code: text,
  sub_msg: text,
  qr_code: text,
  out_trade_no: text,
  trade_no: text,
  trade_status: text,
  total_amount: text,
  send_pay_date: text,
})
type Answer = z.output<typeof answerOf>

/** Sends the signed parameters, the business content in the body and the others in the address, where the gateway expects the charset. */
async function post(gateway: URL, signed: string, signal: AbortSignal): Promise<string> {
  const url = new URL(gateway)
  const body = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(signed))
    (name === 'biz_content' ? body : url.searchParams).set(name, value)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
      Accept: 'application/json',
    },
    body: body.toString(),
    // A redirect could lead anywhere.
    redirect: 'error',
    signal,
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER) throw new PaymentUnavailable('the answer is too large')
    chunks.push(chunk)
  }
  if (response.status !== 200) throw new PaymentUnavailable(`status ${response.status}`)
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * The answer to `method`, parsed from exactly the text that the signature covers. The library cuts that text out by searching for the key;
 * a JSON parser takes the last of two equal keys, so a forged second one would pass as signed.
 */
function verified(sdk: AlipaySdk, method: string, answered: string): Answer {
  const key = `${method.replaceAll('.', '_')}_response`
  const { sign, error_response, ...rest } = z
    .looseObject({ sign: z.string().optional(), error_response: z.unknown().optional() })
    .parse(JSON.parse(answered))
  // The gateway does not sign its answer to a request that it could not read.
  if (sign === undefined) {
    const refused = answerOf.safeParse(error_response ?? rest[key])
    throw refused.success
      ? refusal(`${method}, unsigned`, refused.data)
      : new PaymentUnavailable('no signature')
  }
  try {
    sdk.checkResponseSign(answered, key, sign, '')
  } catch {
    throw new PaymentUnavailable(`${method}: the signature of the answer is wrong`)
  }
  return answerOf.parse(JSON.parse(sdk.getSignStr(answered, key)))
}

const refusal = (method: string, { code, sub_code, sub_msg }: Answer) =>
  new PaymentUnavailable(`${method}: ${said(code)} ${said(sub_code)} ${said(sub_msg)}`)

function succeeded(method: string, answer: Answer): Answer {
  if (answer.code !== SUCCEEDED) throw refusal(method, answer)
  return answer
}

function paymentOf(answer: Answer, orderCode: string): Received {
  const amount = parseYuan(answer.total_amount)
  const paidAt = fromChinaTime(answer.send_pay_date)
  if (answer.out_trade_no !== orderCode || amount === null || answer.trade_no === '' || !paidAt)
    throw new PaymentUnavailable('alipay.trade.query: the answer is of another trade, or incomplete')
  return { orderCode, amount, transactionId: answer.trade_no, paidAt }
}

/** The signature covers `name=value&…`. With names of this form, and no further field in a value, that text is unambiguous. */
const NAME = /^[\w.-]{1,64}$/
const ANOTHER_FIELD = /&[\w.-]+=/

/** A notification may be old: Alipay repeats it unchanged for 25 hours, and a payment is recorded once. */
function readNotification(sdk: AlipaySdk, config: AlipayConfig, { rawBody }: Notification): Received | null {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(rawBody.toString('utf8'))) {
    if (!NAME.test(name) || ANOTHER_FIELD.test(value)) throw new ForgedNotification('a field within a field')
    fields.set(name, value)
  }
  const get = (name: string) => fields.get(name) ?? ''
  // The library would accept RSA with the weaker SHA-1 if the notification says so.
  if (get('sign_type') !== 'RSA2') throw new ForgedNotification(`sign_type ${said(get('sign_type'))}`)
  if (!isSigned(sdk, fields)) throw new ForgedNotification('the signature is wrong')
  if (get('app_id') !== config.appId) throw new ForgedNotification(`for the app ${said(get('app_id'))}`)
  if (get('seller_id') !== config.sellerId)
    throw new ForgedNotification(`for the seller ${said(get('seller_id'))}`)
  // The status of a refunded payment stays TRADE_SUCCESS as long as a part of it is left.
  if (!PAID.has(get('trade_status')) || (parseYuan(get('refund_fee')) ?? 0n) !== 0n) return null
  const amount = parseYuan(get('total_amount'))
  const paidAt = fromChinaTime(get('gmt_payment'))
  if (get('out_trade_no') === '' || get('trade_no') === '' || amount === null || !paidAt)
    throw new ForgedNotification('without order, number, amount or time')
  return { orderCode: get('out_trade_no'), amount, transactionId: get('trade_no'), paidAt }
}

function isSigned(sdk: AlipaySdk, fields: Map<string, string>): boolean {
  try {
    return sdk.checkNotifySignV2(Object.fromEntries(fields))
  } catch {
    return false
  }
}

const CHINA_OFFSET_MS = 8 * 3600_000

/** `2026-11-23 08:05:09` in China's time. */
const chinaTime = (at: Date) =>
  new Date(at.getTime() + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

function fromChinaTime(given: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(given)) return null
  const at = new Date(`${given.replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? null : at
}
