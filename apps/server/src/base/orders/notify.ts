import type { OnlinePaymentMethod } from '@pianzhang/contract/orders'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from '../../platform/database/database.ts'
import { missing } from '../../platform/http/errors.ts'
import { open } from '../../platform/http/guard.ts'
import { errorForLog } from '../../platform/http/log-error.ts'
import { configuredProvider } from '../../platform/payments/choose.ts'
import {
  ForgedNotification,
  type NotificationAnswer,
  type Received,
} from '../../platform/payments/provider.ts'
import type { Services } from '../../platform/services.ts'
import { settlePayment } from './settle.ts'

/** Bytes; a notification has at most 4 KB. */
const BODY_LIMIT = 64 * 1024
const CONTENT_TYPES: Record<OnlinePaymentMethod, string> = {
  alipay: 'application/x-www-form-urlencoded',
  wechat_pay: 'application/json',
}

/** Registers the routes for the providers' notifications. They need no login: a signature over the bytes of the body proves the sender. */
export async function registerNotifications(
  app: FastifyInstance,
  services: Services,
  base: string,
): Promise<void> {
  const refusals = new Refusals(services.clock)
  for (const [type, contentType] of Object.entries(CONTENT_TYPES) as [OnlinePaymentMethod, string][])
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(contentType, { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      scope.post(
        `${base}/payments/${type}/notify`,
        {
          bodyLimit: BODY_LIMIT,
          config: {
            route: {
              access: open,
              summary: 'A payment, told by its provider',
              note: `Signed by the provider; ${contentType}, in the provider's own form, as is the answer`,
            },
          },
        },
        async (request, reply) => {
          const { status, contentType: answered, body } = await receive(services, refusals, type, request)
          return reply
            .code(status)
            .type(answered)
            .serializer((payload: unknown) => String(payload))
            .send(body)
        },
      )
    })
}

/** Stores the payment of a genuine notification and acknowledges it, even if it does not pay its order: sending it again would not help. */
async function receive(
  services: Services,
  refusals: Refusals,
  type: OnlinePaymentMethod,
  { headers, body }: FastifyRequest,
): Promise<NotificationAnswer> {
  const provider = configuredProvider(services, type)
  if (!provider) throw missing()
  let received: Received | null
  try {
    const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    received = await provider.readNotification({ headers, rawBody })
  } catch (error) {
    if (!(error instanceof ForgedNotification)) throw error
    refusals.report(type, error.message)
    return provider.refuse()
  }
  if (received === null) return provider.acknowledge()
  try {
    const payment = received
    await inTransaction(services.db, (tx) => settlePayment(tx, services, type, payment))
    return provider.acknowledge()
  } catch (error) {
    console.error(`a payment of ${type} was not kept, it is notified again:`, errorForLog(error))
    return { ...provider.refuse(), status: 503 }
  }
}

const QUIET_MS = 60_000

/** The log of refused notifications: at most one line a minute for each provider, so that forged notifications cannot fill it. */
class Refusals {
  readonly #clock: () => Date
  readonly #since = new Map<OnlinePaymentMethod, { at: number; unsaid: number }>()

  constructor(clock: () => Date) {
    this.#clock = clock
  }

  report(type: OnlinePaymentMethod, reason: string): void {
    const now = this.#clock().getTime()
    const last = this.#since.get(type)
    if (last && Math.abs(now - last.at) < QUIET_MS) {
      last.unsaid += 1
      return
    }
    const before = last?.unsaid ? `; ${last.unsaid} more refused since the last line` : ''
    console.warn(`a notification of ${type} was refused: ${reason}${before}`)
    this.#since.set(type, { at: now, unsaid: 0 })
  }
}
