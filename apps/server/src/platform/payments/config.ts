/** What the environment says about Alipay; the keys are in files (keys.ts). */
export interface AlipayConfig {
  appId: string
  /** The account that receives the money. */
  sellerId: string
  privateKeyFile: string
  publicKeyFile: string
  gateway: URL
}

export interface WechatPayConfig {
  mchId: string
  appId: string
  /** Serial number of the merchant's API certificate. */
  serial: string
  privateKeyFile: string
  apiV3KeyFile: string
  /** The public key of WeChat Pay, or its platform certificate, and the id that it sends with signatures of that key. */
  platformKeyFile: string
  platformKeyId: string
  gateway: URL
}

export interface PaymentConfig {
  alipay: AlipayConfig | null
  wechatPay: WechatPayConfig | null
}

export const ALIPAY_GATEWAY = 'https://openapi.alipay.com/gateway.do'
export const WECHAT_PAY_GATEWAY = 'https://api.mch.weixin.qq.com'
/** Where real money is paid: the main addresses and WeChat Pay's second one. */
const REAL_GATEWAYS = new Set([ALIPAY_GATEWAY, `${WECHAT_PAY_GATEWAY}/`, 'https://api2.mch.weixin.qq.com/'])

interface Expected {
  pattern: RegExp
  words: string
}

/** Text that looks like a key: several lines, longer than a path, or as long as an APIv3 key. */
const KEY = /[\r\n]|^.{256}|^[0-9A-Za-z]{32}$/

/** A value as messages may show it: nothing if it looks like a key, which may have been set in place of its file's path. */
const shown = (value: string): string => (KEY.test(value) ? '' : `“${value}”`)

const FILE: Expected = { pattern: /^(?!.{256})(?![0-9A-Za-z]{32}$).+$/, words: '文件的路径，而不是密钥本身' }

const ALIPAY = {
  ALIPAY_APP_ID: { pattern: /^\d{16}$/, words: '应用的 APPID，16位数字' },
  ALIPAY_SELLER_ID: { pattern: /^2088\d{12}$/, words: '商家账号（PID），2088 开头的16位数字' },
  ALIPAY_PRIVATE_KEY_FILE: FILE,
  ALIPAY_PUBLIC_KEY_FILE: FILE,
} satisfies Record<string, Expected>

const WECHAT_PAY = {
  WECHAT_PAY_MCH_ID: { pattern: /^\d{8,12}$/, words: '商户号，8至12位数字' },
  WECHAT_PAY_APP_ID: { pattern: /^w[xw][0-9A-Za-z]{16}$/, words: '与商户号绑定的 AppID，wx 开头，共18位' },
  WECHAT_PAY_SERIAL: { pattern: /^[0-9A-Fa-f]{40}$/, words: '商户 API 证书的序列号，40位十六进制' },
  WECHAT_PAY_PRIVATE_KEY_FILE: FILE,
  WECHAT_PAY_API_V3_KEY_FILE: FILE,
  WECHAT_PAY_PLATFORM_KEY_FILE: FILE,
  WECHAT_PAY_PLATFORM_KEY_ID: {
    pattern: /^(PUB_KEY_ID_\d{10,60}|[0-9A-Fa-f]{40})$/,
    words: '微信支付公钥 ID，PUB_KEY_ID_ 开头（或平台证书的序列号，40位十六进制）',
  },
} satisfies Record<string, Expected>

export const PAYMENT_SETTINGS: readonly string[] = [
  ...Object.keys(ALIPAY),
  'ALIPAY_GATEWAY',
  ...Object.keys(WECHAT_PAY),
  'WECHAT_PAY_GATEWAY',
]

/**
 * Reads the settings of both providers; each is configured whole or not at all. `wrong` has a Chinese line for each mistake. Files are
 * not read here, so that processes which only read spreadsheets never hold the keys.
 */
export function readPaymentConfig(
  env: NodeJS.ProcessEnv,
  publicUrl: URL | null,
): PaymentConfig & { wrong: string[] } {
  const wrong: string[] = []
  const production = env.NODE_ENV === 'production'
  const alipay = readGroup(env, '支付宝', ALIPAY, wrong)
  const wechatPay = readGroup(env, '微信支付', WECHAT_PAY, wrong)
  const alipayGateway = readGateway(env, 'ALIPAY_GATEWAY', ALIPAY_GATEWAY, alipay !== null, production, wrong)
  const wechatGateway = readGateway(
    env,
    'WECHAT_PAY_GATEWAY',
    WECHAT_PAY_GATEWAY,
    wechatPay !== null,
    production,
    wrong,
  )
  for (const [name, given] of [
    ['支付宝', alipay],
    ['微信支付', wechatPay],
  ] as const)
    if (given && !publicUrl && !env.PUBLIC_URL?.trim())
      wrong.push(`设置了${name}时必须设置环境变量 PUBLIC_URL：支付结果通知到这个网址，须能从互联网访问`)
  if (wechatPay && publicUrl?.protocol === 'http:' && REAL_GATEWAYS.has(wechatGateway.href))
    wrong.push('设置了微信支付时环境变量 PUBLIC_URL 须以 https:// 开头：微信支付只通知 https 网址')
  return {
    alipay: alipay && {
      appId: alipay.ALIPAY_APP_ID,
      sellerId: alipay.ALIPAY_SELLER_ID,
      privateKeyFile: alipay.ALIPAY_PRIVATE_KEY_FILE,
      publicKeyFile: alipay.ALIPAY_PUBLIC_KEY_FILE,
      gateway: alipayGateway,
    },
    wechatPay: wechatPay && {
      mchId: wechatPay.WECHAT_PAY_MCH_ID,
      appId: wechatPay.WECHAT_PAY_APP_ID,
      serial: wechatPay.WECHAT_PAY_SERIAL.toUpperCase(),
      privateKeyFile: wechatPay.WECHAT_PAY_PRIVATE_KEY_FILE,
      apiV3KeyFile: wechatPay.WECHAT_PAY_API_V3_KEY_FILE,
      platformKeyFile: wechatPay.WECHAT_PAY_PLATFORM_KEY_FILE,
      platformKeyId: /^PUB/.test(wechatPay.WECHAT_PAY_PLATFORM_KEY_ID)
        ? wechatPay.WECHAT_PAY_PLATFORM_KEY_ID
        : wechatPay.WECHAT_PAY_PLATFORM_KEY_ID.toUpperCase(),
      gateway: wechatGateway,
    },
    wrong,
  }
}

/**
 * Whether the sandbox takes payments: never in production, else as configured; without a setting only while no real provider is configured, as
 * an order paid in the sandbox costs nothing.
 */
export const allowsSandbox = (
  { production, paymentSandbox }: { production: boolean; paymentSandbox: boolean | null },
  hasProvider: boolean,
): boolean => !production && (paymentSandbox ?? !hasProvider)

/** A warning for the operator that projects can be bought without paying; null if they cannot. */
export function freeOfCharge(
  config: PaymentConfig & { paymentSandbox: boolean | null; production: boolean },
): string | null {
  const { alipay, wechatPay } = config
  const types = [
    { label: '支付宝', provider: alipay },
    { label: '微信支付', provider: wechatPay },
  ]
  const isSandbox = allowsSandbox(
    config,
    types.some(({ provider }) => provider !== null),
  )
  const free = types.filter(({ provider }) =>
    provider === null ? isSandbox : !REAL_GATEWAYS.has(provider.gateway.href),
  )
  if (free.length === 0) return null
  const labels = free.map(({ label }) => label).join('、')
  return `注意：${labels}为沙箱，购买项目不收取费用；正式使用须设置环境变量 NODE_ENV=production（见 docs/运维/配置.md）`
}

/** The values of all variables, or null where none is set. */
function readGroup<K extends string>(
  env: NodeJS.ProcessEnv,
  provider: string,
  expected: Record<K, Expected>,
  wrong: string[],
): Record<K, string> | null {
  const names = Object.keys(expected) as K[]
  const given = names.map((name) => [name, env[name]?.trim() ?? ''] as const)
  const set = given.filter(([, value]) => value !== '')
  if (set.length === 0) return null
  const missing = given.filter(([, value]) => value === '').map(([name]) => name)
  if (missing.length > 0)
    wrong.push(
      `${provider}的设置不完整，还须设置环境变量 ${missing.join('、')}；不使用${provider}时请全部留空`,
    )
  for (const [name, value] of set)
    if (!expected[name].pattern.test(value))
      wrong.push(`环境变量 ${name} 的值${shown(value)}不正确，应为：${expected[name].words}`)
  return Object.fromEntries(given) as Record<K, string>
}

/** Another address than the provider's own takes no real money, so it is refused in production. */
function readGateway(
  env: NodeJS.ProcessEnv,
  name: string,
  usual: string,
  isConfigured: boolean,
  production: boolean,
  wrong: string[],
): URL {
  const given = env[name]?.trim()
  if (!given) return new URL(usual)
  const url = URL.canParse(given) ? new URL(given) : null
  if (!isConfigured) wrong.push(`设置了环境变量 ${name}，但没有设置该支付方式的其他变量`)
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))))
    wrong.push(`环境变量 ${name} 的值“${given}”不正确，应为：https:// 开头的网址`)
  else if (production && !REAL_GATEWAYS.has(url.href))
    wrong.push(`环境变量 ${name} 只用于支付渠道的沙箱，NODE_ENV=production 时不能设置为“${given}”`)
  return url ?? new URL(usual)
}

const isLoopback = ({ hostname }: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
