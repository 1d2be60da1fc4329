import { imprestExportQuery } from '@pianzhang/contract/imprests'
import type { CellValue } from '@pianzhang/xlsx'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { type Ask, readRows } from '../../../platform/database/read-rows.ts'
import { minuteOf } from '../../../platform/files/export-file.ts'
import type { ExportSlot } from '../../../platform/files/export-slot.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { companyNames } from '../../../platform/lists/user-names.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { type BookedSubject, bookedSubjects } from '../../subjects/booked.ts'
import { conditions, orderOf } from '../filters.ts'
import { imprestColumns } from '../load.ts'
import { COLUMNS, type ExportedImprest, type ImprestExportRow as Row } from './columns.ts'

/** Exports every detail of the list, in its order. */
export const imprestExport = listExport({
  path: '/imprests/export',
  model: 'imprest',
  summary: 'A spreadsheet of the petty cash details that match',
  query: imprestExportQuery,
  async prepare({ services, project }, filters) {
    const { columns, cells } = exportColumns(COLUMNS)
    const select = sql<Row>`
      select ${imprestColumns(project.id)},
        (select k.out_code from contracts k where k.project_id = ${project.id} and k.id = e.contract_id) as contract,
        (select k.customer from contracts k where k.project_id = ${project.id} and k.id = e.contract_id) as customer,
        (select count(*)::int4 from imprest_attachments l
          where l.project_id = ${project.id} and l.imprest_id = e.id) as vouchers
      from imprests e where ${conditions(project.id, filters)} order by ${orderOf(filters)}`
    return {
      name: '备用金明细',
      columns: [{ title: '明细编号', kind: 'text', width: 20 }, ...columns],
      rows: (slot) =>
        imprests(services.db, slot, project.id, select, (imprest) => [imprest.code, ...cells(imprest)]),
    }
  },
})

async function* imprests(
  db: Db,
  slot: ExportSlot,
  projectId: bigint,
  select: RawBuilder<Row>,
  cells: (imprest: ExportedImprest) => CellValue[],
): AsyncGenerator<CellValue[][]> {
  let creators: ReadonlyMap<bigint, string> = new Map()
  let subjects: ReadonlyMap<bigint, BookedSubject> = new Map()
  const lookUp = async (ask: Ask) => {
    creators = await companyNames(ask, projectId)
    subjects = new Map((await ask(bookedSubjects(projectId))).map((row) => [row.id, row]))
  }
  for await (const rows of readRows(slot, db, select, lookUp))
    yield rows.map((row) =>
      cells({
        ...row,
        subject: subjects.get(row.subject_id),
        written_off: row.write_off_at ? minuteOf(row.write_off_at) : '',
        creator: creators.get(row.creator_id) ?? '',
        created: minuteOf(row.created_at),
      }),
    )
}
