import { fileURLToPath } from 'node:url'
import { notify, settle } from '../apps/server/src/modules/notifications/notify.ts'
import { connect } from '../apps/server/src/operator/commands/connect.ts'
import { inTransaction } from '../apps/server/src/platform/database/database.ts'
import type { ProjectContext } from '../apps/server/src/platform/http/route.ts'
import type { Sent } from './notices.ts'

// Run by notices.ts with the settings of a running server: what a module does in the transaction of its write.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { phone, project, notices, settled } = JSON.parse(process.argv[2] ?? '') as Sent
  const { services, close } = await connect('running')
  const { db } = services
  const found = await db
    .selectFrom('projects')
    .select(['id', 'company_id'])
    .where('code', '=', project)
    .executeTakeFirstOrThrow()
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  const context = {
    services,
    now: new Date(),
    companyId: found.company_id,
    project: found,
  } as unknown as ProjectContext
  await inTransaction(db, async (tx) => {
    await notify(
      tx,
      context,
      notices.map((notice) => ({ userId, kind: 'waiting' as const, ...notice })),
    )
    if (settled !== undefined) await settle(tx, context, settled)
  })
  await close()
}
