import type { OnlinePaymentMethod } from '@pianzhang/contract/orders'
import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import { allowsSandbox } from './config.ts'
import type { PaymentProvider } from './provider.ts'
import { sandbox } from './sandbox.ts'

type ByType = Partial<Record<OnlinePaymentMethod, PaymentProvider>>

const registered = new WeakMap<Config, ByType>()

/** Registers the provider of a payment type, for servers with this `config` object. */
export function setProvider(config: Config, type: OnlinePaymentMethod, provider: PaymentProvider): void {
  registered.set(config, { ...registered.get(config), [type]: provider })
}

/** The real provider of a payment type; null where its keys are not configured. */
export function configuredProvider(
  { config }: Pick<Services, 'config'>,
  type: OnlinePaymentMethod,
): PaymentProvider | null {
  return registered.get(config)?.[type] ?? null
}

const ONLINE: readonly OnlinePaymentMethod[] = ['alipay', 'wechat_pay']

/** The provider that takes new payments of a type; null if there is none. */
export const providerFor = (services: Services, type: OnlinePaymentMethod): PaymentProvider | null =>
  configuredProvider(services, type) ?? (isSandboxOpen(services) ? sandbox(services) : null)

const isSandboxOpen = (services: Services): boolean =>
  allowsSandbox(
    services.config,
    ONLINE.some((type) => configuredProvider(services, type)?.isSandbox === false),
  )

/** The provider for the payment of an existing order; null if none of its kind, sandbox or real, is configured any more. */
export function providerOfOrder(
  services: Services,
  order: { payment_type: OnlinePaymentMethod; sandbox: boolean },
): PaymentProvider | null {
  const provider = providerFor(services, order.payment_type)
  return provider?.isSandbox === order.sandbox ? provider : null
}
