import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../src/platform/config.ts'
import { freeOfCharge } from '../../../src/platform/payments/config.ts'
import { checkPaymentKeys, loadAlipayKeys, loadWechatPayKeys } from '../../../src/platform/payments/keys.ts'

const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
const provider = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PUBLIC_KEY_ID = 'PUB_KEY_ID_0112300001092024101100397200000006'
let folder: string
let alipay: Record<string, string>
let wechat: Record<string, string>

const file = async (name: string, content: string) => {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}
const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')
const PKCS8 = { type: 'pkcs8', format: 'pem' } as const
const PKCS1 = { type: 'pkcs1', format: 'pem' } as const
const SPKI = { type: 'spki', format: 'pem' } as const
const pem = {
  private8: merchant.privateKey.export(PKCS8).toString(),
  private1: merchant.privateKey.export(PKCS1).toString(),
  ours: merchant.publicKey.export(SPKI).toString(),
  theirs: provider.publicKey.export(SPKI).toString(),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-config-'))
  alipay = {
    PUBLIC_URL: 'https://pianzhang.example.com',
    ALIPAY_APP_ID: '2021000122671080',
    ALIPAY_SELLER_ID: '2088102146225135',
    ALIPAY_PRIVATE_KEY_FILE: await file('alipay.pem', pem.private8),
    ALIPAY_PUBLIC_KEY_FILE: await file('alipay-public.pem', pem.theirs),
  }
  wechat = {
    PUBLIC_URL: 'https://pianzhang.example.com',
    WECHAT_PAY_MCH_ID: '1230000109',
    WECHAT_PAY_APP_ID: 'wxd678efh567hg6787',
    WECHAT_PAY_SERIAL: '5157f09efdc096de15ebe81a47057a7232f1b8e1',
    WECHAT_PAY_PRIVATE_KEY_FILE: await file('apiclient_key.pem', pem.private8),
    WECHAT_PAY_API_V3_KEY_FILE: await file('apiv3.key', `${'k'.repeat(32)}\n`),
    WECHAT_PAY_PLATFORM_KEY_FILE: await file('pub_key.pem', pem.theirs),
    WECHAT_PAY_PLATFORM_KEY_ID: PUBLIC_KEY_ID,
  }
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

/** What the operator reads, one mistake a line; empty if the server would start. */
async function trouble(env: Record<string, string>): Promise<string> {
  try {
    await checkPaymentKeys(readConfig(env, '/nowhere'))
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('nothing is configured by default; both can be', async () => {
  expect(readConfig({}, '/nowhere')).toMatchObject({ alipay: null, wechatPay: null })
  expect(await trouble({})).toBe('')
  expect(await trouble({ ...alipay, ...wechat })).toBe('')
  expect(await trouble({ ...alipay, ...wechat, NODE_ENV: 'production' })).toBe('')
  const config = readConfig({ ...alipay, ...wechat }, '/nowhere')
  expect(config.alipay?.gateway.href).toBe('https://openapi.alipay.com/gateway.do')
  expect(config.wechatPay).toMatchObject({ serial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1' })
  expect(config.wechatPay?.gateway.href).toBe('https://api.mch.weixin.qq.com/')
})

test('half a configuration names every variable that is missing', async () => {
  const { ALIPAY_SELLER_ID: _, ALIPAY_PUBLIC_KEY_FILE: __, ...half } = alipay
  expect(await trouble(half)).toBe(
    '支付宝的设置不完整，还须设置环境变量 ALIPAY_SELLER_ID、ALIPAY_PUBLIC_KEY_FILE；不使用支付宝时请全部留空',
  )
  for (const name of Object.keys(wechat)) {
    const words = await trouble({ ...wechat, [name]: ' ' })
    expect(words).toContain(name)
    expect(words).toContain('微信支付')
  }
  expect(await trouble({ ALIPAY_GATEWAY: 'https://openapi.alipay.com/gateway.do' })).toMatch(/ALIPAY_GATEWAY/)
})

test('notifications need an address: PUBLIC_URL, with https for WeChat Pay', async () => {
  const { PUBLIC_URL: _, ...without } = alipay
  expect(await trouble(without)).toMatch(/^设置了支付宝时必须设置环境变量 PUBLIC_URL/)
  expect(await trouble({ ...wechat, PUBLIC_URL: 'http://pianzhang.example.com' })).toMatch(
    /PUBLIC_URL .*https/,
  )
  expect(await trouble({ ...alipay, PUBLIC_URL: 'http://pianzhang.example.com' })).toBe('')
})

test.each([
  ['ALIPAY_APP_ID', '2021', '16位数字'],
  ['ALIPAY_SELLER_ID', '1088102146225135', '2088'],
  ['WECHAT_PAY_MCH_ID', 'abc', '商户号'],
  ['WECHAT_PAY_APP_ID', '1230000109', 'wx 开头'],
  ['WECHAT_PAY_SERIAL', '5157', '40位'],
  ['WECHAT_PAY_PLATFORM_KEY_ID', 'PUB_KEY', 'PUB_KEY_ID_'],
  ['ALIPAY_GATEWAY', 'http://openapi.alipay.com/gateway.do', 'https://'],
  ['ALIPAY_GATEWAY', 'nonsense', 'https://'],
])('%s of “%s” is named with what is expected', async (name, value, expected) => {
  const words = await trouble({ ...alipay, ...wechat, [name]: value })
  expect(words).toMatch(new RegExp(`^环境变量 ${name} 的值“${value}”不正确，应为：.*${expected}`))
  expect(words.split('\n')).toHaveLength(1)
})

test('in production only the real gateways; a sandbox of the provider otherwise', async () => {
  const sandbox = { ALIPAY_GATEWAY: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' }
  expect(await trouble({ ...alipay, ...sandbox })).toBe('')
  expect(await trouble({ ...alipay, ...sandbox, NODE_ENV: 'production' })).toMatch(
    /ALIPAY_GATEWAY .*production/,
  )
  const second = { WECHAT_PAY_GATEWAY: 'https://api2.mch.weixin.qq.com', NODE_ENV: 'production' }
  expect(await trouble({ ...wechat, ...second })).toBe('')
})

test('keys of PKCS#8, PKCS#1 and bare Base64 are read the same', async () => {
  const publicFile = await file('bare-public.txt', bare(pem.theirs))
  for (const [name, content] of [
    ['a', pem.private8],
    ['b', pem.private1],
    ['c', bare(pem.private8)],
    ['d', `\n${bare(pem.private1)}\n`],
  ] as const) {
    const env = {
      ...alipay,
      ALIPAY_PRIVATE_KEY_FILE: await file(name, content),
      ALIPAY_PUBLIC_KEY_FILE: publicFile,
    }
    const { alipay: config } = readConfig(env, '/nowhere')
    const keys = config && (await loadAlipayKeys(config))
    expect(keys?.privateKey.equals(merchant.privateKey)).toBe(true)
    expect(keys?.publicKey.equals(provider.publicKey)).toBe(true)
  }
})

test('a wrong key file is named, and no key is printed', async () => {
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export(PKCS8).toString()
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(PKCS8).toString()
  const wrong: [string, string, string][] = [
    ['ALIPAY_PRIVATE_KEY_FILE', join(folder, 'nowhere.pem'), '无法读取：文件或文件夹不存在（ENOENT）'],
    ['ALIPAY_PRIVATE_KEY_FILE', folder, '无法读取：是文件夹，应为文件（EISDIR）'],
    ['ALIPAY_PRIVATE_KEY_FILE', await file('empty', ''), '不是密钥'],
    ['ALIPAY_PRIVATE_KEY_FILE', await file('text', 'hello'), '不是密钥'],
    ['ALIPAY_PRIVATE_KEY_FILE', await file('public', pem.theirs), '不是密钥'],
    ['ALIPAY_PRIVATE_KEY_FILE', await file('small', small), '至少 2048 位的 RSA'],
    ['ALIPAY_PRIVATE_KEY_FILE', await file('curve', curve), '至少 2048 位的 RSA'],
    ['ALIPAY_PUBLIC_KEY_FILE', await file('ours', pem.ours), '是应用公钥，应为支付宝公钥'],
    ['ALIPAY_PUBLIC_KEY_FILE', await file('private', pem.private8), '是私钥，应为支付宝公钥'],
    ['WECHAT_PAY_API_V3_KEY_FILE', await file('short', 'k'.repeat(31)), '不是 APIv3 密钥，应为 32 个字符'],
    ['WECHAT_PAY_PLATFORM_KEY_FILE', await file('ours2', pem.ours), '是商户自己的公钥，应为微信支付公钥'],
  ]
  for (const [name, path, reason] of wrong) {
    const words = await trouble({ ...alipay, ...wechat, [name]: path })
    expect(words).toContain(`环境变量 ${name} 指定的文件 ${path} `)
    expect(words).toContain(reason)
    expect(words).not.toMatch(/[A-Za-z0-9+/]{60}|k{20}/)
  }
  const both = { ALIPAY_PRIVATE_KEY_FILE: '/nowhere/a', WECHAT_PAY_API_V3_KEY_FILE: '/nowhere/b' }
  expect((await trouble({ ...alipay, ...wechat, ...both })).split('\n')).toHaveLength(2)
})

test('a key in the place of its path, or of another value, is not printed', async () => {
  const apiV3 = 'Kq7'.repeat(11).slice(0, 32)
  for (const [name, value] of [
    ['ALIPAY_PRIVATE_KEY_FILE', pem.private8],
    ['ALIPAY_PRIVATE_KEY_FILE', bare(pem.private8)],
    ['ALIPAY_PUBLIC_KEY_FILE', bare(pem.theirs)],
    ['WECHAT_PAY_PRIVATE_KEY_FILE', pem.private1],
    ['WECHAT_PAY_API_V3_KEY_FILE', apiV3],
  ] as const)
    expect(await trouble({ ...alipay, ...wechat, [name]: value })).toBe(
      `环境变量 ${name} 的值不正确，应为：文件的路径，而不是密钥本身`,
    )
  for (const value of [apiV3, pem.private8])
    expect(await trouble({ ...alipay, ...wechat, WECHAT_PAY_SERIAL: value })).toMatch(
      /^环境变量 WECHAT_PAY_SERIAL 的值不正确，应为：[^“]*$/,
    )
})

test('what can be bought without money is said, and nothing where money is taken', () => {
  const said = (env: Record<string, string>) => freeOfCharge(readConfig(env, '/nowhere'))
  expect(said({})).toMatch(/^注意：支付宝、微信支付为沙箱，购买项目不收取费用；.*NODE_ENV=production/)
  expect(said({ ...alipay, PAYMENT_SANDBOX: '1' })).toMatch(/^注意：微信支付为沙箱/)
  const sandbox = { ALIPAY_GATEWAY: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' }
  expect(said({ ...alipay, ...sandbox })).toMatch(/^注意：支付宝为沙箱/)
  for (const env of [
    { NODE_ENV: 'production' },
    { PAYMENT_SANDBOX: '0' },
    alipay,
    { ...alipay, ...wechat, PAYMENT_SANDBOX: '1' },
  ])
    expect(said(env)).toBe(null)
})

/** Signed by itself; its serial number is SERIAL. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDDTCCAfWgAwIBAgIUd3d3d3d3d3d3d3d3d3d3d3d3d3cwDQYJKoZIhvcNAQEL
BQAwFTETMBEGA1UEAwwKVGVucGF5LmNvbTAgFw0yNjExMjMwMDMxNTZaGA8yMTI2
MTAzMDAwMzE1NlowFTETMBEGA1UEAwwKVGVucGF5LmNvbTCCASIwDQYJKoZIhvcN
AQEBBQADggEPADCCAQoCggEBAJg2jrVMz+bsdDa/wDcEfHWftXrsel3T4gAOzRZi
PEr2RogQmLnouFu4EI6ow/q7RuEhdhXxGGponiRp3+yGecHBguil5W8GQQZhJQB0
mGgKEn7302qK0zODi4K5Pm6eNua/yxiaDmFVsujDPp26U7UmnkG4DkpR3fVe+UgN
S8c0IYh2VYczl7679ceS5OQmEUfibix7oaA2Yyo0neTXFcPL5RqHRvsV/XOk+4dG
JeK5qQpj6nNQfJwTaq1eGKTqBNXAyTpSYCG6WfD2Y1OxTFBsQcKYkWXnNXvd2xcR
bj4jbWZXMoHduEaA87D1eyFr1uHhX3G2w5ygWsDP6mCG1uUCAwEAAaNTMFEwHQYD
VR0OBBYEFBtdg/UCpnhiXX4YFcgFZWlDQOHKMB8GA1UdIwQYMBaAFBtdg/UCpnhi
XX4YFcgFZWlDQOHKMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEB
AG+zMeDz1ZDCw6+O3vUwX8J6lwkf+/XU9g1kTofpTWH7Uzvfwg2ST9K7KcvUj+5I
FEhgb9UI/79S7uZCCtNcMLkj1T+Vn+NCJfAbrmStfs+sTIqe6I6dO1Ur/GW/BDuX
ogBeu8PQshKYzsZ1/5Uz6V0yvDD2DaIK2WFCg/+UgyC+nU5U9ro6Gg3Gu6DbOzOb
JC7/8KlzljYeH1JR1ouyB9Ek9omEDpp00g7OHgppVddY/Kf4chb/AUUifSAp5ZXN
vfcigSH3EjvD3dUVsdbggnOVFE+BivBTJBd+hc3gbm7G9O/Uz4Ghk9F738aHgr+E
Q1Fm0KjI3g/yKeTDnuCagYc=
-----END CERTIFICATE-----
`
const SERIAL = '7777777777777777777777777777777777777777'

test('the platform certificate is taken with its own serial number only', async () => {
  const certificate = await file('platform.crt', CERTIFICATE)
  const env = { ...wechat, WECHAT_PAY_PLATFORM_KEY_FILE: certificate, WECHAT_PAY_PLATFORM_KEY_ID: SERIAL }
  const { wechatPay } = readConfig(env, '/nowhere')
  const keys = wechatPay && (await loadWechatPayKeys(wechatPay))
  expect(keys?.platformKey.equals(new X509Certificate(CERTIFICATE).publicKey)).toBe(true)
  const other = SERIAL.replace('7', '8')
  expect(await trouble({ ...env, WECHAT_PAY_PLATFORM_KEY_ID: other })).toMatch(/证书序列号.*不一致/)
  expect(await trouble({ ...env, WECHAT_PAY_PLATFORM_KEY_ID: PUBLIC_KEY_ID })).toMatch(
    /PUB_KEY_ID_ 开头的是微信支付公钥/,
  )
  expect(await trouble({ ...wechat, WECHAT_PAY_PLATFORM_KEY_ID: SERIAL })).toMatch(/不一致/)
})
