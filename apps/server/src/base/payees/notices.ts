import type { AuditAction } from '@pianzhang/contract/audit-logs'
import { afterCommit, type Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'

/** After the commit, the open pages of the caller's project read payees again. Pages have a stream of their project, none of the company. */
export function announce(
  tx: Tx,
  { project, services, clientId }: PersonContext,
  action: Extract<AuditAction, 'create' | 'update' | 'delete'>,
): void {
  if (project)
    afterCommit(tx, () => services.notices.announce(project.id, [{ resource: 'payee', action }], clientId))
}
