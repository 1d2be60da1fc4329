import type { IncomingHttpHeaders } from 'node:http'

/** A payment to register. */
export interface PaymentRequest {
  /** 24 hexadecimal digits, which both providers accept as the merchant's order number. */
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
  /** After this time the provider refuses the address, and `create` is called again; null: it stays valid. */
  validUntil: Date | null
}

/** A payment that succeeded, as the provider tells it. */
export interface Received {
  orderCode: string
  /** Fen. */
  amount: bigint
  /** The provider's number of the payment; the same for every notification and query about this payment. */
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
  /** Registers the payment. A repeated call for an order registers no second payment, but returns a fresh address if the first has expired. */
  create(payment: PaymentRequest, signal: AbortSignal): Promise<Payable>
  /** The payment of an order, even if its notification was lost; null if the order is not paid or the provider does not know it. */
  find(orderCode: string, signal: AbortSignal): Promise<Received | null>
  /**
   * Closes the payment, so that it cannot be paid any more, and returns null, also if it was closed already or is unknown to the provider.
   * Returns the payment if it was paid meanwhile.
   */
  close(orderCode: string, signal: AbortSignal): Promise<Received | null>
  /**
   * Verifies a notification: signature, freshness, and that it is for this merchant. Null: authentic, but not of a payment that succeeded.
   * Throws a `ForgedNotification` for anything else.
   */
  readNotification(notification: Notification): Promise<Received | null>
  /** The answer after which the provider stops repeating the notification. */
  acknowledge(): NotificationAnswer
  /** The answer to a notification that was refused or could not be stored: the provider sends it again. */
  refuse(): NotificationAnswer
}

/** The provider does not answer, or refuses for a reason that the caller cannot change. `message` is for the log, without secrets. */
export class PaymentUnavailable extends Error {}

/** A notification that is not from the provider, too old, or for another merchant. `message` is for the log. */
export class ForgedNotification extends Error {}
