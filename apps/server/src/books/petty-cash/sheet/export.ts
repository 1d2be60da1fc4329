import { pettyCashApi } from '@pianzhang/contract/api/books'
import { pettyCashExportQuery } from '@pianzhang/contract/petty-cash'
import { sql } from 'kysely'
import { allSubjects } from '../../../base/subjects/booked-subjects.ts'
import { minuteOf } from '../../../platform/files/export-file.ts'
import { listExport } from '../../../platform/lists/list-export.ts'
import { recordRows } from '../../../platform/lists/record-rows.ts'
import { exportColumns } from '../../../platform/sheet-import/columns.ts'
import { conditions, orderOf } from '../list.ts'
import { pettyCashColumns } from '../load.ts'
import { COLUMNS, type PettyCashExportRow as Row } from './columns.ts'

/** Exports every detail of the list, in the list's order. */
export const pettyCashExport = listExport({
  endpoint: pettyCashApi.export,
  model: 'imprest',
  summary: 'A spreadsheet of the petty cash details that match',
  query: pettyCashExportQuery,
  async prepare(link, filters) {
    const { project } = link
    const { columns, cells } = exportColumns(COLUMNS)
    const select = sql<Row>`
      select ${pettyCashColumns(project.id)},
        (select k.out_code from contracts k where k.project_id = ${project.id} and k.id = e.contract_id) as contract,
        (select k.customer from contracts k where k.project_id = ${project.id} and k.id = e.contract_id) as customer,
        (select count(*)::int4 from petty_cash_attachments l
          where l.project_id = ${project.id} and l.petty_cash_id = e.id) as vouchers
      from petty_cash e where ${conditions(project.id, filters)} order by ${orderOf(filters)}`
    return {
      name: '备用金明细',
      columns: [{ title: '明细编号', kind: 'text', width: 20 }, ...columns],
      rows: recordRows(
        link,
        select,
        (row, subjects) => {
          const subject = subjects.get(row.subject_id)
          const written_off = row.write_off_at ? minuteOf(row.write_off_at) : ''
          return [row.code, ...cells({ ...row, subject, written_off })]
        },
        allSubjects(project.id),
      ),
    }
  },
})
