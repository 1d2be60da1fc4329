import { z } from 'zod'
import type { WechatPayConfig } from './config.ts'
import { said } from './deadline.ts'
import type { WechatPayKeys } from './keys.ts'
import { ForgedNotification, type Notification, type Received } from './provider.ts'
import { misdirected, transaction } from './wechat-pay-transaction.ts'

type Library = Pick<typeof import('wechatpay-axios-plugin'), 'Rsa' | 'Aes' | 'Formatter'>

/** How far the time of a signature may be from ours; WeChat Pay signs each repetition anew. */
const FRESH_MS = 5 * 60_000
/** Prefix of signatures by which WeChat Pay tests whether a merchant verifies them; they must be refused. */
const PROBE = 'WECHATPAY/SIGNTEST/'

const envelope = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.base64(),
    associated_data: z.string().nullish(),
    nonce: z.string().min(1).max(16),
  }),
})
/** Length of AES-GCM's tag; the library takes shorter ones, too. */
const TAG_BYTES = 16

/**
 * Reads notifications: time, key id and signature are in the headers, the payment is encrypted in the body. The library only has the
 * primitives for it; all checks are here.
 */
export const notificationReader =
  (library: Library, config: WechatPayConfig, keys: WechatPayKeys, clock: () => Date) =>
  async ({ headers, rawBody }: Notification): Promise<Received | null> => {
    const header = (name: string) => {
      const value = headers[`wechatpay-${name}`]
      if (typeof value !== 'string' || value === '') throw new ForgedNotification(`no Wechatpay-${name}`)
      return value
    }
    const [timestamp, nonce, signature] = [header('timestamp'), header('nonce'), header('signature')]
    if (!/^\d{1,12}$/.test(timestamp)) throw new ForgedNotification('the time is no number')
    if (Math.abs(clock().getTime() - Number(timestamp) * 1000) > FRESH_MS)
      throw new ForgedNotification(`signed at ${timestamp}: check the clocks if this is now`)
    if (header('serial') !== config.platformKeyId)
      throw new ForgedNotification(`signed with the key ${said(header('serial'))}`)
    if (signature.startsWith(PROBE)) throw new ForgedNotification("WeChat Pay's own test of this check")
    const body = rawBody.toString('utf8')
    if (!verify(library, library.Formatter.response(timestamp, nonce, body), signature, keys))
      throw new ForgedNotification('the signature is wrong')
    const given = envelope.safeParse(parsed(body))
    if (!given.success) throw new ForgedNotification('the body has another form')
    // Another event, such as a refund.
    if (given.data.event_type !== 'TRANSACTION.SUCCESS') return null
    const { ciphertext, nonce: iv, associated_data } = given.data.resource
    const found = transaction.safeParse(
      parsed(decrypted(library, keys, ciphertext, iv, associated_data ?? '')),
    )
    if (!found.success) throw new ForgedNotification('the payment has another form')
    const reason = misdirected(found.data, config)
    if (reason !== null) throw new ForgedNotification(reason)
    return found.data.received
  }

function verify({ Rsa }: Library, content: string, signature: string, { platformKey }: WechatPayKeys) {
  try {
    return Rsa.verify(content, signature, platformKey)
  } catch {
    return false
  }
}

function decrypted(
  { Aes }: Library,
  { apiV3Key }: WechatPayKeys,
  ciphertext: string,
  iv: string,
  associated: string,
): string {
  try {
    if (Buffer.from(ciphertext, 'base64').length <= TAG_BYTES) throw new Error('too short')
    return Aes.AesGcm.decrypt(ciphertext, apiV3Key, iv, associated)
  } catch {
    throw new ForgedNotification(
      'it cannot be decrypted: check the APIv3 key if the signature is WeChat Pay’s',
    )
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
