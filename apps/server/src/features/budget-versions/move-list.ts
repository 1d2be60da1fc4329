import { budgetMoveApi } from '@pianzhang/contract/api/features'
import {
  type BudgetMove,
  type BudgetMoveList,
  type BudgetMoveQuery,
  budgetMoveExportQuery,
} from '@pianzhang/contract/budget-versions'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { moveNumber } from '../../books/cost-budgets/budget-lock.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { missing } from '../../platform/http/errors.ts'
import type { Input, ProjectContext } from '../../platform/http/route.ts'
import { createdOf } from '../../platform/lists/creation.ts'
import { listExport } from '../../platform/lists/list-export.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { recordRows } from '../../platform/lists/record-rows.ts'
import { moveConditions } from './filters.ts'
import { canOf } from './versions.ts'

/** A move with the names of its subjects and of its version. */
interface MoveRow {
  id: bigint
  code: string
  no: number
  version_name: string
  from_code: string
  from_out_code: string
  from_name: string
  to_code: string
  to_out_code: string
  to_name: string
  amount: bigint
  reason: string
  moved_at: string
  from_line: bigint
  to_line: bigint
  creator_id: bigint
  created_at: Date
  /** Whether it is the last move of the locked version. */
  is_last: boolean
}

const columns = (projectId: bigint) => sql<MoveRow>`m.id, m.code, m.no, v.name as version_name,
  f.code as from_code, f.out_code as from_out_code, f.name as from_name, t.code as to_code, t.out_code as to_out_code, t.name as to_name,
  m.amount, m.reason, m.moved_at, m.from_line, m.to_line, m.creator_id, m.created_at,
  v.unlocked_at is null and not exists (
    select 1 from budget_moves n where n.project_id = ${projectId} and n.no > m.no) as is_last`
const moves = (projectId: bigint): RawBuilder<unknown> => sql`budget_moves m
  join budget_versions v on v.project_id = ${projectId} and v.id = m.version_id
  join subjects f on f.project_id = ${projectId} and f.id = m.from_id
  join subjects t on t.project_id = ${projectId} and t.id = m.to_id`

export async function moveAnswers(
  db: Db | Tx,
  context: ProjectContext,
  rows: readonly MoveRow[],
): Promise<BudgetMove[]> {
  const created = await createdOf(db, context, rows)
  return rows.map((row) => ({
    code: row.code,
    number: moveNumber(row.no),
    version_name: row.version_name,
    from: { code: row.from_code, out_code: row.from_out_code, name: row.from_name },
    to: { code: row.to_code, out_code: row.to_out_code, name: row.to_name },
    amount_yuan: yuan(row.amount),
    reason: row.reason,
    moved_at: row.moved_at,
    ...created(row),
    can: { delete: row.is_last && canOf(context).delete },
  }))
}

export async function loadMove(db: Db | Tx, projectId: bigint, code: string): Promise<MoveRow> {
  const { rows } = await sql<MoveRow>`select ${columns(projectId)} from ${moves(projectId)}
    where m.project_id = ${projectId} and m.code = ${code}`.execute(db)
  if (!rows[0]) throw missing()
  return rows[0]
}

/** The moves that match, the last first, and their sum. */
export async function listMoves(
  db: Db,
  context: ProjectContext,
  { query }: Input<unknown, BudgetMoveQuery, unknown>,
): Promise<BudgetMoveList> {
  const projectId = context.project.id
  const { rows, count, sums } = await listPage(
    db,
    {
      columns: columns(projectId),
      from: sql`${moves(projectId)} where ${moveConditions(projectId, query)}`,
      order: sql`m.no desc`,
      sums: sql<{ total: bigint }>`coalesce(sum(m.amount), 0) as total`,
    },
    query,
  )
  return {
    items: await moveAnswers(db, context, rows),
    listTotal: count,
    total_amount_yuan: yuan(sums.total),
    can: canOf(context),
  }
}

/** The moves that match as a spreadsheet, oldest first. */
export const moveExport = listExport({
  endpoint: budgetMoveApi.export,
  model: 'budget_version',
  summary: 'A spreadsheet of the moves',
  query: budgetMoveExportQuery,
  async prepare(link, filters) {
    const projectId = link.project.id
    const column = (title: string, width: number) => ({ title, kind: 'text' as const, width })
    return {
      name: '预算调剂',
      columns: [
        column('调剂编号', 12),
        column('调剂日期', 12),
        column('调出科目', 28),
        column('调入科目', 28),
        { title: '金额（元）', kind: 'money', summed: true, width: 18 },
        column('调剂原因', 40),
        column('预算版本', 18),
        column('创建人', 12),
        column('创建时间', 18),
      ],
      rows: recordRows(
        link,
        sql<MoveRow>`select ${columns(projectId)} from ${moves(projectId)}
          where ${moveConditions(projectId, filters)} order by m.no`,
        (row) => [
          moveNumber(row.no),
          row.moved_at,
          `${row.from_out_code} ${row.from_name}`,
          `${row.to_out_code} ${row.to_name}`,
          row.amount,
          row.reason,
          row.version_name,
          row.creator,
          row.created,
        ],
      ),
    }
  },
})
