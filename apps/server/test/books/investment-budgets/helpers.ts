import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'

export const PATH = '/investment_budgets'

/** A project with people. For tests. */
export interface BudgetWorld {
  admin: Caller
  clerk: Caller
  reader: Caller
  project: string
  projectId: bigint
  companyId: bigint
  body(changes?: Record<string, unknown>): Record<string, unknown>
  /** Adds a valid budget, with changes, and returns it. */
  add(changes?: Record<string, unknown>): Promise<{ code: string; version: number }>
}

export async function budgetWorld(test: TestApp): Promise<BudgetWorld> {
  const { id, admin } = await test.company()
  const project = await newProject(admin)
  const grants = { investment_budget: ['read', 'write', 'delete'] }
  const clerk = (await test.person(id, grants, [project])).on(project)
  const reader = (await test.person(id, { investment_budget: ['read'] }, [project])).on(project)
  const row = await test.services.db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', project)
    .executeTakeFirstOrThrow()
  let investors = 0
  const body = (changes: Record<string, unknown> = {}) => {
    investors += 1
    return { investor: `投资方${investors}`, amount: '1000000.00', ...changes }
  }
  return {
    admin: admin.on(project),
    clerk,
    reader,
    project,
    projectId: row.id,
    companyId: id,
    body,
    add: async (changes) => (await clerk.post(PATH, body(changes))).data,
  }
}
