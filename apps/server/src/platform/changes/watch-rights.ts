import { isUnchanged } from '../http/guard.ts'
import type { PersonContext } from '../http/route.ts'

/**
 * Calls `end` when a change of the company's accounts or roles has ended the person's session or changed what they may do. An open event
 * stream would otherwise keep the rights it began with; the page reconnects and reads its profile again. Returns a function that stops watching.
 */
export async function watchRights(context: PersonContext, end: () => void): Promise<() => void> {
  const { db, changes, clock } = context.services
  let running = Promise.resolve()
  const check = async () => {
    if (!(await isUnchanged(db, context, clock()).catch(() => false))) end()
  }
  const checkNext = () => {
    running = running.then(check)
  }
  const stop = await changes.listenToCompany(
    context.companyId,
    ({ resource }) => {
      if (resource === 'user' || resource === 'role') checkNext()
    },
    end,
  )
  // The rights may have changed since the request's guard read them.
  checkNext()
  return stop
}
