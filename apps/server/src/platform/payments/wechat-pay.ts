import { z } from 'zod'
import type { WechatPayConfig } from './config.ts'
import { CODE_VALID_MS, type Deadline, deadline, MAX_ANSWER, said } from './deadline.ts'
import type { WechatPayKeys } from './keys.ts'
import { type PaymentProvider, PaymentUnavailable } from './provider.ts'
import { notificationReader } from './wechat-pay-notification.ts'
import { misdirected, transaction } from './wechat-pay-transaction.ts'

interface WechatPaySettings {
  config: WechatPayConfig
  keys: WechatPayKeys
  clock: () => Date
  /** Timeout of one call of the provider, however many requests the call makes. */
  timeoutMs: number
}

/** What is sent to WeChat Pay's address `path`; a GET has no data. */
interface Question {
  path: string
  data?: object
  params?: Record<string, string>
}

/** WeChat Pay's answer. `code`: the error code of a refusal, else ''. */
interface Answer {
  status: number
  code: string
  data: unknown
}

/** WeChat Pay's Native payment (APIv3): the page shows a code, which the payer scans. */
export async function wechatPayProvider({
  config,
  keys,
  clock,
  timeoutMs,
}: WechatPaySettings): Promise<PaymentProvider> {
  const library = await import('wechatpay-axios-plugin')
  const client = new library.Wechatpay({
    mchid: config.mchId,
    serial: config.serial,
    // The library also takes a parsed key, though its types say text.
    privateKey: keys.privateKey as unknown as string,
    certs: { [config.platformKeyId]: keys.platformKey },
    baseURL: config.gateway.href,
    // Asks for answers signed with this key; without it a merchant who has moved from certificates to a public key gets either.
    headers: { 'Wechatpay-Serial': config.platformKeyId },
    // The environment's HTTP_PROXY is not ours to use, and a redirect could lead anywhere.
    proxy: false,
    maxRedirects: 0,
    maxContentLength: MAX_ANSWER,
  })

  /** The library signs the request and verifies the answer's signature and time; a refusal need not be signed. */
  const ask = async (limit: Deadline, { path, data, params }: Question): Promise<Answer> => {
    const call = client.chain(path)
    const options = { signal: limit.signal, ...(params && { params }) }
    try {
      const { status, data: answer } = data ? await call.post(data, options) : await call.get(options)
      return { status, code: '', data: answer }
    } catch (error) {
      const { response, code } = error as { response?: { status: number; data: unknown }; code?: unknown }
      // EV3_RES_…: the library refused the answer itself.
      if (!response || String(code).startsWith('EV3_')) return limit.failed(path, error)
      const refused = refusalOf.safeParse(response.data)
      if (!refused.success || response.status >= 500)
        return limit.failed(path, new PaymentUnavailable(`${path}: status ${response.status}`))
      return { status: response.status, code: refused.data.code, data: refused.data }
    }
  }
  const find = async (orderCode: string, limit: Deadline) => {
    const path = `v3/pay/transactions/out-trade-no/${orderCode}`
    const answer = await ask(limit, { path, params: { mchid: config.mchId } })
    if (answer.status === 404 && NO_ORDER.has(answer.code)) return { state: null, received: null }
    if (answer.code !== '') throw refusal(path, answer)
    const found = transaction.safeParse(answer.data)
    if (!found.success) throw new PaymentUnavailable(`${path}: the answer has another form`)
    if (found.data.orderCode !== orderCode || misdirected(found.data, config) !== null)
      throw new PaymentUnavailable(`${path}: the answer is of another order or merchant`)
    return found.data
  }
  return {
    isSandbox: false,
    create: async ({ orderCode, amount, subject, notifyUrl }, signal) => {
      const asked = clock()
      const path = 'v3/pay/transactions/native'
      const data = {
        appid: config.appId,
        mchid: config.mchId,
        description: subject,
        out_trade_no: orderCode,
        notify_url: notifyUrl,
        amount: { total: Number(amount), currency: 'CNY' },
      }
      const answer = await ask(deadline(signal, timeoutMs), { path, data })
      if (answer.code !== '') throw refusal(path, answer)
      const made = z.object({ code_url: z.string().startsWith('weixin://') }).safeParse(answer.data)
      if (!made.success) throw new PaymentUnavailable(`${path}: no address in the answer`)
      return { qrcodeUrl: made.data.code_url, validUntil: new Date(asked.getTime() + CODE_VALID_MS) }
    },
    find: async (orderCode, signal) => (await find(orderCode, deadline(signal, timeoutMs))).received,
    close: async (orderCode, signal) => {
      const limit = deadline(signal, timeoutMs)
      const path = `v3/pay/transactions/out-trade-no/${orderCode}/close`
      const answer = await ask(limit, { path, data: { mchid: config.mchId } })
      if (answer.code === '' || (answer.status === 404 && NO_ORDER.has(answer.code))) return null
      const { state, received } = await find(orderCode, limit)
      if (received || state === null || OVER.has(state)) return received
      throw refusal(path, answer)
    },
    readNotification: notificationReader(library, config, keys, clock),
    acknowledge: () => ({ status: 200, contentType: JSON_TYPE, body: '{"code":"SUCCESS","message":"成功"}' }),
    refuse: () => ({ status: 400, contentType: JSON_TYPE, body: '{"code":"FAIL","message":"失败"}' }),
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'
/** States of an order that cannot be paid any more; a refunded payment stays `REFUND`. */
const OVER = new Set(['CLOSED', 'REFUND'])
const NO_ORDER = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST'])
const refusalOf = z.object({ code: z.string().min(1), message: z.string().default('') })

const refusal = (path: string, { status, code, data }: Answer) =>
  new PaymentUnavailable(
    `${path}: status ${status} ${said(code)} ${said((data as { message?: unknown }).message)}`,
  )
