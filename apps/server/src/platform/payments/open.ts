import type { Services } from '../services.ts'
import { alipayProvider } from './alipay.ts'
import { setProvider } from './choose.ts'
import { loadAlipayKeys, loadWechatPayKeys } from './keys.ts'
import { wechatPayProvider } from './wechat-pay.ts'

/** Registers the providers that are configured; a library is loaded only if its provider is. Throws a `ConfigError` for a wrong key file. */
export async function openProviders({ config, clock, timing }: Services): Promise<void> {
  const { alipay, wechatPay } = config
  const common = { clock, timeoutMs: timing.payMs }
  if (alipay) {
    const keys = await loadAlipayKeys(alipay)
    setProvider(config, 'alipay', await alipayProvider({ config: alipay, keys, ...common }))
  }
  if (wechatPay) {
    const keys = await loadWechatPayKeys(wechatPay)
    setProvider(config, 'wechat_pay', await wechatPayProvider({ config: wechatPay, keys, ...common }))
  }
}
