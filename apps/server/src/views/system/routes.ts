import { systemApi } from '@pianzhang/contract/api/views'
import { JOB_LABELS, jobAnswer, jobParams, systemState as systemAnswer } from '@pianzhang/contract/system'
import { sql } from 'kysely'
import { audit } from '../../platform/audit/audit.ts'
import { missing } from '../../platform/http/errors.ts'
import { login } from '../../platform/http/guard.ts'
import { expectOperator } from '../../platform/http/operator.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { systemState } from './state.ts'

/** For whoever runs the server. */
export const systemRoutes: Route[] = [
  read(
    systemApi.state,
    {
      summary: 'State of the server, its database and storage; for its operator',
      access: login,
      answer: systemAnswer,
    },
    async (_db, context) => {
      expectOperator(context)
      return await systemState(context.services)
    },
  ),
  write(
    systemApi.retryJob,
    {
      summary: 'Lets a job that failed run again within a minute; for the operator',
      access: login,
      params: jobParams,
      answer: jobAnswer,
    },
    async (tx, context, { params: { name } }) => {
      expectOperator(context)
      const label = JOB_LABELS[name]
      // Not while it runs: its lease has a holder.
      const { rows } = await sql`update jobs set lease_until = null, ended_at = null
        where name = ${name} and holder is null and failures > 0 returning name`.execute(tx)
      if (label === undefined || rows.length === 0) throw missing()
      await audit(tx, context, {
        action: 'update',
        resource: 'system',
        code: name,
        label,
        after: { retried: label },
      })
      return { name }
    },
  ),
]
