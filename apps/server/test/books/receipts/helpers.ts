import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'

/** A project with people, investment types and two contracts. For tests. */
export interface ReceiptWorld {
  admin: Caller
  clerk: Caller
  reader: Caller
  project: string
  projectId: bigint
  companyId: bigint
  /** The id of an investment type by its name. */
  category(name: string): string
  body(changes?: Record<string, unknown>): Record<string, unknown>
  contract(outCode: string, category?: string): Promise<string>
  /** Creates a valid receipt, with changes, and returns it. */
  add(changes?: Record<string, unknown>): Promise<{ code: string; version: number }>
}

export async function receiptWorld(test: TestApp): Promise<ReceiptWorld> {
  const { id, admin } = await test.company()
  const project = await newProject(admin)
  const all = ['read', 'write', 'delete']
  const grants = { investment_execution: all, investment_category: all, contract: all }
  const clerk = (await test.person(id, grants, [project])).on(project)
  const reader = (await test.person(id, { investment_execution: ['read'] }, [project])).on(project)
  const { db } = test.services
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', project)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('investment_types')
    .select(['id', 'name'])
    .where('project_id', '=', row.id)
    .execute()
  const ids = new Map(rows.map(({ id, name }) => [name, String(id)]))
  const category = (name: string) => ids.get(name) ?? `no type ${name}`
  const body = (changes: Record<string, unknown> = {}) => ({
    investment_at: '2026-11-21',
    investor: '某某影业有限公司',
    investment_category_id: category('自有资金'),
    amount: '1000000.00',
    ...changes,
  })
  return {
    admin: admin.on(project),
    clerk,
    reader,
    project,
    projectId: row.id,
    companyId: id,
    category,
    body,
    contract: async (out_code, kind = '3') =>
      (await clerk.post('/contracts', { out_code, customer: '某某影业', category: kind, amount: '5000000' }))
        .data.code,
    add: async (changes) => (await clerk.post('/investment_executions', body(changes))).data,
  }
}
