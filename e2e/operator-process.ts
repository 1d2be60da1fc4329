import { connect } from '../apps/server/src/operator/commands/connect.ts'
import { inTransaction } from '../apps/server/src/platform/database/database.ts'
import type { ProjectContext } from '../apps/server/src/platform/http/route.ts'
import { notify, settle } from '../apps/server/src/platform/notifications.ts'
import { COMMANDS } from '../apps/server/src/start/commands.ts'
import type { Asked, Sent, Told } from './operator.ts'

// Run by operator.ts with the settings of a running server: does what it is asked for until the channel is closed.
const connection = await connect('running', () => undefined)
const { services } = connection

async function answer(asked: Asked): Promise<Record<string, unknown>> {
  if ('sent' in asked) return send(asked.sent)
  const command = COMMANDS.find(({ name }) => name === asked.command)
  if (!command) throw new Error(`no command ${asked.command}`)
  const { data } = await command.run(connection, asked.options)
  return data
}

/** Sends notices as a module does in the transaction of its write. */
async function send({ phone, project, notices, settled }: Sent): Promise<Record<string, unknown>> {
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
  return {}
}

const tell = (told: Told) => process.send?.(told)
process.on('message', (asked: Asked) =>
  answer(asked).then(
    (data) => tell({ data }),
    (error: unknown) => tell({ error: String(error) }),
  ),
)
process.once('disconnect', () => void connection.close())
