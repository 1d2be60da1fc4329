import type { Answer, Caller, TestApp } from '../../harness/harness.ts'
import { newProject } from '../../harness/harness.ts'

/** A project with people for the cost report, and short ways to fill it. */
export interface ReportWorld {
  admin: Caller
  clerk: Caller
  reader: Caller
  project: string
  projectId: bigint
  companyId: bigint
  subject(number: string): string
  budget(number: string, amount: string): Promise<void>
  /** A payment of one line; answers its code. */
  pay(number: string, amount: string, more?: { day?: string; contract?: string }): Promise<string>
  cash(number: string, amount: string, day?: string, contract?: string): Promise<string>
  contract(amount: string, category?: number): Promise<string>
  allocate(contract: string, shares: Record<string, string>): Promise<Answer>
  bind(main: string, supplement: string): Promise<void>
  estimate(number: string, body: Record<string, unknown>): Promise<Answer>
  /** The figures of a subject, or of the rest that is not allocated (`-`), or of all (`+`); undefined: not in the report. */
  row(number: string, query?: Record<string, unknown>): Promise<Figures | undefined>
}

export interface Figures {
  original: string | null
  budget: string
  period: string
  spent: string
  committed: string
  etc: string
  efc: string
  variance: string
}

const ALL = ['read', 'write', 'delete']

export async function reportWorld(app: TestApp): Promise<ReportWorld> {
  const { id: companyId, admin } = await app.company(10)
  const project = await newProject(admin)
  const grants = {
    cost_report: ALL,
    cost_budget: ALL,
    cost_execution: ALL,
    imprest: ALL,
    contract: ALL,
    subject: ALL,
    overview: ['read'],
  }
  const clerk = (await app.person(companyId, grants, [project])).on(project)
  const reader = (await app.person(companyId, { cost_report: ['read'] }, [project])).on(project)
  const { db } = app.services
  const { id: projectId } = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', project)
    .executeTakeFirstOrThrow()
  const subjects = await db
    .selectFrom('subjects')
    .select(['out_code', 'code'])
    .where('project_id', '=', projectId)
    .execute()
  const codes = new Map(subjects.map((one) => [one.out_code, one.code]))
  const subject = (number: string) => codes.get(number) ?? `no subject ${number}`
  const type = await db
    .selectFrom('payment_types')
    .select('id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const expectDone = (answer: Answer): Answer => {
    if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer
  }
  let contracts = 0
  return {
    admin: admin.on(project),
    clerk,
    reader,
    project,
    projectId,
    companyId,
    subject,
    budget: async (number, amount) => {
      expectDone(
        await clerk.post('/cost_budgets', {
          subject_three_code: subject(number),
          unit_price: amount,
          quantity: '1',
        }),
      )
    },
    pay: async (number, amount, { day = '2026-11-01', contract } = {}) =>
      expectDone(
        await clerk.post('/cost_executions', {
          pay_at: day,
          payer: '某某公司',
          cost_execution_details: [
            {
              subject_three_code: subject(number),
              pay_channel: '2',
              pay_category_id: String(type.id),
              pay_amount: amount,
              contract_code: contract ?? null,
            },
          ],
        }),
      ).data.code,
    cash: async (number, amount, day = '2026-11-01', contract) =>
      expectDone(
        await clerk.post('/imprests', {
          pay_at: day,
          payer: '某某',
          subject_three_code: subject(number),
          pay_channel: '1',
          pay_amount: amount,
          contract_code: contract ?? null,
        }),
      ).data.code,
    contract: async (amount, category = 2) => {
      contracts += 1
      const body = { out_code: `HT-${contracts}`, customer: '某某公司', category, amount }
      return expectDone(await clerk.post('/contracts', body)).data.code
    },
    allocate: async (contract, shares) => {
      const items = Object.entries(shares).map(([number, amount]) => ({
        subject_code: subject(number),
        amount,
      }))
      return await clerk.put(`/contracts/${contract}/allocations`, { items })
    },
    bind: async (main, supplement) => {
      expectDone(await clerk.post(`/contracts/${main}/binding`, { supplement_contract_code: supplement }))
    },
    estimate: async (number, body) => await clerk.put(`/cost_report/estimates/${subject(number)}`, body),
    row: async (number, query = {}) => {
      const { data } = expectDone(await clerk.get('/cost_report', { whole: '1', ...query }))
      const found =
        number === '-'
          ? data.unallocated
          : number === '+'
            ? data.total
            : data.items.find((item: { out_code: string }) => item.out_code === number)
      if (!found) return undefined
      return Object.fromEntries(
        ['original', 'budget', 'period', 'spent', 'committed', 'etc', 'efc', 'variance'].map((name) => [
          name,
          found[`${name}_yuan`],
        ]),
      ) as unknown as Figures
    },
  }
}
