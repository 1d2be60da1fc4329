import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'

/** A project with people and its subjects. For tests. */
export interface BudgetWorld {
  admin: Caller
  clerk: Caller
  reader: Caller
  project: string
  projectId: bigint
  /** Subject codes by number. */
  subject(number: string): string
  body(changes?: Record<string, unknown>): Record<string, unknown>
  /** Creates a valid budget line, with changes, and returns it. */
  add(changes?: Record<string, unknown>): Promise<{ code: string; version: number }>
}

export async function budgetWorld(test: TestApp): Promise<BudgetWorld> {
  const { id, admin } = await test.company()
  const project = await newProject(admin)
  const all = ['read', 'write', 'delete']
  const clerk = (await test.person(id, { cost_budget: all, subject: all }, [project])).on(project)
  const reader = (await test.person(id, { cost_budget: ['read'] }, [project])).on(project)
  const { db } = test.services
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', project)
    .executeTakeFirstOrThrow()
  const subjects = await db
    .selectFrom('subjects')
    .select(['out_code', 'code'])
    .where('project_id', '=', row.id)
    .execute()
  const codes = new Map(subjects.map((subject) => [subject.out_code, subject.code]))
  const subject = (number: string) => codes.get(number) ?? `no subject ${number}`
  const body = (changes: Record<string, unknown> = {}) => ({
    subject_three_code: subject('24000101'),
    unit_price: '1800.00',
    quantity: '60',
    unit: '日',
    ...changes,
  })
  return {
    admin: admin.on(project),
    clerk,
    reader,
    project,
    projectId: row.id,
    subject,
    body,
    add: async (changes) => (await clerk.post('/cost_budgets', body(changes))).data,
  }
}
