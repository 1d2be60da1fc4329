import type { Caller, TestApp } from '../../harness/harness.ts'
import { type PaymentWorld, paymentWorld } from '../payments/helpers.ts'

/** A project with people, subjects, contracts and files. For tests. */
export interface PettyCashWorld
  extends Pick<PaymentWorld, 'project' | 'projectId' | 'companyId' | 'subject' | 'contract' | 'attachment'> {
  admin: Caller
  clerk: Caller
  reader: Caller
  body(changes?: Record<string, unknown>): Record<string, unknown>
  /** Creates a valid detail, with changes, and returns it. */
  add(changes?: Record<string, unknown>): Promise<{ code: string; version: number }>
  /** Marks details as written off, as a write-off does. */
  writeOff(...codes: string[]): Promise<void>
}

export async function pettyCashWorld(test: TestApp): Promise<PettyCashWorld> {
  const { admin, project, projectId, companyId, subject, contract, attachment } = await paymentWorld(test)
  const all = ['read', 'write', 'delete']
  const grants = { imprest: all, subject: all, contract: all }
  const clerk = (await test.person(companyId, grants, [project])).on(project)
  const reader = (await test.person(companyId, { imprest: ['read'] }, [project])).on(project)
  const { db } = test.services
  const body = (changes: Record<string, unknown> = {}) => ({
    pay_at: '2026-11-21',
    payer: '王某某',
    subject_three_code: subject('24000101'),
    pay_channel: '5',
    pay_amount: '100.00',
    ...changes,
  })
  return {
    ...{ admin, clerk, reader, project, projectId, companyId, subject, contract, attachment, body },
    add: async (changes) => (await clerk.post('/imprests', body(changes))).data,
    writeOff: async (...codes) => {
      const quantity = codes.length
      const { id } = await db
        .insertInto('write_offs')
        .values({
          project_id: projectId,
          code: crypto.randomUUID(),
          total_quantity: quantity,
          succeeded_quantity: quantity,
          amount: 0n,
          creator_id: admin.userId,
          created_at: test.services.clock(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .updateTable('petty_cash')
        .set({ write_off_id: id })
        .where('project_id', '=', projectId)
        .where('code', 'in', codes)
        .execute()
    },
  }
}
