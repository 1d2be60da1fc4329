import { buffer } from 'node:stream/consumers'
import {
  type CellValue,
  type Choices,
  type ColumnKind,
  columnName,
  type OutColumn,
  type OutSheet,
  writeSheet,
} from '@pianzhang/xlsx'

interface TemplateColumn {
  title: string
  kind: ColumnKind
  /** Required columns get a `*` after their title. */
  required?: boolean
  width?: number
  sample: CellValue
  /** A closed list: cells offer its values and accept no others. */
  options?: readonly string[]
}

export interface Template {
  name: string
  columns: TemplateColumn[]
  /** A look-up sheet, such as the subjects. */
  lookup?: OutSheet
}

/** The beginning of the sample row; an import skips such a row. */
export const SAMPLE_MARK = '示例'
const LISTS = '选项'

/**
 * An import template: header, sample row, drop-downs for closed lists, look-up sheet. Lists are in a hidden sheet,
 * as a rule in Excel may have only 255 characters. Empty text cells have the text format, so that a typed number of
 * 20 digits keeps all of them.
 */
export async function writeTemplate(template: Template): Promise<Buffer> {
  const lists = template.columns.filter(({ options = [] }) => options.length > 0)
  const columns = template.columns.map((column): OutColumn => {
    const { title, required, kind, width, options = [] } = column
    // Without options there is no rule: Excel would extend an empty range to the header.
    const choices = options.length > 0 ? choicesOf(lists.indexOf(column), options.length) : undefined
    return { title: required ? `${title}*` : title, kind, width, choices }
  })
  const sheets: OutSheet[] = [{ name: template.name, columns, rows: [sampleRow(template.columns)] }]
  if (template.lookup) sheets.push(template.lookup)
  if (lists.length > 0) sheets.push(listsSheet(lists))
  return buffer(writeSheet(sheets))
}

function sampleRow(columns: TemplateColumn[]): CellValue[] {
  const [first, ...rest] = columns.map((column) => column.sample)
  const text = String(first ?? '')
  return [text.startsWith(SAMPLE_MARK) ? text : SAMPLE_MARK + text, ...rest]
}

function choicesOf(list: number, length: number): Choices {
  const letter = columnName(list)
  const range = `'${LISTS}'!$${letter}$2:$${letter}$${length + 1}`
  return { range, errorTitle: '填写有误', error: '请从下拉列表中选择' }
}

function listsSheet(lists: TemplateColumn[]): OutSheet {
  const longest = Math.max(...lists.map((column) => column.options!.length))
  const rows = Array.from({ length: longest }, (_, line) => lists.map((column) => column.options![line]))
  return { name: LISTS, columns: lists.map(({ title }) => ({ title, kind: 'text' })), rows, hidden: true }
}
