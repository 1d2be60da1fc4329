import { buffer } from 'node:stream/consumers'
import { type CellValue, type ColumnKind, type OutColumn, type OutSheet, writeSheet } from './write.ts'
import { columnName } from './write-cells.ts'

export interface TemplateColumn {
  title: string
  kind: ColumnKind
  /** Required columns get a `*` behind their title. */
  required?: boolean
  width?: number
  sample: CellValue
  /** A closed list: offered in each cell, nothing else is taken. */
  options?: readonly string[]
}

export interface Template {
  name: string
  columns: TemplateColumn[]
  /** A sheet to look things up, such as the subjects. */
  lookup?: OutSheet
}

/** How the sample row begins: an import skips it. */
export const SAMPLE_MARK = '示例'
const LISTS = '选项'

/**
 * An import template: header, a sample row whose first cell begins with 示例 (an import skips it), drop-downs
 * for closed lists, the look-up sheet. The lists stand in a hidden sheet, for Excel takes only 255 characters
 * of them inside a rule. Empty cells of text columns have the text format, so that a number of 20 digits typed
 * there keeps its digits.
 */
export async function writeTemplate(template: Template): Promise<Buffer> {
  const lists = template.columns.filter(({ options = [] }) => options.length > 0)
  const columns = template.columns.map((column): OutColumn => {
    const { title, required, kind, width, options = [] } = column
    // A range of no rows would be read as one with the header.
    const choices = options.length > 0 ? choiceRange(lists.indexOf(column), options.length) : undefined
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

function choiceRange(list: number, length: number): string {
  const letter = columnName(list)
  return `'${LISTS}'!$${letter}$2:$${letter}$${length + 1}`
}

function listsSheet(lists: TemplateColumn[]): OutSheet {
  const longest = Math.max(...lists.map((column) => column.options!.length))
  const rows = Array.from({ length: longest }, (_, line) => lists.map((column) => column.options![line]))
  return { name: LISTS, columns: lists.map(({ title }) => ({ title, kind: 'text' })), rows, hidden: true }
}
