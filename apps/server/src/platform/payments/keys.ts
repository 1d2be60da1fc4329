import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import { reasonOf } from '../system-errors.ts'
import type { AlipayConfig, PaymentConfig, WechatPayConfig } from './config.ts'

export interface AlipayKeys {
  /** The application's key: signs what we send. */
  privateKey: KeyObject
  /** Alipay's key: verifies its answers and notifications. */
  publicKey: KeyObject
}

export interface WechatPayKeys {
  privateKey: KeyObject
  /** 32 bytes that decrypt notifications. */
  apiV3Key: Buffer
  platformKey: KeyObject
}

const MIN_BITS = 2048
const API_V3_KEY_BYTES = 32

/** Reads and checks the key files that are configured. Throws one `ConfigError` that names every wrong variable, never a key. */
export async function checkPaymentKeys({ alipay, wechatPay }: PaymentConfig): Promise<void> {
  await all([
    alipay ? loadAlipayKeys(alipay) : Promise.resolve(null),
    wechatPay ? loadWechatPayKeys(wechatPay) : Promise.resolve(null),
  ])
}

export async function loadAlipayKeys(config: AlipayConfig): Promise<AlipayKeys> {
  const [privateKey, publicKey] = await all([
    privateKeyOf('ALIPAY_PRIVATE_KEY_FILE', config.privateKeyFile, '应用私钥'),
    publicKeyOf('ALIPAY_PUBLIC_KEY_FILE', config.publicKeyFile, '支付宝公钥'),
  ])
  // Alipay shows both public keys side by side; with the application's own every notification would look forged.
  if (createPublicKey(privateKey).equals(publicKey))
    throw wrongFile('ALIPAY_PUBLIC_KEY_FILE', config.publicKeyFile, '是应用公钥，应为支付宝公钥')
  return { privateKey, publicKey }
}

export async function loadWechatPayKeys(config: WechatPayConfig): Promise<WechatPayKeys> {
  const [privateKey, apiV3Key, platformKey] = await all([
    privateKeyOf(
      'WECHAT_PAY_PRIVATE_KEY_FILE',
      config.privateKeyFile,
      '商户 API 证书的私钥（apiclient_key.pem）',
    ),
    apiV3KeyOf(config.apiV3KeyFile),
    platformKeyOf(config),
  ])
  if (createPublicKey(privateKey).equals(platformKey))
    throw wrongFile(
      'WECHAT_PAY_PLATFORM_KEY_FILE',
      config.platformKeyFile,
      '是商户自己的公钥，应为微信支付公钥',
    )
  return { privateKey, apiV3Key, platformKey }
}

/** As `Promise.all`, but throws one `ConfigError` with the messages of all `ConfigError`s. Another error is thrown as it is. */
async function all<T extends readonly unknown[]>(
  parts: {
    [K in keyof T]: Promise<T[K]>
  },
): Promise<T> {
  const settled = await Promise.allSettled(parts)
  const reasons = settled.flatMap((part) => (part.status === 'rejected' ? [part.reason as Error] : []))
  for (const reason of reasons) if (!(reason instanceof ConfigError)) throw reason
  if (reasons.length > 0) throw new ConfigError(reasons.map(({ message }) => message).join('\n'))
  return settled.map((part) => (part as PromiseFulfilledResult<unknown>).value) as unknown as T
}

const wrongFile = (variable: string, file: string, reason: string) =>
  new ConfigError(`环境变量 ${variable} 指定的文件 ${file} ${reason}`)

async function contentOf(variable: string, file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw wrongFile(variable, file, `无法读取：${reasonOf(error)}`)
  }
}

async function privateKeyOf(variable: string, file: string, what: string): Promise<KeyObject> {
  const text = await contentOf(variable, file)
  const der = derOf(text)
  return rsa(variable, file, what, [
    () => createPrivateKey(text),
    () => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }),
  ])
}

async function publicKeyOf(variable: string, file: string, what: string): Promise<KeyObject> {
  const text = await contentOf(variable, file)
  if (text.includes('PRIVATE KEY')) throw wrongFile(variable, file, `是私钥，应为${what}`)
  return rsa(variable, file, what, [
    () => createPublicKey(text),
    () => createPublicKey({ key: derOf(text), format: 'der', type: 'spki' }),
  ])
}

/** Alipay's tool writes keys as bare Base64, without the lines of PEM. */
const derOf = (text: string) => Buffer.from(text, 'base64')

function rsa(variable: string, file: string, what: string, ways: readonly (() => KeyObject)[]): KeyObject {
  for (const read of ways) {
    let key: KeyObject
    try {
      key = read()
    } catch {
      continue
    }
    if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS)
      throw wrongFile(variable, file, `不是至少 ${MIN_BITS} 位的 RSA 密钥，应为${what}`)
    return key
  }
  throw wrongFile(variable, file, `不是密钥，应为${what}`)
}

async function apiV3KeyOf(file: string): Promise<Buffer> {
  const key = Buffer.from(await contentOf('WECHAT_PAY_API_V3_KEY_FILE', file))
  if (key.length === API_V3_KEY_BYTES) return key
  throw wrongFile('WECHAT_PAY_API_V3_KEY_FILE', file, `不是 APIv3 密钥，应为 ${API_V3_KEY_BYTES} 个字符`)
}

async function platformKeyOf({
  platformKeyFile: file,
  platformKeyId: id,
}: WechatPayConfig): Promise<KeyObject> {
  const variable = 'WECHAT_PAY_PLATFORM_KEY_FILE'
  const text = await contentOf(variable, file)
  const isCertificate = text.includes('BEGIN CERTIFICATE')
  if (isCertificate === id.startsWith('PUB_KEY_ID_'))
    throw wrongFile(
      variable,
      file,
      `与 WECHAT_PAY_PLATFORM_KEY_ID 不一致：PUB_KEY_ID_ 开头的是微信支付公钥，序列号是平台证书`,
    )
  if (isCertificate && serialOf(text) !== id)
    throw wrongFile(variable, file, '的证书序列号与 WECHAT_PAY_PLATFORM_KEY_ID 不一致')
  return await publicKeyOf(variable, file, '微信支付公钥（pub_key.pem）')
}

function serialOf(certificate: string): string | null {
  try {
    return new X509Certificate(certificate).serialNumber
  } catch {
    return null
  }
}
