export { breathing } from './breathing.ts'
export type { CellFault, SheetCell } from './cells.ts'
export { SheetError, type SheetReason } from './errors.ts'
export { SHEET_LIMITS, type SheetLimits } from './limits.ts'
export { countRows, readHeads, readSheet, type SheetHead } from './read.ts'
export type { SheetRow } from './rows.ts'
export {
  type CellValue,
  type Choices,
  type ColumnKind,
  type OutColumn,
  type Outline,
  type OutSheet,
  writeSheet,
} from './write.ts'
export { columnName } from './write-cells.ts'
