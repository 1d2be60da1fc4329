import { countAll } from '../../../src/platform/database/database.ts'
import { type Answer, type Caller, newProject, type TestApp } from '../../harness/harness.ts'

/** A project with people, and with records that lines of payments refer to. For tests. */
export interface PaymentWorld {
  admin: Caller
  clerk: Caller
  reader: Caller
  project: string
  projectId: bigint
  companyId: bigint
  /** Subject codes by number. */
  subject(number: string): string
  category: string
  /** A valid line, with changes. */
  line(changes?: Record<string, unknown>): Record<string, unknown>
  body(changes?: Record<string, unknown>, lines?: Record<string, unknown>[]): Record<string, unknown>
  contract(outCode: string, category?: string): Promise<string>
  /** `total`: in fen; by default it is not known. */
  invoice(number: string, status?: number, total?: bigint): Promise<string>
  attachment(kind?: 'png' | 'jpg' | 'xlsx' | 'pdf'): Promise<string>
}

/** In a company of its own unless one is given. */
export async function paymentWorld(
  test: TestApp,
  company?: Awaited<ReturnType<TestApp['company']>>,
): Promise<PaymentWorld> {
  const { id, admin } = company ?? (await test.company())
  const project = await newProject(admin)
  const all = ['read', 'write', 'delete']
  const clerk = await test.person(
    id,
    { cost_execution: all, contract: all, invoice: ['read', 'write'], subject: all, pay_category: all },
    [project],
  )
  const reader = await test.person(id, { cost_execution: ['read'] }, [project])
  const { db } = test.services
  const row = await db
    .selectFrom('projects as j')
    .innerJoin('payment_types as c', 'c.project_id', 'j.id')
    .select(['j.id', 'c.id as category_id'])
    .where('j.code', '=', project)
    .orderBy('c.id')
    .executeTakeFirstOrThrow()
  const subjects = await db
    .selectFrom('subjects')
    .select(['out_code', 'code'])
    .where('project_id', '=', row.id)
    .execute()
  const codes = new Map(subjects.map((subject) => [subject.out_code, subject.code]))
  const subject = (number: string) => codes.get(number) ?? `no subject ${number}`
  const line = (changes: Record<string, unknown> = {}) => ({
    subject_three_code: subject('24000101'),
    pay_channel: '2',
    pay_category_id: String(row.category_id),
    pay_amount: '100.00',
    ...changes,
  })
  let made = 0
  const insert = async (table: 'invoices' | 'attachments', values: Record<string, unknown>) => {
    made += 1
    const code = `${table}-${row.id}-${made}`
    await db
      .insertInto(table)
      .values({
        project_id: row.id,
        code,
        creator_id: admin.userId,
        created_at: new Date(),
        ...values,
      } as never)
      .execute()
    return code
  }
  return {
    admin: admin.on(project),
    clerk: clerk.on(project),
    reader: reader.on(project),
    project,
    projectId: row.id,
    companyId: id,
    subject,
    category: String(row.category_id),
    line,
    body: (changes = {}, lines = [line()]) => ({
      pay_at: '2026-11-21',
      payer: '北京某某影视器材有限公司',
      cost_execution_details: lines,
      ...changes,
    }),
    contract: async (out_code, kind = '2') =>
      (
        await clerk
          .on(project)
          .post('/contracts', { out_code, customer: '某某公司', category: kind, amount: '1000' })
      ).data.code,
    invoice: (number, status = 0, total = undefined) =>
      insert('invoices', {
        status,
        invoice_number: number,
        ...(total !== undefined && { total_amount: total }),
      }),
    attachment: (kind = 'png') =>
      insert('attachments', {
        file_name: `凭证.${kind}`,
        file_size: 10n,
        kind,
        storage_key: `${row.id}-${made}`,
        has_thumb: kind === 'png',
        token_id: `${row.id}-${made}`,
      }),
  }
}

/** The number of payments, or lines, of a project. */
export async function countOf(
  { services }: TestApp,
  table: 'payments' | 'payment_lines' | 'imports',
  projectId: bigint,
): Promise<number> {
  const { n } = await services.db
    .selectFrom(table)
    .select(countAll().as('n'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return n
}

/** The project's log, oldest first. */
export const auditsOf = async ({ services }: TestApp, projectId: bigint) =>
  await services.db
    .selectFrom('audit_logs')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()

/** The names of the wrong fields of a 422, sorted. */
export const wrongFields = (answer: { data: { errors?: { field: string }[] } }) =>
  (answer.data.errors ?? []).map((error) => error.field).sort()

/** `[code, amount]` of the invoices of each line. */
export const sharesOf = ({ data }: Pick<Answer, 'data'>) =>
  data.cost_execution_details.map(({ invoices }: { invoices: Record<string, string>[] }) =>
    invoices.map(({ code, amount_yuan }) => [code, amount_yuan]),
  )
