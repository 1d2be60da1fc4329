import { type PayeeWorld, payeeWorld } from '../../base/payees/helpers.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'

/** A payees' world whose clerk makes batches. */
export interface BatchWorld extends PayeeWorld {
  preview(body: Record<string, unknown>): ReturnType<Caller['post']>
  make(body: Record<string, unknown>): ReturnType<Caller['post']>
}

export async function batchWorld(test: TestApp): Promise<BatchWorld> {
  const world = await payeeWorld(test)
  return {
    ...world,
    preview: (body) => world.clerk.post('/transfer_batches/preview', body),
    make: (body) => world.clerk.post('/transfer_batches', body),
  }
}

/** The body of a batch of these payments. */
export const batch = (codes: string[], changes: Record<string, unknown> = {}) => ({
  bank: 'icbc',
  pay_account: '0200001234567890123',
  pay_account_name: '长河灯火剧组',
  pay_bank_name: '工商银行北京某某支行',
  codes,
  ...changes,
})
