import { addDays, today } from '@pianzhang/contract/calendar'
import { type Answer, type Caller, newProject, type TestApp } from '../../harness/harness.ts'

/** A project with people for payment plans, and short ways to fill it. */
export interface PlanWorld {
  admin: Caller
  clerk: Caller
  reader: Caller
  project: string
  projectId: bigint
  companyId: bigint
  subject: string
  category: string
  /** The day so many days from today. */
  day(days: number): string
  contract(
    amount: string,
    more?: { category?: number; customer?: string; payee_code?: string },
  ): Promise<string>
  /** Saves a plan; answers its instalments' codes. */
  plan(contract: string, items: readonly object[]): Promise<string[]>
  savePlan(contract: string, items: readonly object[], version?: number): Promise<Answer>
  /** `[paid, rest, status]` of each instalment. */
  paid(contract: string): Promise<string[][]>
  line(amount: string, more?: object): object
  /** A payment of these lines; answers its code. */
  pay(...lines: object[]): Promise<string>
  receive(contract: string, amount: string): Promise<string>
  /** What is to be paid, as the clerk reads it. */
  list(query?: object): Promise<Answer['data']>
  /** `[payee, title, rest, status]` of each row of the list. */
  rows(query?: object): Promise<string[][]>
  /** Two parties: overdue, today, this week, this month, later, waiting. */
  fill(): Promise<{ one: string; two: string; first: string[]; second: string[] }>
}

export type Item = Record<string, string>

/** Number and rest of each bucket of a list that has rows. */
export const sumsOf = ({ buckets }: { buckets: { bucket: string; count: number; rest_yuan: string }[] }) =>
  Object.fromEntries(
    buckets.filter(({ count }) => count > 0).map((one) => [one.bucket, [one.count, one.rest_yuan]]),
  )

export const ALL = ['read', 'write', 'delete']

export const done = (answer: Answer): Answer => {
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer
}

/** Status and errors, or message, of saving a plan. */
export async function errorsOf(world: PlanWorld, contract: string, items: readonly object[]) {
  const { status, data, msg } = await world.savePlan(contract, items)
  return [status, data.errors ?? msg]
}

export async function planWorld(app: TestApp): Promise<PlanWorld> {
  const { id: companyId, admin } = await app.company(10)
  const project = await newProject(admin)
  const grants = {
    payable: ALL,
    cost_execution: ALL,
    investment_execution: ALL,
    imprest: ALL,
    contract: ALL,
    subject: ALL,
    pay_category: ALL,
    overview: ['read'],
  }
  const clerk = (await app.person(companyId, grants, [project])).on(project)
  const reader = (await app.person(companyId, { payable: ['read'] }, [project])).on(project)
  const { db } = app.services
  const { id: projectId } = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', project)
    .executeTakeFirstOrThrow()
  const first = async (table: 'payment_types' | 'investment_types') =>
    String(
      (
        await db
          .selectFrom(table as 'payment_types')
          .select('id')
          .where('project_id', '=', projectId)
          .orderBy('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  const { code: subject } = await db
    .selectFrom('subjects')
    .select('code')
    .where('project_id', '=', projectId)
    .where('out_code', '=', '24000101')
    .executeTakeFirstOrThrow()
  const category = await first('payment_types')
  const type = await first('investment_types')
  const day = (days: number) => addDays(today(app.services.clock()), days)
  const savePlan = async (contract: string, items: readonly object[], version?: number) =>
    await clerk.put(`/contracts/${contract}/instalments`, {
      items: items.map((item) => ({ kind: 'date', due_at: day(3), title: '定金', ...item })),
      ...(version !== undefined && { version }),
    })
  const list: PlanWorld['list'] = async (query = {}) => done(await clerk.get('/payables', { ...query })).data
  let contracts = 0
  const world: PlanWorld = {
    admin: admin.on(project),
    clerk,
    reader,
    project,
    projectId,
    companyId,
    subject,
    category,
    day,
    contract: async (amount, more = {}) => {
      contracts += 1
      const body = { out_code: `HT-${contracts}`, customer: '某某公司', category: 2, amount, ...more }
      return done(await clerk.post('/contracts', body)).data.code
    },
    plan: async (contract, items) =>
      done(await savePlan(contract, items)).data.items.map(({ code }: { code: string }) => code),
    savePlan,
    paid: async (contract) =>
      done(await clerk.get(`/contracts/${contract}/instalments`)).data.items.map(
        ({ paid_yuan, rest_yuan, status }: Record<string, string>) => [paid_yuan, rest_yuan, status],
      ),
    line: (amount, more = {}) => ({
      subject_three_code: subject,
      pay_channel: '2',
      pay_category_id: category,
      pay_amount: amount,
      ...more,
    }),
    pay: async (...lines) =>
      done(
        await clerk.post('/cost_executions', {
          pay_at: day(0),
          payer: '某某公司',
          cost_execution_details: lines,
        }),
      ).data.code,
    receive: async (contract, amount) =>
      done(
        await clerk.post('/investment_executions', {
          investment_at: day(0),
          investor: '某某影业',
          investment_category_id: type,
          amount,
          contract_code: contract,
        }),
      ).data.code,
    list,
    rows: async (query) =>
      (await list(query)).items.map(({ payee, title, rest_yuan, status }: Item) => [
        payee,
        title,
        rest_yuan,
        status,
      ]),
    fill: async () => {
      const one = await world.contract('1000', { customer: '甲公司' })
      const two = await world.contract('500', { customer: '乙公司' })
      const of = { subject_code: subject, pay_category_id: category }
      const first = await world.plan(one, [
        { ...of, title: '定金', due_at: day(-3), amount: '100' },
        { ...of, title: '进度款', due_at: day(7), amount: '200' },
        { ...of, title: '尾款', kind: 'milestone', due_at: null, amount: '300' },
      ])
      const second = await world.plan(two, [
        { ...of, title: '首期', due_at: day(0), amount: '50' },
        { ...of, title: '二期', due_at: day(30), amount: '60' },
        { ...of, title: '三期', due_at: day(31), amount: '70' },
      ])
      return { one, two, first, second }
    },
  }
  return world
}
