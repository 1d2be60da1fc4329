import { sign } from '../config.ts'
import { sameText } from '../files/links.ts'
import type { Services } from '../services.ts'
import { ForgedNotification, type PaymentProvider } from './provider.ts'

/** The cashier's page of an order, which the module of orders serves. */
export const CASHIER = '/api/common/payments/sandbox/:code'

const PURPOSE = 'sandbox-cashier'

/** Address of the cashier without the host; signed, so that only people who were given it can pay. Valid as long as the order is pending. */
const cashierPath = ({ secret }: Pick<Services, 'secret'>, orderCode: string): string =>
  `${CASHIER.replace(':code', orderCode)}?sign=${sign(secret, PURPOSE, [orderCode])}`

/** Whether `signature` is the one in the address of `cashierPath`. */
export const isCashierOf = (
  { secret }: Pick<Services, 'secret'>,
  orderCode: string,
  signature: unknown,
): boolean => typeof signature === 'string' && sameText(signature, sign(secret, PURPOSE, [orderCode]))

/** Payments at a cashier of this server, which take no money. Their state is only in the order, so there is nothing to find or close. */
export const sandbox = (services: Pick<Services, 'secret'>): PaymentProvider => ({
  isSandbox: true,
  create: async ({ orderCode }) => ({ qrcodeUrl: cashierPath(services, orderCode), validUntil: null }),
  find: async () => null,
  close: async () => null,
  readNotification: async () => {
    throw new ForgedNotification('the sandbox sends no notifications')
  },
  acknowledge: () => ({ status: 200, contentType: 'text/plain', body: '' }),
  refuse: () => ({ status: 403, contentType: 'text/plain', body: '' }),
})
