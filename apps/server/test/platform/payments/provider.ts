import { afterAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../src/platform/config.ts'
import { STAYS } from '../../../src/platform/payments/ask.ts'
import {
  type PaymentProvider,
  PaymentUnavailable,
  type Received,
} from '../../../src/platform/payments/provider.ts'
import { type Fault, type KeyFiles, keyFiles, type StandIn } from './stand-in.ts'

/** Fen of every payment that `registered` makes. */
export const AMOUNT = 1_900_050n
const PUBLIC_URL = 'https://pianzhang.example.com'

let count = 0
/** A new order code. */
export const newOrder = (): string => `0123456789abcdef0123${(count++).toString(16).padStart(4, '0')}`

/** A provider whose requests go to a stand-in, and what its tests need. */
export interface Tested {
  provider: PaymentProvider
  /** Opens the provider again, with this time limit and other settings in its environment. */
  start(timeoutMs: number, env?: Record<string, string>): Promise<PaymentProvider>
  files: KeyFiles
  /** `ahead`: milliseconds by which the provider's clock is ahead of the real time. */
  time: { ahead: number }
  /** Registers a payment; returns its order. */
  registered(): Promise<string>
}

type Settings = ReturnType<typeof readConfig>

/** Opens a provider beside its stand-in; both are closed after the tests, faults and clock are reset before each. */
export async function openTested(
  standIn: StandIn<unknown>,
  open: (settings: Settings, common: { clock: () => Date; timeoutMs: number }) => Promise<PaymentProvider>,
): Promise<Tested> {
  const files = await keyFiles()
  const time = { ahead: 0 }
  const start: Tested['start'] = async (timeoutMs, env = {}) =>
    await open(readConfig({ ...(await standIn.env(files)), PUBLIC_URL, ...env }, '/nowhere'), {
      clock: () => new Date(Date.now() + time.ahead),
      timeoutMs,
    })
  const provider = await start(20_000)
  afterAll(async () => {
    await standIn.close()
    await files[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    standIn.fault = null
    time.ahead = 0
  })
  const registered = async () => {
    const orderCode = newOrder()
    const notifyUrl = `${PUBLIC_URL}/notify`
    await provider.create({ orderCode, amount: AMOUNT, subject: '项目购买 11 个', notifyUrl }, STAYS)
    return orderCode
  }
  return { provider, start, files, time, registered }
}

/** Declares the tests that hold for both providers. */
export function testsOfBoth(
  standIn: StandIn<unknown>,
  { provider, start, registered }: Tested,
  own: {
    /** What the provider says of each fault. */
    faults: [Fault, RegExp][]
    /** Reads the right notification of a payment. */
    notified(orderCode: string): Promise<Received | null>
  },
): void {
  test('finds what was paid, and nothing before', async () => {
    expect(await provider.find(newOrder(), STAYS)).toBeNull()
    const orderCode = await registered()
    expect(await provider.find(orderCode, STAYS)).toBeNull()
    standIn.pay(orderCode)
    const { transactionId, paidAt } = standIn.trades.of(orderCode)
    const received = await provider.find(orderCode, STAYS)
    expect(received).toEqual({
      orderCode,
      amount: AMOUNT,
      transactionId,
      paidAt: new Date(Math.floor(Number(paidAt) / 1000) * 1000),
    })
    expect(await own.notified(orderCode)).toEqual(received)
  })

  test('closes one that is registered, closed or unknown; one that was paid meanwhile is answered', async () => {
    const waiting = await registered()
    for (const _ of ['open', 'closed']) {
      expect(await provider.close(waiting, STAYS)).toBeNull()
      expect(standIn.trades.of(waiting).state).toBe('closed')
    }
    expect(await provider.close(newOrder(), STAYS)).toBeNull()
    const paid = await registered()
    standIn.pay(paid)
    expect(await provider.close(paid, STAYS)).toMatchObject({ orderCode: paid, amount: AMOUNT })
    expect(standIn.trades.of(paid).state).toBe('paid')
  })

  test.each(own.faults)('an answer that is %s is none', async (fault, message) => {
    const orderCode = await registered()
    standIn.pay(orderCode)
    standIn.fault = fault
    const found = provider.find(orderCode, STAYS)
    await expect(found).rejects.toThrow(PaymentUnavailable)
    await expect(found).rejects.toThrow(message)
    await expect(provider.close(orderCode, STAYS)).rejects.toThrow(PaymentUnavailable)
    standIn.fault = null
    expect(await provider.find(orderCode, STAYS)).not.toBeNull()
  })

  test('a silent provider is left after the limit, and at once with the caller', async () => {
    const orderCode = await registered()
    standIn.fault = 'silent'
    const hasty = await start(50)
    await expect(hasty.find(orderCode, STAYS)).rejects.toThrow('no answer within 50 ms')
    await standIn.untilLeft()
    const leaving = new AbortController()
    const asked = provider.find(orderCode, leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
  })
}
