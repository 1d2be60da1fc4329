import { type PayeeWorld, payeeWorld } from '../../base/payees/helpers.ts'
import type { Caller, Grants, TestApp } from '../../harness/harness.ts'

/** A payees' world with people who ask and decide. Below 5,000 nobody decides, from there the chief, from 50,000 the chief and then the producer. */
export interface ApprovalWorld extends PayeeWorld {
  asker: Caller
  chief: Caller
  producer: Caller
  /** May ask, and may not write payments. */
  runner: Caller
  /** Somebody of the project with these rights; without any named, one who decides. */
  person(grants?: Grants): Promise<Caller>
  /** A body with this total on one line. */
  asking(amount: string, changes?: Record<string, unknown>): Record<string, unknown>
  /** Asks for a payment and sends the request. */
  ask(amount?: string, changes?: Record<string, unknown>, who?: Caller): Promise<Asked>
  approve(who: Caller, request: { code: string; version?: number }): ReturnType<Caller['post']>
  setRules(rules: Record<string, unknown>): ReturnType<Caller['put']>
  rules(changes?: Record<string, unknown>): Record<string, unknown>
  payments(): Promise<{ listTotal: number; total_amount_yuan: string; items: { code: string }[] }>
}
export interface Asked {
  code: string
  version: number
  state: string
}

export const DECIDER = { payment_request: ['read'], payment_approval: ['write'] }

export async function approvalWorld(test: TestApp): Promise<ApprovalWorld> {
  const world = await payeeWorld(test)
  const person = async (grants: Grants = DECIDER) =>
    (await test.person(world.companyId, grants, [world.project])).on(world.project)
  const asker = await person({
    payment_request: ['read', 'write'],
    cost_execution: ['read', 'write'],
    contract: ['read'],
    payee: ['read'],
  })
  const runner = await person({ payment_request: ['read', 'write'] })
  const chief = await person(DECIDER)
  const producer = await person(DECIDER)
  const rules = (changes: Record<string, unknown> = {}) => ({
    on: true,
    self_approve: false,
    bands: [
      { from: '0', steps: [] },
      { from: '5000', steps: [[chief.code]] },
      { from: '50000', steps: [[chief.code], [producer.code]] },
    ],
    ...changes,
  })
  const asking = (amount: string, changes: Record<string, unknown> = {}) =>
    world.body(changes, [world.line({ pay_amount: amount })])
  const approvals: ApprovalWorld = {
    ...world,
    asker,
    chief,
    producer,
    runner,
    person,
    asking,
    ask: async (amount = '5000', changes = {}, who = asker) => {
      const answer = await who.post('/payment_requests', { ...asking(amount, changes), submit: true })
      if (answer.code !== 0) throw new Error(JSON.stringify(answer))
      return answer.data
    },
    approve: (who, { code, version }) => who.post(`/payment_requests/${code}/approve`, { version }),
    setRules: (body) => world.admin.put('/payment_requests/rules', body),
    rules,
    payments: async () => (await world.clerk.get('/cost_executions', { per_page: 1000 })).data,
  }
  const set = await approvals.setRules(rules())
  if (set.code !== 0) throw new Error(JSON.stringify(set))
  return approvals
}

/** The request as this person sees it. */
export const seen = async (who: Caller, { code }: { code: string }) =>
  (await who.get(`/payment_requests/${code}`)).data

/** The role of this person. */
export const roleOf = (test: TestApp, { userId }: Caller) =>
  test.services.db
    .selectFrom('roles')
    .innerJoin('users', 'users.role_id', 'roles.id')
    .select(['roles.id', 'roles.code', 'roles.name'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
