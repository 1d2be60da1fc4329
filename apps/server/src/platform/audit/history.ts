import { historyApi } from '@pianzhang/contract/api/ledger'
import { changesOf } from '@pianzhang/contract/audit-changes'
import { COUNTED, type Snapshot } from '@pianzhang/contract/audit-logs'
import { formatInstant } from '@pianzhang/contract/calendar'
import {
  type HistoryQuery,
  historyQuery,
  type RecordHistory,
  recordHistory,
} from '@pianzhang/contract/history'
import { code } from '@pianzhang/contract/page'
import type { Model } from '@pianzhang/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { missing } from '../http/errors.ts'
import { inProject } from '../http/guard.ts'
import { type Input, type ProjectContext, type Route, read } from '../http/route.ts'
import { listPage } from '../lists/list-page.ts'

type Action = RecordHistory['items'][number]['action']

interface Entry {
  created_at: Date
  user_name: string
  action: Action
  before: Snapshot
  after: Snapshot
  complete: boolean
}

/** Bytes for both states of the entries of a page: with 20 entries, lines of states above 200 KB are only counted (`shortened.ts`). */
const PAGE_BYTES = 8_000_000

interface Records {
  resource: Extract<Model, 'contract' | 'cost_execution' | 'imprest'>
  /** A table with `code` and `import_id`. */
  table: 'contracts' | 'payments' | 'petty_cash'
}

/**
 * `GET <path>/:code/history`: who changed a record and what, from its entries in the operation log, for those who may read the record. `also`:
 * SQL for a further code, of an action on many records that has one entry for all of them; `k` is the record. The index is `audit_logs_records`.
 */
export const historyRoute = (
  path: string,
  { resource, table }: Records,
  also?: (projectId: bigint) => RawBuilder<unknown>,
): Route =>
  read(
    historyApi(path),
    {
      summary: 'Who changed the record, and what',
      access: inProject(resource, 'read'),
      params: z.object({ code }),
      query: historyQuery,
      answer: recordHistory,
    },
    async (db, context, { params, query }: Input<{ code: string }, HistoryQuery, unknown>) => {
      const projectId = context.project.id
      const { rows: found } = await sql<{ codes: (string | null)[] }>`
        select array[k.code, (select m.code from imports m where m.project_id = ${projectId} and m.id = k.import_id),
          ${also ? also(projectId) : sql`null`}] as codes
        from ${sql.table(table)} k where k.project_id = ${projectId} and k.code = ${params.code}`.execute(db)
      if (!found[0]) throw missing()
      const codes = found[0].codes.filter((one) => one !== null)
      return await historyOf(db, context, resource, params.code, codes, query)
    },
  )

async function historyOf(
  db: Db,
  { project }: ProjectContext,
  resource: Records['resource'],
  own: string,
  codes: readonly string[],
  query: HistoryQuery,
): Promise<RecordHistory> {
  const most = Math.floor(PAGE_BYTES / 2 / query.per_page)
  const { rows, count } = await listPage(
    db,
    {
      columns: sql<Entry>`a.created_at, a.user_name, a.action,
        ${shortened('before', most)} as before, ${shortened('after', most)} as after,
        coalesce(octet_length(a.before::text), 0) <= ${most}::int4
          and coalesce(octet_length(a.after::text), 0) <= ${most}::int4 as complete`,
      // The resource is a literal, as the index is partial.
      from: sql`audit_logs a where a.project_id = ${project.id} and a.resource = ${sql.lit(resource)}
        and a.code = any(${codes}) and (a.action in ('create', 'import', 'update')
          or (a.action = 'write_off' and a.after->'details' @> ${JSON.stringify([{ imprest: own }])}::jsonb))`,
      order: sql`a.id desc`,
    },
    query,
  )
  return {
    items: rows.map((entry) => ({
      created_at: formatInstant(entry.created_at),
      user_name: entry.user_name,
      action: entry.action,
      ...changed(resource, entry),
      complete: entry.action !== 'update' || entry.complete,
    })),
    listTotal: count,
  }
}

/** What an update changed; the state of another entry is of the whole record, or of many. */
function changed(resource: string, { action, before, after }: Entry) {
  if (action !== 'update' || !before || !after) return { changes: [], lines: [] }
  const { fields, lists } = changesOf({ resource, before, after })
  const wordsOf = (all: typeof fields) =>
    all.flatMap(({ label, state, before: old, after: now }) =>
      state === 'same' ? [] : [{ label, before: old, after: now }],
    )
  return {
    changes: wordsOf(fields),
    lines: lists.flatMap(({ lines }) =>
      lines.flatMap(({ title, state, fields: own }) =>
        state === 'same' ? [] : [{ title, state, changes: wordsOf(own) }],
      ),
    ),
  }
}

/**
 * `before` or `after` of an entry `a`. In a state of more than `most` bytes as JSON (a payment of a thousand lines) each list is replaced by the
 * number of its items, under `COUNTED`, so that the size of a page is bounded.
 */
export function shortened(state: 'before' | 'after', most: number): RawBuilder<unknown> {
  const fields = sql.ref(`a.${state}`)
  return sql`case when octet_length(${fields}::text) <= ${most}::int4 then ${fields} else (
    select jsonb_object_agg(f.key, case jsonb_typeof(f.value)
      when 'array' then jsonb_build_object(${COUNTED}::text, jsonb_array_length(f.value)) else f.value end)
    from jsonb_each(${fields}) f) end`
}
