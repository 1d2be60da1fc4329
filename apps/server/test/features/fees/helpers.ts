import type { Fee } from '@pianzhang/contract/fees'
import { citizenCheck } from '@pianzhang/contract/id-number'
import { type PayeeWorld, payeeWorld } from '../../base/payees/helpers.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'

/** A payees' world whose clerk may also do everything with fees. */
export interface FeeWorld extends PayeeWorld {
  /** May read fees only. */
  looker: Caller
  /** Adds a payee who is a person with an ID number of their own; answers the code. */
  person(changes?: Record<string, unknown>): Promise<string>
  fee(payee_code: string, changes?: Record<string, unknown>): Record<string, unknown>
  add(payee_code: string, changes?: Record<string, unknown>): Promise<Fee>
  /** How a payment of a fee is booked. */
  payment(changes?: Record<string, unknown>): Record<string, unknown>
  choose(vat: 'invoice' | 'withhold', surcharge?: string): Promise<void>
}

/** An ID number of the n-th person. */
export function citizen(n: number): string {
  const digits = `110105${1950 + (n % 50)}0307${String(Math.floor(n / 50) % 1000).padStart(3, '0')}`
  return `${digits}${citizenCheck(digits)}`
}

export async function feeWorld(test: TestApp): Promise<FeeWorld> {
  const world = await payeeWorld(test)
  const all = ['read', 'write', 'delete']
  const clerk = (
    await test.person(
      world.companyId,
      {
        labor_tax: all,
        payee: all,
        cost_execution: all,
        contract: all,
        cost_report: all,
        pay_category: all,
        subject: all,
      },
      [world.project],
    )
  ).on(world.project)
  const looker = (await test.person(world.companyId, { labor_tax: ['read'] }, [world.project])).on(
    world.project,
  )
  let made = 0
  const fee = (payee_code: string, changes: Record<string, unknown> = {}) => ({
    payee_code,
    pay_at: '2026-10-21',
    kind: 'labor',
    basis: 'gross',
    amount: '3000',
    ...changes,
  })
  return {
    ...world,
    clerk,
    looker,
    person: async (changes = {}) => {
      made += 1
      const body = { name: `群演${made}`, kind: '0', id_type: '1', id_number: citizen(made), ...changes }
      const answer = await clerk.post('/payees', body)
      if (answer.code !== 0) throw new Error(JSON.stringify(answer))
      return answer.data.code
    },
    fee,
    add: async (payee_code, changes) => {
      const answer = await clerk.post('/labor_tax', fee(payee_code, changes))
      if (answer.code !== 0) throw new Error(JSON.stringify(answer))
      return answer.data
    },
    payment: (changes = {}) => ({
      subject_three_code: world.subject('24000101'),
      pay_channel: '2',
      pay_category_id: world.category,
      ...changes,
    }),
    choose: async (vat, surcharge = '3.5') => {
      const answer = await world.admin.put('/labor_tax/setting', { vat, surcharge })
      if (answer.code !== 0) throw new Error(JSON.stringify(answer))
    },
  }
}

/** The amounts of a fee: gross, VAT, surcharge, tax, net. */
export const amountsOf = (fee: Fee): string[] => [
  fee.gross_yuan,
  fee.vat_yuan,
  fee.surcharge_yuan,
  fee.tax_yuan,
  fee.net_yuan,
]

/** The month of the fees that no test dates otherwise. */
export const MONTH = '2026-10'

export const paymentOf = async (world: FeeWorld, code: string) =>
  (await world.clerk.get(`/cost_executions/${code}`)).data
