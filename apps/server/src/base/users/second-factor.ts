import type { Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import { refused } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { removeFactor } from '../sessions/second-factor/codes.ts'
import { openUser, targetOf } from './load.ts'
import { checkReset } from './rules.ts'

/** Takes an account's two-step verification away, as for a lost phone, and ends its sessions. Who may set its password may do so. */
export async function takeSecondFactor(
  tx: Tx,
  caller: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const { context, user } = await openUser(tx, caller, params.code, 'write')
  checkReset(context, targetOf(user))
  if (!user.row.second_factor) throw refused('该账号没有开启两步验证')
  await removeFactor(tx, context, user.row)
  await endSessions(tx, [user.row.id], context.now)
  return {}
}
