import { audit } from '../../platform/audit/audit.ts'
import { afterCommit, inTransaction } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { operatorActor } from './create.ts'

/** Adds `quota` projects to a company's grant; returns the total quota. Throws if there is no such company. */
export async function grantQuota(services: Services, code: string, quota: number): Promise<number> {
  return await inTransaction(services.db, async (tx) => {
    const company = await tx
      .updateTable('companies')
      .set((eb) => ({ granted_count: eb('granted_count', '+', quota) }))
      .where('code', '=', code)
      .returning(['id', 'name', 'granted_count', 'buy_count'])
      .executeTakeFirst()
    if (!company) throw new Error(`没有编码为 ${code} 的公司`)
    const after = {
      granted_count: company.granted_count,
      total_count: company.granted_count + company.buy_count,
    }
    await audit(tx, operatorActor(services, company.id), {
      action: 'update',
      resource: 'company',
      code,
      label: company.name,
      after,
    })
    return after.total_count
  })
}

/** Stops or resumes a company: while stopped, every call of its people answers 503. Stopping ends their open event streams. */
export async function setStopped(services: Services, code: string, stopped: boolean): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const company = await tx
      .updateTable('companies')
      .set({ stopped_at: stopped ? services.clock() : null })
      .where('code', '=', code)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!company) throw new Error(`没有编码为 ${code} 的公司`)
    await audit(tx, operatorActor(services, company.id), {
      action: 'update',
      resource: 'company',
      code,
      label: company.name,
      after: { stopped },
    })
    // The notice makes open streams check their session (`watch-rights.ts`). Its resource is `user`, as companies have no change events.
    if (stopped)
      afterCommit(tx, () =>
        services.notices.announceOfCompany(company.id, [{ resource: 'user', action: 'update' }]),
      )
  })
}
