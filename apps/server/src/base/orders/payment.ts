import { type OnlinePaymentMethod, type OrderList, PAYMENT_METHODS } from '@pianzhang/contract/orders'
import { providerFor } from '../../platform/payments/choose.ts'
import type { PaymentRequest } from '../../platform/payments/provider.ts'
import type { Services } from '../../platform/services.ts'

/** The payment of an order as it is registered with the provider; `baseUrl` is `https://host`. */
export const paymentOf = (
  { baseUrl }: { baseUrl: string },
  order: { code: string; amount: bigint; project_quantity: number; payment_type: OnlinePaymentMethod },
): PaymentRequest => ({
  orderCode: order.code,
  amount: order.amount,
  subject: `项目购买 ${order.project_quantity} 个`,
  notifyUrl: `${baseUrl}/api/common/payments/${order.payment_type}/notify`,
})

/** The payment types that are offered now. A transfer is offered if the operator's bank account is configured. */
export function paymentMethods(services: Services): OrderList['payment_types'] {
  const offered: OrderList['payment_types'] = []
  for (const { code, label } of PAYMENT_METHODS) {
    if (code === 'transfer') {
      if (services.site.bank.account !== '') offered.push({ value: code, label, sandbox: false })
      continue
    }
    const provider = providerFor(services, code)
    if (provider) offered.push({ value: code, label, sandbox: provider.isSandbox })
  }
  return offered
}
