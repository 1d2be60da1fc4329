import type { Fen } from '@pianzhang/contract/money'
import type { FoundSubject } from '../../base/subjects/booked-subjects.ts'
import { type ReadCell, readAmount, readText, readWord } from '../../platform/sheet-import/cells.ts'
import type { Exported, SheetColumn } from '../../platform/sheet-import/columns.ts'
import type { FieldColumn } from '../../platform/sheet-import/fields.ts'
import type { Stored } from './estimates.ts'
import type { Line } from './lines.ts'

/** The project's subjects. `codes`: codes by number; `subjects`: what the rules need, by code. `stored`: estimates by code of their subject. */
export interface EstimateLookups {
  codes: ReadonlyMap<string, string>
  subjects: ReadonlyMap<string, FoundSubject>
  stored: ReadonlyMap<string, Stored>
}

type EstimateField = 'subject_three_code' | 'etc' | 'efc' | 'remark' | 'version'

/** A level-three subject as the export writes it. */
export type ExportedLine = Line & { one_name: string; two_name: string }

const readSubject: ReadCell<EstimateLookups> = readWord(({ codes }) => codes, '科目编号不存在')
/** An empty cell is no amount. */
const readOptional: ReadCell<EstimateLookups> = (cell, wrong) => {
  const text = readAmount(cell, wrong)
  return text === '' ? null : text
}
const readOptionalText: ReadCell<EstimateLookups> = (cell, wrong) => readText(cell, wrong) || null
const typedAs = (mode: Line['mode']) => (line: ExportedLine) => (line.mode === mode ? line.typed : null)
const figure = (title: string, value: (line: ExportedLine) => Fen) => ({
  title,
  kind: 'money' as const,
  width: 18,
  value,
})

/** The columns of the estimates' spreadsheet. An estimate by the rule has neither amount. */
export const COLUMNS = {
  subject_three_code: {
    title: '科目编号',
    required: true,
    width: 16,
    sample: '示例：24000101',
    read: readSubject,
    value: (line) => line.out_code,
    behind: [
      { title: '一级科目', width: 18, value: (line) => line.one_name },
      { title: '二级科目', width: 18, value: (line) => line.two_name },
      { title: '三级科目', width: 22, value: (line) => line.name },
      figure('现行预算', (line) => line.budget),
      figure('累计发生', (line) => line.spent),
      figure('合同未付', (line) => line.committed),
    ],
  },
  etc: {
    title: '预计尚需',
    width: 18,
    sample: '50,000.00',
    read: readOptional,
    kind: 'money',
    value: typedAs('etc'),
  },
  efc: {
    title: '预计总成本',
    width: 18,
    sample: '',
    read: readOptional,
    kind: 'money',
    value: typedAs('efc'),
  },
  remark: {
    title: '说明',
    width: 40,
    sample: '余料够用，只补木方',
    read: readText,
    value: (line) => line.remark,
  },
  // By which an import knows that a colleague has typed a newer one.
  version: {
    title: '版本',
    width: 8,
    sample: '',
    read: readOptionalText,
    kind: 'number',
    value: (line) => line.version,
  },
} satisfies Readonly<
  Record<EstimateField, SheetColumn & FieldColumn<EstimateLookups> & Exported<ExportedLine>>
>
