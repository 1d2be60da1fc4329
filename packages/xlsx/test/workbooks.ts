import { dayToSerial } from '../src/dates.ts'
import { columnName } from '../src/index.ts'
import type { Program } from './programs.ts'
import type { Random } from './random.ts'
import { makeZip, type TestPart } from './zip.ts'

/** A cell's value: numbers as decimal text, days as `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
export interface KnownCell {
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error'
  value: string
  /** Of a number: shown as one of 13 %. */
  percent?: true
}
export type KnownRow = readonly (KnownCell | null)[]

/** Formats of numbers that are shown as yuan. */
const NUMBERS: readonly (number | string)[] = [
  ...[0, 2, 4, 39, 40, 43, 44],
  ...['0.00_ ', '#,##0.00_);[Red]\\(#,##0.00\\)', '¥#,##0.00;¥\\-#,##0.00', '"¥"#,##0.00', '#,##0.00"元"'],
  '_ "¥"* #,##0.00_ ;_ "¥"* \\-#,##0.00_ ;_ "¥"* "-"??_ ;_ @_ ',
  '_-* #,##0.00_-;\\-* #,##0.00_-;_-* "-"??_-;_-@_-',
  '[$¥-804]#,##0.00',
  'General',
]
const PERCENTS: readonly (number | string)[] = [9, 10, '0.0%', '0%;-0%']

const TYPES = 'http://schemas.openxmlformats.org/package/2006'
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The serial of a day and time, in the epoch of the file. */
function serialOf(value: string, date1904: boolean): number {
  const [day = '', time = '00:00:00'] = value.split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return dayToSerial(day)! - (date1904 ? 1462 : 0) + (hours * 3600 + minutes * 60 + seconds) / 86_400
}

/** Collects the number formats of a workbook; a cell names one by its index in `cellXfs`. */
class Styles {
  readonly #styles: (number | string)[] = [0]
  readonly #custom: string[] = []

  of(format: number | string): number {
    const known = this.#styles.indexOf(format)
    if (known >= 0) return known
    if (typeof format === 'string') this.#custom.push(format)
    return this.#styles.push(format) - 1
  }

  xml(): string {
    const id = (format: number | string) =>
      typeof format === 'number' ? format : 164 + this.#custom.indexOf(format)
    const formats = this.#custom.map(
      (code) => `<numFmt numFmtId="${id(code)}" formatCode="${escaped(code)}"/>`,
    )
    return [
      formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : '',
      '<fonts count="1"><font><sz val="11"/><name val="宋体"/><charset val="134"/></font></fonts>',
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      `<cellXfs count="${this.#styles.length}">`,
      ...this.#styles.map(
        (format) =>
          `<xf numFmtId="${id(format)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      ),
      '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    ].join('')
  }
}

/** A workbook of these rows as a program writes it; `name` is its sheet. */
export function workbookOf(
  program: Program,
  name: string,
  rows: readonly KnownRow[],
  random: Random,
): Buffer {
  const { below, oneOf, once } = random
  const { prefix, strict } = program
  const main = strict
    ? 'http://purl.oclc.org/ooxml/spreadsheetml/main'
    : 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = strict
    ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const date1904 = once(12)
  const styles = new Styles()
  const strings: string[] = []

  /** The content of an item of the table or of a cell: plain, or in runs with fonts, or with its reading. */
  const item = (text: string): string => {
    const t = (part: string) =>
      `<t${/^\s|\s$|\s\s|\n/.test(part) || once(4) ? ' xml:space="preserve"' : ''}>${escaped(part)}</t>`
    const signs = [...text]
    if (signs.length > 1 && once(8)) {
      const cut = 1 + below(signs.length - 1)
      const font = '<rPr><b/><sz val="11"/><rFont val="宋体"/></rPr>'
      return `<r>${t(signs.slice(0, cut).join(''))}</r><r>${font}${t(signs.slice(cut).join(''))}</r>`
    }
    return t(text) + (once(12) ? '<rPh sb="0" eb="1"><t>ヨミ</t></rPh><phoneticPr fontId="0"/>' : '')
  }
  const known = new Map<string, number>()
  const indexOf = (text: string): number => {
    const found = known.get(text)
    // Some programs write a text as often as it is there.
    if (found !== undefined && !once(10)) return found
    known.set(text, strings.length)
    return strings.push(`<si>${item(text)}</si>`) - 1
  }

  const cellOf = (cell: KnownCell | null, column: number, line: number): string => {
    const place = program.places ? ` r="${columnName(column)}${line}"` : ''
    if (cell === null) return program.places ? oneOf(['', '', `<c${place} s="0"/>`]) : '<c/>'
    const { kind, value } = cell
    if (kind === 'text') {
      const where = oneOf(program.texts)
      if (where === 'shared') return `<c${place} t="s"><v>${indexOf(value)}</v></c>`
      if (where === 'inline') return `<c${place} t="inlineStr"><is>${item(value)}</is></c>`
      return `<c${place} t="str"><v>${escaped(value)}</v></c>`
    }
    if (kind === 'boolean') return `<c${place} t="b"><v>${value === 'TRUE' ? 1 : 0}</v></c>`
    if (kind === 'error') return `<c${place} t="e"><f>1/0</f><v>${value}</v></c>`
    if (kind === 'date') {
      const format = oneOf(program.days)
      if (format === 'iso') {
        const style = styles.of('yyyy\\-mm\\-dd')
        return `<c${place} s="${style}" t="d"><v>${value.replace(' ', 'T')}${value.includes(' ') ? '' : oneOf(['', 'T00:00:00'])}</v></c>`
      }
      return `<c${place} s="${styles.of(format)}"${program.typed ? ' t="n"' : ''}><v>${serialOf(value, date1904)}</v></c>`
    }
    const style = styles.of(oneOf(cell.percent ? PERCENTS : NUMBERS))
    const number = Number(value)
    const raw = oneOf([
      value,
      value,
      String(number),
      number.toPrecision(17),
      number.toExponential().replace('e', 'E'),
    ])
    const formula = once(6) ? `<f${program.name === 'LibreOffice' ? ' aca="false"' : ''}>${value}+0</f>` : ''
    return `<c${place} s="${style}"${program.typed ? ' t="n"' : ''}>${formula}<v>${raw}</v></c>`
  }

  const width = Math.max(...rows.map((row) => row.length))
  const lines = rows.map((row, index) => {
    const cells = row.map((cell, column) => cellOf(cell, column, index + 1)).join('')
    return `<row${program.places ? ` r="${index + 1}"` : ''}${program.row ?? ''}>${cells}</row>`
  })
  if (program.blanks)
    for (let line = rows.length + 1; line <= rows.length + 30; line++)
      lines.push(
        `<row r="${line}"${program.row ?? ''}>${once(3) ? `<c r="A${line}" s="0"/><c r="C${line}" s="0"/>` : ''}</row>`,
      )

  const range = `A1:${columnName(width - 1)}${rows.length}`
  const dimension = { right: range, wrong: 'A1', none: null }[program.dimension]
  const declared = program.ignorable
    ? ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"'
    : ''
  const hasComment = once(4)
  const hasPicture = once(5)
  const hasFilter = once(4)
  const ids = { comments: 'rId1', vml: 'rId2', drawing: 'rId3' }
  const sheet = [
    `<worksheet xmlns="${main}" xmlns:r="${office}"${declared}>`,
    once(3) ? '<sheetPr><tabColor rgb="FFFF0000"/></sheetPr>' : '',
    dimension === null ? '' : `<dimension ref="${dimension}"/>`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    program.before ?? '',
    `<sheetData>${lines.join('')}</sheetData>`,
    once(5) ? '<sheetProtection sheet="1" objects="1" scenarios="1"/>' : '',
    hasFilter ? `<autoFilter ref="${range}"/>` : '',
    // Beside the table, as a remark that somebody put there.
    once(5)
      ? `<mergeCells count="1"><mergeCell ref="${columnName(width + 1)}1:${columnName(width + 3)}2"/></mergeCells>`
      : '',
    once(5)
      ? '<conditionalFormatting sqref="A2:A9"><cfRule type="duplicateValues" priority="1"/></conditionalFormatting>'
      : '',
    once(4)
      ? '<dataValidations count="1"><dataValidation type="list" allowBlank="1" sqref="A2:A9"><formula1>"甲,乙"</formula1></dataValidation></dataValidations>'
      : '',
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>',
    hasPicture ? `<drawing r:id="${ids.drawing}"/>` : '',
    hasComment ? `<legacyDrawing r:id="${ids.vml}"/>` : '',
    '</worksheet>',
  ].join('')

  const second = `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>不是这张</t></is></c></row></sheetData></worksheet>`
  const hidden = oneOf([null, null, 'hidden', 'veryHidden'] as const)
  // A hidden sheet may stand before the one that is read; a visible one stands behind it.
  const sheets = [
    ...(hidden ? [`<sheet name="隐藏" sheetId="2" state="${hidden}" r:id="rId2"/>`] : []),
    `<sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/>`,
    ...(hidden ? [] : [`<sheet name="说明" sheetId="2" r:id="rId2"/>`]),
  ]
  const position = hidden ? 1 : 0
  const names = [
    hasFilter
      ? `<definedName name="_xlnm._FilterDatabase" localSheetId="${position}" hidden="1">'${escaped(name)}'!$A$1:$C$2</definedName>`
      : '',
    once(4)
      ? `<definedName name="_xlnm.Print_Titles" localSheetId="${position}">'${escaped(name)}'!$1:$1</definedName>`
      : '',
    once(6) ? '<definedName name="坏了">#REF!</definedName>' : '',
  ].join('')
  const workbook = [
    `<workbook xmlns="${main}" xmlns:r="${office}"${strict ? ' conformance="strict"' : ''}>`,
    `<workbookPr${date1904 ? ' date1904="1"' : ''}/>`,
    once(6) ? '<workbookProtection lockStructure="1"/>' : '',
    `<bookViews><workbookView activeTab="${position}"/></bookViews>`,
    `<sheets>${sheets.join('')}</sheets>`,
    names === '' ? '' : `<definedNames>${names}</definedNames>`,
    '<calcPr calcId="191029"/></workbook>',
  ].join('')

  const target = (path: string) => (program.absolute ? `/xl/${path}` : path)
  const relation = (id: string, type: string, to: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${to}"/>`
  const relations = (...all: string[]) =>
    `<Relationships xmlns="${TYPES}/relationships">${all.join('')}</Relationships>`
  const prefixed = (xml: string) =>
    prefix
      ? xml.replace(/<(\/?)(?=[A-Za-z]+[ />])/g, `<$1${prefix}:`).replace(' xmlns="', ` xmlns:${prefix}="`)
      : xml
  const xml = (content: string) =>
    `${oneOf(['', '\ufeff'])}<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`
  const kind = (part: string, type: string) =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`
  const parts: TestPart[] = [
    {
      name: '[Content_Types].xml',
      data: xml(
        `<Types xmlns="${TYPES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${[
          kind('xl/workbook.xml', 'spreadsheetml.sheet.main'),
          kind('xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'),
          kind('xl/worksheets/sheet2.xml', 'spreadsheetml.worksheet'),
          kind('xl/styles.xml', 'spreadsheetml.styles'),
          kind('xl/sharedStrings.xml', 'spreadsheetml.sharedStrings'),
          ...(hasComment ? [kind('xl/comments1.xml', 'spreadsheetml.comments')] : []),
          ...(hasPicture ? [kind('xl/drawings/drawing1.xml', 'drawing')] : []),
        ].join('')}</Types>`,
      ),
    },
    {
      name: '_rels/.rels',
      data: xml(
        relations(
          relation('rId1', 'officeDocument', program.absolute ? '/xl/workbook.xml' : 'xl/workbook.xml'),
        ),
      ),
    },
    { name: 'xl/workbook.xml', data: xml(prefixed(workbook)) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: xml(
        relations(
          relation('rId1', 'worksheet', target('worksheets/sheet1.xml')),
          relation('rId2', 'worksheet', target('worksheets/sheet2.xml')),
          relation('rId3', 'styles', target('styles.xml')),
          relation('rId4', 'sharedStrings', target('sharedStrings.xml')),
        ),
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', data: xml(prefixed(sheet)) },
    { name: 'xl/worksheets/sheet2.xml', data: xml(prefixed(second)) },
    {
      name: 'xl/styles.xml',
      data: xml(prefixed(`<styleSheet xmlns="${main}">${styles.xml()}</styleSheet>`)),
    },
    {
      name: 'xl/sharedStrings.xml',
      data: xml(
        prefixed(
          `<sst xmlns="${main}" count="${strings.length}" uniqueCount="${strings.length}">${strings.join('')}</sst>`,
        ),
      ),
    },
  ]
  const own = [
    ...(hasComment
      ? [
          relation(ids.comments, 'comments', '../comments1.xml'),
          relation(ids.vml, 'vmlDrawing', '../drawings/vmlDrawing1.vml'),
        ]
      : []),
    ...(hasPicture ? [relation(ids.drawing, 'drawing', '../drawings/drawing1.xml')] : []),
  ]
  if (own.length > 0)
    parts.push({ name: 'xl/worksheets/_rels/sheet1.xml.rels', data: xml(relations(...own)) })
  if (hasComment)
    parts.push(
      {
        name: 'xl/comments1.xml',
        data: xml(
          prefixed(
            `<comments xmlns="${main}"><authors><author>会计</author></authors><commentList><comment ref="B2" authorId="0"><text><r><t>批注里的 999.99</t></r></text></comment></commentList></comments>`,
          ),
        ),
      },
      {
        name: 'xl/drawings/vmlDrawing1.vml',
        data: '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="_x0000_s1025" type="#_x0000_t202" style="position:absolute;visibility:hidden"><x:ClientData ObjectType="Note"><x:Row>1</x:Row><x:Column>1</x:Column></x:ClientData></v:shape></xml>',
      },
    )
  if (hasPicture)
    parts.push(
      {
        name: 'xl/drawings/drawing1.xml',
        data: xml(
          '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>',
        ),
      },
      { name: 'xl/media/image1.png', data: Buffer.from('89504e470d0a1a0a', 'hex'), stored: true },
    )
  return makeZip(program.streamed ? parts.map((part) => ({ ...part, streamed: true })) : parts)
}
