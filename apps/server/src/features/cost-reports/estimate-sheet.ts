import { costReportApi } from '@pianzhang/contract/api/features'
import { estimateRow } from '@pianzhang/contract/cost-report'
import { noQuery } from '@pianzhang/contract/dashboard'
import type { FieldError } from '@pianzhang/contract/errors'
import type { Fen } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import {
  findSubjects,
  subjectFault,
  subjectLookups,
  subjectSheet,
  subjectsById,
} from '../../base/subjects/booked-subjects.ts'
import { audit } from '../../platform/audit/audit.ts'
import { ChangedMeanwhile, type Db, type Tx } from '../../platform/database/database.ts'
import { readRows } from '../../platform/database/read-rows.ts'
import type { JobContext } from '../../platform/files/file-jobs.ts'
import { inProject } from '../../platform/http/guard.ts'
import { listExport } from '../../platform/lists/list-export.ts'
import type { Owner } from '../../platform/lists/records.ts'
import { exportColumns } from '../../platform/sheet-import/columns.ts'
import { chunkWriter, flatRules } from '../../platform/sheet-import/flat.ts'
import { sheetJobs } from '../../platform/sheet-import/jobs.ts'
import type { LedgerSheet } from '../../platform/sheet-import/ledger.ts'
import { COLUMNS, type EstimateLookups, type ExportedLine } from './estimate-columns.ts'
import {
  estimateEntry,
  lockEstimates,
  NEW,
  type Stored,
  sameTyped,
  type Typed,
  writeEstimates,
} from './estimates.ts'
import { reportLines, scopeOf } from './lines.ts'
import { dayOf } from './report.ts'

interface Row {
  subject_three_code: string
  etc: Fen | null
  efc: Fen | null
  remark: string
  version: number | null
}

const typedOf = ({ etc, efc, remark }: Pick<Row, 'etc' | 'efc' | 'remark'>): Typed => ({
  mode: etc !== null ? 'etc' : efc !== null ? 'efc' : 'auto',
  amount: etc ?? efc,
  remark,
})

/** Whether a row would replace an estimate that is newer than the row. One without a version is of no export, and may replace any. */
const isOlder = (version: number | null, given: Typed, stored: Stored): boolean =>
  version !== null && version !== stored.version && !sameTyped(given, stored)

/** The estimates as they are stored, by code of their subject. */
async function loadStored(db: Db, projectId: bigint): Promise<ReadonlyMap<string, Stored>> {
  const rows = await db
    .selectFrom('cost_estimates as e')
    .innerJoin('subjects as s', (join) =>
      join.onRef('s.id', '=', 'e.subject_id').on('s.project_id', '=', projectId),
    )
    .select(['s.code', 'e.mode', 'e.amount', 'e.remark', 'e.version'])
    .where('e.project_id', '=', projectId)
    .execute()
  return new Map(rows.map(({ code, ...stored }) => [code, stored]))
}

/** A spreadsheet of estimates: each row replaces the estimate of its subject, unless it says the same. */
export const estimateSheet: LedgerSheet<keyof typeof COLUMNS, Row> = {
  source: import.meta.url,
  path: `${costReportApi.base}/estimates`,
  resource: 'cost_report',
  table: 'cost_estimates',
  unit: '个科目',
  title: '成本预计',
  records: 'estimates',
  access: inProject('cost_report', 'write'),
  columns: COLUMNS,
  alike: [
    {
      keyOf: ({ subject_three_code, version }) => (version === null ? { name: subject_three_code } : null),
      existing: (projectId) => sql`select null as code, s.code as name from cost_estimates e
        join subjects s on s.project_id = ${projectId} and s.id = e.subject_id
        where e.project_id = ${projectId} and (e.mode <> 'auto' or e.remark <> '')`,
      text: (own, _, rows) => `${own} 个科目已有录入的预计或说明，导入后以文件为准（${rows}）`,
    },
  ],
  loadRules: async (db, projectId) => {
    const lookups: EstimateLookups = {
      ...(await subjectLookups(db, projectId)),
      stored: await loadStored(db, projectId),
    }
    const lines = new Map<string, number>()
    return flatRules({ columns: COLUMNS, shape: estimateRow, lookups }, (row, line) => {
      const problems: FieldError[] = []
      const { subject_three_code: code, etc, efc, remark, version } = row
      const fault = code === undefined ? undefined : subjectFault(lookups.subjects.get(code))
      if (fault !== undefined) problems.push({ field: 'subject_three_code', message: fault })
      const first = code === undefined ? undefined : lines.get(code)
      if (first !== undefined)
        problems.push({ field: 'subject_three_code', message: `与第${first}行的科目重复` })
      else if (code !== undefined) lines.set(code, line)
      // Not by truth: nought is an amount.
      if (etc != null && efc != null)
        problems.push({ field: 'efc', message: '预计尚需与预计总成本只能填写一个' })
      else if (
        code !== undefined &&
        etc !== undefined &&
        efc !== undefined &&
        remark !== undefined &&
        version !== undefined
      ) {
        const stored = lookups.stored.get(code) ?? NEW
        if (isOlder(version, typedOf({ etc, efc, remark }), stored))
          problems.push({ field: 'version', message: '导出后该科目的预计又有修改，请重新导出后再改' })
      }
      return { problems, day: undefined, amount: etc ?? efc ?? undefined }
    })
  },
  openWriter: async ({ tx, client, context, ...owner }) =>
    chunkWriter({ tx, client }, (rows) => writeRows(tx, context, owner, rows)),
  loadChoices: async (db, projectId) => ({ options: {}, lookup: await subjectSheet(db, projectId) }),
}

/** Writes the rows that differ from what is stored, each logged as if it were typed on the page. */
async function writeRows(tx: Tx, context: JobContext, owner: Owner, rows: readonly Row[]): Promise<void> {
  const subjects = await findSubjects(
    tx,
    owner.projectId,
    rows.map(({ subject_three_code }) => subject_three_code),
  )
  const given = rows.map((row) => {
    const subject = subjects.get(row.subject_three_code)
    if (!subject) throw new ChangedMeanwhile('a subject of the spreadsheet')
    return { ...typedOf(row), file_version: row.version, subject_id: subject.id }
  })
  const idsOf = (some: typeof given) => some.map(({ subject_id }) => subject_id)
  const typed = given.filter((one) => !sameTyped(one, NEW))
  const locked = await lockEstimates(tx, owner, idsOf(given), idsOf(typed))
  const stored = new Map(locked.map((one) => [one.subject_id, one]))
  const changed = given.filter((one) => !sameTyped(one, stored.get(one.subject_id) ?? NEW))
  if (changed.length === 0) return
  if (changed.some((one) => isOlder(one.file_version, one, stored.get(one.subject_id) ?? NEW)))
    throw new ChangedMeanwhile('an estimate of the spreadsheet')
  await writeEstimates(tx, owner, owner, changed)
  const named = await subjectsById(tx, owner.projectId, idsOf(changed))
  const entries = changed.flatMap((one) => {
    const subject = named.get(one.subject_id)
    const before = stored.get(one.subject_id) ?? NEW
    return subject ? estimateEntry({ ...subject, name: subject.three_name }, before, one) : []
  })
  await audit(tx, context, ...entries)
}

export const JOBS = sheetJobs(estimateSheet)

/** The estimates of all subjects with figures, to be edited and imported again. */
export const estimateExport = listExport({
  endpoint: costReportApi.exportEstimates,
  model: 'cost_report',
  summary: 'The estimates as a spreadsheet, which can be imported again',
  query: noQuery,
  async prepare({ project, services }) {
    const { columns, cells } = exportColumns<ExportedLine>(COLUMNS)
    const scope = await scopeOf(services.db, {
      projectId: project.id,
      asOf: dayOf(undefined, services.clock()),
      later: true,
    })
    const select = sql<ExportedLine>`
      with ${reportLines(scope)}
      select l.*, one.name as one_name, two.name as two_name from line l
      join subjects one on one.project_id = ${project.id} and one.id = l.one_id
      join subjects two on two.project_id = ${project.id} and two.id = l.two_id
      where l.id <> 0 order by l.out_code`
    return {
      name: '成本预计',
      columns,
      async *rows(slot) {
        for await (const rows of readRows<ExportedLine>(slot, services.db, select))
          yield rows.map((line) => cells(line))
      },
    }
  },
})
