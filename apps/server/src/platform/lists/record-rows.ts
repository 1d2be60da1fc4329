import type { CellValue } from '@pianzhang/xlsx'
import type { RawBuilder } from 'kysely'
import { type Ask, readRows } from '../database/read-rows.ts'
import { type ExportContent, minuteOf } from '../files/export-file.ts'
import type { OpenedLink } from '../files/signed-file.ts'
import { companyNames } from './user-names.ts'

/** A row of an export with its creator's name and the minute of its creation. */
export type RecordRow<Row> = Row & { creator: string; created: string }

/**
 * The rows of an export of records. `findNames` reads names that many records share, once and in the same snapshot, which is
 * faster than a join.
 */
export const recordRows = <Row extends { creator_id: bigint; created_at: Date }, Names>(
  { services, project }: Pick<OpenedLink, 'services' | 'project'>,
  select: RawBuilder<Row>,
  cells: (record: RecordRow<Row>, names: Names) => CellValue[],
  findNames?: (ask: Ask) => Promise<Names>,
): ExportContent['rows'] =>
  async function* (slot) {
    let creators: ReadonlyMap<bigint, string> = new Map()
    let names: Names | undefined
    const lookUp = async (ask: Ask) => {
      creators = await companyNames(ask, project.id)
      names = await findNames?.(ask)
    }
    for await (const rows of readRows(slot, services.db, select, lookUp))
      yield rows.map((row) => {
        const creator = creators.get(row.creator_id) ?? ''
        // Adds to the row instead of copying it: an export may have a million.
        return cells(Object.assign(row, { creator, created: minuteOf(row.created_at) }), names as Names)
      })
  }
