import { auditLogApi } from '@pianzhang/contract/api/views'
import { type Change, changesOf, type LineChange } from '@pianzhang/contract/audit-changes'
import type { Snapshot } from '@pianzhang/contract/audit-logs'
import {
  AUDIT_ACTIONS,
  AUDIT_RESOURCES,
  auditLogExportBody,
  auditLogExportQuery,
  recordText,
} from '@pianzhang/contract/audit-logs'
import { formatInstant } from '@pianzhang/contract/calendar'
import { fileAnswer } from '@pianzhang/contract/imports'
import type { CellValue, OutColumn } from '@pianzhang/xlsx'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { readRows } from '../../platform/database/read-rows.ts'
import { filtersOf, packFilters, sendExport } from '../../platform/files/export-file.ts'
import type { ExportSlot } from '../../platform/files/export-slot.ts'
import { checkCreator } from '../../platform/files/link-creator.ts'
import { checkLink, signLink } from '../../platform/files/links.ts'
import { LINK_MS } from '../../platform/files/signed-file.ts'
import { Failure, missing } from '../../platform/http/errors.ts'
import { inCompany, open } from '../../platform/http/guard.ts'
import { MANAGER, read } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { conditions, NEWEST_FIRST, visibleTo } from './list.ts'
import { type LogRow, logColumns, recordOf } from './load.ts'

type Side = 'before' | 'after'

/** The states of an entry as the texts of two cells, one line per field; for an update only the fields that it changed. */
function stateTexts(entry: { resource: string; before: Snapshot; after: Snapshot }): {
  beforeText: string
  afterText: string
} {
  const { fields, lists } = changesOf(entry)
  const changed = fields.filter(({ state }) => state !== 'same')
  const textOf = (side: Side) =>
    [
      ...changed.flatMap((field) => (field[side] === '' ? [] : [`${field.label}：${field[side]}`])),
      ...lists.flatMap(({ label, lines }) => lines.flatMap((line) => lineText(label, line, side))),
    ].join('\n')
  return { beforeText: textOf('before'), afterText: textOf('after') }
}

function lineText(label: string, { title, fields, state }: LineChange, side: Side): string[] {
  if (state === (side === 'before' ? 'added' : 'removed')) return []
  const shown = fields.filter((field: Change) => field[side] !== '')
  return [`${label} ${title}：${shown.map((field) => `${field.label} ${field[side]}`).join('，')}`]
}

const FILE = `${MANAGER}/audit_logs/export/file`
/** A cell holds 32,767 characters; in a state of more bytes than this the lists are only counted. */
const STATE_LENGTH = 30_000
/** Entries per batch. With two states of `STATE_LENGTH` each, a batch has 12 MB. */
const BATCH = 200

export const auditLogExport = read(
  auditLogApi.export,
  {
    summary: 'A spreadsheet of the entries that match',
    access: inCompany('audit_log', 'export'),
    query: auditLogExportQuery,
    body: auditLogExportBody,
    answer: fileAnswer,
  },
  async (_db, { services, userCode, baseUrl }, { query, body }) => {
    const link = { by: userCode, filters: packFilters({ query, body }) }
    return { file_url: baseUrl + signLink(services, FILE, link, LINK_MS) }
  },
)

/** The file behind the link. It has the entries that the link's creator may see when the link is opened, and is read while it is sent. */
export function registerAuditLogFile(app: FastifyInstance, services: Services): void {
  const summary = 'A spreadsheet of the entries that match, by its signed address'
  app.get(
    FILE,
    // No HEAD route: it would read all rows only to discard them.
    { exposeHeadRoute: false, config: { route: { access: open, summary }, bulk: true } },
    async (request, reply) => {
      const { db } = services
      const { query } = checkLink(services, FILE, request.query)
      const person = await creatorOf(db, query.by ?? '')
      await checkCreator(db, { ...person, code: query.by ?? '' }, auditLogExport.access)
      const where = conditions(await visibleTo(db, person), auditLogExportQuery.parse(filtersOf({ query })))
      const select = sql<LogRow>`select ${logColumns(STATE_LENGTH)}
        from audit_logs a left join projects p on p.id = a.project_id where ${where} order by ${NEWEST_FIRST}`
      const owner = { person: query.by ?? '', company: String(person.companyId) }
      return await sendExport({ services, reply, owner }, person.companyName, {
        name: '操作日志',
        columns: COLUMNS.map(([column]) => column),
        rows: (slot) => entries(db, slot, select),
      })
    },
  )
}

/** The creator of the link. Throws 404 if the account was deleted or disabled since, 503 if the company was stopped. */
async function creatorOf(db: Db, code: string) {
  const person = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select([
      'u.id as userId',
      'u.is_super as isSuper',
      'c.id as companyId',
      'c.name as companyName',
      'c.stopped_at',
    ])
    .where('u.code', '=', code)
    .where('u.deleted_at', 'is', null)
    .where('u.disabled', '=', false)
    .executeTakeFirst()
  if (!person) throw missing()
  if (person.stopped_at) throw new Failure('stopped')
  return person
}

async function* entries(db: Db, slot: ExportSlot, select: RawBuilder<LogRow>): AsyncGenerator<CellValue[][]> {
  for await (const rows of readRows(slot, db, select, undefined, BATCH))
    yield rows.map((row) => {
      const exported = { ...row, ...stateTexts(row) }
      return COLUMNS.map(([, value]) => value(exported))
    })
}

type Exported = LogRow & ReturnType<typeof stateTexts>

const ACTIONS: Readonly<Record<string, string>> = AUDIT_ACTIONS
const RESOURCES = new Map<string, string>(AUDIT_RESOURCES.map(({ value, label }) => [value, label]))

const text = (title: string, width: number): OutColumn => ({ title, kind: 'text', width })

const COLUMNS: readonly (readonly [OutColumn, (row: Exported) => CellValue])[] = [
  [
    { title: '时间', kind: 'second', width: 20 },
    ({ created_at }) => formatInstant(created_at).slice(0, 19).replace('T', ' '),
  ],
  [text('操作人', 14), ({ user_name }) => user_name],
  [text('操作', 14), ({ action }) => ACTIONS[action] ?? action],
  [text('资源', 12), ({ resource }) => RESOURCES.get(resource) ?? resource],
  [text('项目', 24), ({ project_name }) => project_name],
  [text('对象', 40), (row) => recordText(recordOf(row))],
  [text('来源地址', 16), ({ address }) => address],
  [text('变更前', 50), ({ beforeText }) => beforeText],
  [text('变更后', 50), ({ afterText }) => afterText],
]
