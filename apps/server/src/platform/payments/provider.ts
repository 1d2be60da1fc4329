import type { IncomingHttpHeaders } from 'node:http'

/** A payment to register. */
export interface PaymentRequest {
  /** 24 hexadecimal digits: within what both providers take as the merchant's number. */
  orderCode: string
  /** Fen. */
  amount: bigint
  /** What the payer reads: 项目购买 3 个. */
  subject: string
  /** Absolute; where the provider sends its notification. */
  notifyUrl: string
}

/** What the page shows as a QR code. */
export interface Payable {
  qrcodeUrl: string
  /** From then on the provider refuses the address, and `create` is called again; null: it stays valid. */
  validUntil: Date | null
}

/** A payment that succeeded, as the provider tells it. */
export interface Received {
  orderCode: string
  /** Fen. */
  amount: bigint
  /** The provider's number of it; the same for every notification and query about this payment. */
  transactionId: string
  paidAt: Date
}

/** A notification as it arrived: signatures are about these bytes. */
export interface Notification {
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

/** What is answered to a notification. */
export interface NotificationAnswer {
  status: number
  contentType: string
  body: string
}

/**
 * How one payment type is paid. All calls to the outside end when `signal` aborts or after a timeout of their own, and throw a
 * `PaymentUnavailable` for a provider that does not answer, or refuses.
 */
export interface PaymentProvider {
  /** Takes no money: the page says so, and such orders are refused in production. */
  readonly isSandbox: boolean
  /** Registers the payment. The same order again is the same payment, with a fresh address if the first has expired. */
  create(payment: PaymentRequest, signal: AbortSignal): Promise<Payable>
  /** What the provider knows of it; null: not paid, or not known. Finds payments whose notification was lost. */
  find(orderCode: string, signal: AbortSignal): Promise<Received | null>
  /**
   * Closes the payment, so that it cannot be paid any more; answers it if it was paid meanwhile. One that is closed already, or was
   * never seen by the provider, is closed: null.
   */
  close(orderCode: string, signal: AbortSignal): Promise<Received | null>
  /**
   * Verifies a notification: signature, freshness, and that it is for this merchant. Null: authentic, but not of a payment that succeeded.
   * Throws a `ForgedNotification` for anything else.
   */
  readNotification(notification: Notification): Promise<Received | null>
  /** The answer after which the provider stops repeating the notification. */
  acknowledge(): NotificationAnswer
  /** The answer to one that was refused, or could not be kept: the provider sends it again. */
  refuse(): NotificationAnswer
}

/** The provider does not answer, or refuses for a reason that the caller cannot change. `message` is for the log, without secrets. */
export class PaymentUnavailable extends Error {}

/** A notification that is not from the provider, too old, or for another merchant. `message` is for the log. */
export class ForgedNotification extends Error {}
