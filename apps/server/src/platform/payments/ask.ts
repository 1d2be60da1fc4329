import { labelOf } from '@pianzhang/contract/lists'
import { type OnlinePaymentMethod, PAYMENT_METHODS } from '@pianzhang/contract/orders'
import { Failure } from '../http/errors.ts'
import { errorForLog } from '../http/log-error.ts'
import { PaymentUnavailable } from './provider.ts'

/** Longest wait for a provider: less than the page's timeout of 10 s. */
const ASK_MS = 8_000

/** A signal that never aborts, for a call that goes on when the caller leaves. */
export const STAYS = new AbortController().signal

/** Calls a provider for a person who waits. Throws 503, naming the payment type, if it does not answer or refuses; `instead` is further advice. */
export async function ask<T>(
  type: OnlinePaymentMethod,
  gone: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  instead = '',
): Promise<T> {
  const patience = AbortSignal.timeout(ASK_MS)
  try {
    return await call(AbortSignal.any([gone, patience]))
  } catch (error) {
    if (gone.aborted) throw new Failure('unavailable')
    if (!(error instanceof PaymentUnavailable) && !patience.aborted) throw error
    console.warn(`${type} could not be asked:`, errorForLog(error))
    throw new Failure(
      'unavailable',
      `${labelOf(PAYMENT_METHODS, type)}暂时不可用，请稍后重试${instead}`,
      [],
      {
        'Retry-After': '5',
      },
    )
  }
}
