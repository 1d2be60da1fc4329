import { budgetVersionApi } from '@pianzhang/contract/api/features'
import { budgetVersionExportQuery } from '@pianzhang/contract/budget-versions'
import { sql } from 'kysely'
import { readRows } from '../../platform/database/read-rows.ts'
import { minuteOf } from '../../platform/files/export-file.ts'
import { listExport } from '../../platform/lists/list-export.ts'
import { companyNames } from '../../platform/lists/user-names.ts'
import { versionConditions } from './filters.ts'
import { type VersionRow, versionColumns } from './versions.ts'

const text = (title: string, width: number) => ({ title, kind: 'text' as const, width })

/** The versions that match as a spreadsheet, the first first. */
export const versionExport = listExport({
  endpoint: budgetVersionApi.export,
  model: 'budget_version',
  summary: 'A spreadsheet of the versions of the budget',
  query: budgetVersionExportQuery,
  async prepare({ project, services }, filters) {
    const condition = await versionConditions(services.db, project.id, filters)
    const select = sql<VersionRow>`select ${versionColumns(project.id)} from budget_versions v where ${condition} order by v.no`
    return {
      name: '预算版本',
      columns: [
        text('版本', 10),
        text('版本名称', 24),
        // Not summed: each version is the whole budget.
        { title: '锁定时预算（元）', kind: 'money', width: 20 },
        text('状态', 10),
        text('锁定时间', 18),
        text('锁定人', 12),
        { title: '调剂（笔）', kind: 'number', width: 12 },
        text('解锁时间', 18),
        text('解锁人', 12),
        text('解锁原因', 40),
      ],
      async *rows(slot) {
        let names: ReadonlyMap<bigint, string> = new Map()
        const nameOf = (id: bigint | null) => (id === null ? null : (names.get(id) ?? ''))
        const lookUp = async (ask: Parameters<typeof companyNames>[0]) => {
          names = await companyNames(ask, project.id)
        }
        for await (const rows of readRows<VersionRow>(slot, services.db, select, lookUp))
          yield rows.map((row) => [
            `第${row.no}版`,
            row.name,
            row.amount,
            row.unlocked_at ? '已解锁' : '已锁定',
            minuteOf(row.locked_at),
            nameOf(row.creator_id),
            row.moves,
            row.unlocked_at && minuteOf(row.unlocked_at),
            nameOf(row.unlocker_id),
            row.unlock_reason,
          ])
      },
    }
  },
})
