import { today } from '@pianzhang/contract/calendar'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'

/** A project with people and contracts. For tests. */
export interface ReminderWorld {
  admin: Caller
  clerk: Caller
  /** May read reminders only. */
  reader: Caller
  project: string
  projectId: bigint
  companyId: bigint
  /** Adds a contract; returns its code. */
  contract(outCode: string, changes?: Record<string, unknown>): Promise<string>
  /** A single reminder for today on a contract of the project. */
  body(changes?: Record<string, unknown>): Record<string, unknown>
  /** Adds a valid reminder, with changes, and returns it. */
  add(changes?: Record<string, unknown>): Promise<{ code: string; version: number }>
  /** The texts of today's messages, as this person gets them. */
  messages(person?: Caller): Promise<string[]>
}

export async function reminderWorld(test: TestApp): Promise<ReminderWorld> {
  const { id, admin } = await test.company()
  const project = await newProject(admin)
  const all = ['read', 'write', 'delete']
  const clerk = (await test.person(id, { contract_caution: all, contract: all }, [project])).on(project)
  const reader = (await test.person(id, { contract_caution: ['read'] }, [project])).on(project)
  const { db, clock } = test.services
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', project)
    .executeTakeFirstOrThrow()
  const contract = async (out_code: string, changes: Record<string, unknown> = {}) => {
    const body = { out_code, customer: '某某影视器材', category: '2', amount: '128000', ...changes }
    return (await clerk.post('/contracts', body)).data.code
  }
  const contract_code = await contract('HT-0')
  const body = (changes: Record<string, unknown> = {}) => ({
    contract_code,
    category: '0',
    start_at: today(clock()),
    remark: '第三期租金',
    ...changes,
  })
  return {
    admin: admin.on(project),
    clerk,
    reader,
    project,
    projectId: row.id,
    companyId: id,
    contract,
    body,
    add: async (changes) => (await clerk.post('/contract_cautions', body(changes))).data,
    messages: async (person = clerk) =>
      (await person.get('/contract_messages')).data.items.map((item: { message: string }) => item.message),
  }
}
