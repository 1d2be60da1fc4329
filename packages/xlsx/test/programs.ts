/** What tells the files of one program from those of others. */
export interface Program {
  name: string
  /** Where texts stand: in the table of the workbook, in the cell, or as the result of a formula. */
  texts: readonly ('shared' | 'inline' | 'result')[]
  /** How days are stored: as serial numbers under one of these formats (an id or a code), or as ISO 8601 text (`t="d"`). */
  days: readonly (number | string | 'iso')[]
  /** What the file says about its size. */
  dimension: 'right' | 'wrong' | 'none'
  /** Whether rows and cells say where they stand. */
  places: boolean
  /** Whether a number says that it is one. */
  typed: boolean
  prefix?: 'x'
  strict?: true
  absolute?: true
  /** The zip is written as a stream, without sizes before the data. */
  streamed?: true
  /** Attributes of a row. */
  row?: string
  /** Elements before `<sheetData>`. */
  before?: string
  /** Namespaces that a program declares, and says may be ignored. */
  ignorable?: true
  /** Blank cells and rows with a style behind the table. */
  blanks?: true
}

const ISO_DAY = 'yyyy\\-mm\\-dd'
const CHINESE_DAY = 'yyyy"年"m"月"d"日";@'
const POI_DAY = 'yyyy-mm-dd'

export const PROGRAMS: readonly Program[] = [
  {
    ...{
      name: 'Excel',
      texts: ['shared'],
      days: [14, 31, 57, 22, '[$-804]yyyy/m/d;@', CHINESE_DAY, ISO_DAY],
    },
    ...{ dimension: 'right', places: true, typed: false, ignorable: true },
    row: ' spans="1:14" x14ac:dyDescent="0.2"',
    before:
      '<sheetFormatPr defaultRowHeight="14.25" x14ac:dyDescent="0.2"/><cols><col min="1" max="3" width="12.5" customWidth="1"/><col min="9" max="9" width="0" hidden="1" customWidth="1"/></cols>',
  },
  {
    ...{ name: 'Excel, strict', texts: ['shared', 'inline'], days: ['iso', 14], dimension: 'right' },
    ...{ places: true, typed: false, strict: true },
  },
  {
    ...{ name: 'WPS', texts: ['shared'], days: [14, 31, 58, 'yyyy/m/d', CHINESE_DAY, 'yyyy"-"mm"-"dd'] },
    ...{ dimension: 'right', places: true, typed: false, blanks: true },
    row: ' ht="18" customHeight="1" spans="1:14"',
    before: '<sheetFormatPr defaultColWidth="9" defaultRowHeight="13.5"/>',
  },
  {
    ...{ name: 'LibreOffice', texts: ['shared'], days: [ISO_DAY, 'mm/dd/yy', '[$-804]yyyy"年"m"月"d"日"'] },
    ...{ dimension: 'right', places: true, typed: true },
    row: ' customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"',
    before:
      '<sheetFormatPr defaultColWidth="11.53515625" defaultRowHeight="12.8" zeroHeight="false" outlineLevelRow="0" outlineLevelCol="0"/>',
  },
  {
    ...{ name: 'Numbers', texts: ['shared'], days: ['yyyy"年"m"月"d"日"', 'yyyy/m/d'], dimension: 'right' },
    ...{ places: true, typed: false, blanks: true },
    row: ' ht="20.05" customHeight="1"',
    before: '<sheetFormatPr defaultColWidth="16.3333" defaultRowHeight="19.9" customHeight="1"/>',
  },
  {
    ...{ name: 'Google', texts: ['shared'], days: ['yyyy"-"m"-"d', 'm/d/yyyy', 'yyyy/mm/dd'] },
    ...{ dimension: 'none', places: true, typed: false, blanks: true },
    row: ' ht="15.75" customHeight="1"',
    before: '<sheetFormatPr customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/>',
  },
  {
    ...{ name: 'openpyxl', texts: ['shared', 'inline'], days: [ISO_DAY, 'yyyy-mm-dd h:mm:ss', 'iso'] },
    ...{ dimension: 'right', places: true, typed: true, absolute: true },
    before: '<sheetFormatPr baseColWidth="8" defaultRowHeight="15"/>',
  },
  {
    ...{ name: 'xlsxwriter', texts: ['shared'], days: [14, 'yyyy/mm/dd', 'dd/mm/yyyy'], dimension: 'right' },
    ...{ places: true, typed: false },
    row: ' spans="1:14"',
  },
  {
    ...{ name: 'EasyExcel', texts: ['inline'], days: ['yyyy-MM-dd HH:mm:ss', POI_DAY], dimension: 'wrong' },
    ...{ places: true, typed: true, streamed: true },
  },
  {
    ...{ name: 'POI', texts: ['shared'], days: [14, POI_DAY, 'yyyy/MM/dd'], dimension: 'right' },
    ...{ places: true, typed: true },
  },
  {
    ...{ name: 'NPOI', texts: ['shared', 'inline'], days: ['yyyy年m月d日', 14], dimension: 'wrong' },
    ...{ places: true, typed: true },
  },
  {
    ...{
      name: 'SheetJS',
      texts: ['result', 'shared'],
      days: [14, 'yyyy\\-mm\\-dd', 'iso'],
      dimension: 'right',
    },
    ...{ places: true, typed: true },
  },
  {
    ...{ name: 'PhpSpreadsheet', texts: ['shared'], days: ['yyyy-mm-dd', 'd/m/yy', 'yyyy/mm/dd;@'] },
    ...{ dimension: 'right', places: true, typed: false, blanks: true },
    row: ' spans="1:14"',
  },
  {
    ...{ name: 'ClosedXML', texts: ['shared', 'inline'], days: [14, 'yyyy-MM-dd'], dimension: 'none' },
    ...{ places: true, typed: true, prefix: 'x', absolute: true },
  },
  {
    ...{ name: 'a writer of rows without places', texts: ['inline', 'shared'], days: [14, ISO_DAY] },
    ...{ dimension: 'none', places: false, typed: false },
  },
]
