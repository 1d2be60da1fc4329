import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'

/** A project with people who may do everything with contracts, or only read them. For tests. */
export interface ContractWorld {
  admin: Caller
  clerk: Caller
  reader: Caller
  project: string
  projectId: bigint
  companyId: bigint
  body(changes?: Record<string, unknown>): Record<string, unknown>
  /** Adds a contract, with changes, and returns it. */
  add(changes?: Record<string, unknown>): Promise<{ code: string; out_code: string; version: number }>
  attachment(kind?: 'png' | 'pdf' | 'xlsx' | 'xml'): Promise<string>
}

export async function contractWorld(test: TestApp): Promise<ContractWorld> {
  const { id, admin } = await test.company()
  const project = await newProject(admin)
  const all = ['read', 'write', 'delete']
  const clerk = (await test.person(id, { contract: all }, [project])).on(project)
  const reader = (await test.person(id, { contract: ['read'] }, [project])).on(project)
  const { db } = test.services
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('code', '=', project)
    .executeTakeFirstOrThrow()
  let made = 0
  const body = (changes: Record<string, unknown> = {}) => {
    made += 1
    return {
      out_code: `HT-${made}`,
      customer: '北京影视器材有限公司',
      id_number: '91110105MA01ABCD2X',
      sign_at: '2026-11-01',
      category: '2',
      amount: '100000.00',
      income_bank_name: '招商银行北京分行',
      income_bankcard_username: '北京影视器材有限公司',
      income_bankcard_account: '6225880212345678',
      remark: '摄影器材',
      ...changes,
    }
  }
  return {
    admin: admin.on(project),
    clerk,
    reader,
    project,
    projectId: row.id,
    companyId: id,
    body,
    add: async (changes) => (await clerk.post('/contracts', body(changes))).data,
    attachment: async (kind = 'pdf') => {
      made += 1
      const code = `scan-${row.id}-${made}`
      await db
        .insertInto('attachments')
        .values({
          project_id: row.id,
          code,
          file_name: `扫描件${made}.${kind}`,
          file_size: 10n,
          kind,
          storage_key: code,
          has_thumb: kind === 'png',
          creator_id: admin.userId,
          token_id: code,
          created_at: new Date(),
          unlinked_at: null,
        })
        .execute()
      return code
    },
  }
}
