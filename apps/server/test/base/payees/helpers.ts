import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'

/** A payments' world whose clerk may also do everything with payees and batches. */
export interface PayeeWorld extends PaymentWorld {
  /** May read payees and payments only. */
  looker: Caller
  payee(changes?: Record<string, unknown>): Record<string, unknown>
  addPayee(changes?: Record<string, unknown>): Promise<{ code: string; version: number; name: string }>
  /** A payment to a payee, of one line. */
  pay(
    payee_code: string | null,
    amount?: string,
    changes?: Record<string, unknown>,
  ): Promise<{ code: string; version: number }>
}

/** A card number that passes Luhn, different for each `index`. */
export function card(index: number): string {
  const digits = `622202${String(index).padStart(9, '0')}`
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

export async function payeeWorld(
  test: TestApp,
  company?: Awaited<ReturnType<TestApp['company']>>,
): Promise<PayeeWorld> {
  const world = await paymentWorld(test, company)
  const all = ['read', 'write', 'delete']
  const clerk = (
    await test.person(
      world.companyId,
      {
        payee: all,
        transfer_batch: all,
        cost_execution: all,
        contract: all,
        pay_category: all,
        subject: all,
      },
      [world.project],
    )
  ).on(world.project)
  const looker = (
    await test.person(
      world.companyId,
      { payee: ['read'], cost_execution: ['read'], transfer_batch: ['read'] },
      [world.project],
    )
  ).on(world.project)
  let made = 0
  const payee = (changes: Record<string, unknown> = {}) => {
    made += 1
    return {
      name: `横店木作工坊${made}`,
      kind: '2',
      id_type: '2',
      id_number: '91110105MA01ABCD2X',
      phone: '13812340066',
      bank_name: '某某银行横店支行',
      bank_code: '303338900127',
      province: '浙江',
      city: '东阳',
      account_name: '',
      account: card(made),
      remark: '内景木作',
      ...changes,
    }
  }
  return {
    ...world,
    clerk,
    looker,
    payee,
    addPayee: async (changes) => {
      const answer = await clerk.post('/payees', payee(changes))
      if (answer.code !== 0) throw new Error(JSON.stringify(answer))
      return answer.data
    },
    pay: async (payee_code, amount = '100.00', changes = {}) => {
      const answer = await clerk.post(
        '/cost_executions',
        world.body({ payee_code, ...changes }, [world.line({ pay_amount: amount })]),
      )
      if (answer.code !== 0) throw new Error(JSON.stringify(answer))
      return answer.data
    },
  }
}

export const anotherProject = async (world: PayeeWorld): Promise<string> =>
  await newProject(world.admin, '第二项目')

/** The log of one record, oldest first. */
export const auditsOf = async ({ services }: TestApp, companyId: bigint, code: string) =>
  await services.db
    .selectFrom('audit_logs')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('code', '=', code)
    .orderBy('id')
    .execute()
