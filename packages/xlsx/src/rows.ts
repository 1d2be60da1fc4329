import { type CellContext, isBlank, makeCell, type SheetCell } from './cells.ts'
import { corrupt, SheetError } from './errors.ts'
import type { SheetLimits } from './limits.ts'
import { keepsSpace, trimXml } from './strings.ts'
import { Attributes, type XmlHandler } from './xml.ts'

/** A row with at least one non-blank cell. */
export interface SheetRow {
  /** Row number shown by Excel, from 1. */
  line: number
  /** By column index from 0; undefined where blank. */
  cells: (SheetCell | undefined)[]
  /** Only of a row that the program does not show, such as one that a filter leaves out. */
  hidden?: true
}

const MAX_COLUMNS = 16_384

/**
 * Turns the elements of a worksheet part into rows, collected in `rows`. Elements are matched by their full path
 * (worksheet › sheetData › row › c › v | f | is › t | r › t), so that phonetics, comments and extensions with the
 * same names are ignored.
 */
export class RowsHandler implements XmlHandler {
  wantsText = false
  rows: SheetRow[] = []
  #context: CellContext
  #limits: SheetLimits
  #attributes = new Attributes()
  #depth = 0
  #inData = false
  #inRow = false
  #hidden = false
  #inCell = false
  #inString = false
  #inRun = false
  #line = 0
  #lineKnown = true
  #cells: (SheetCell | undefined)[] = []
  #filled = false
  #column = -1
  #type = ''
  #style = 0
  #formula = false
  #value: string | undefined
  #piece = ''
  #keepSpace = true

  constructor(context: CellContext, limits: SheetLimits) {
    this.#context = context
    this.#limits = limits
  }

  open(name: string, source: string, from: number, to: number): void {
    switch (++this.#depth) {
      case 1:
        if (name !== 'worksheet') throw corrupt(`a sheet of ${name}`)
        break
      case 2:
        this.#inData = name === 'sheetData'
        break
      case 3:
        if (this.#inData && name === 'row') this.#openRow(source, from, to)
        break
      case 4:
        if (this.#inRow && name === 'c') this.#openCell(source, from, to)
        break
      case 5:
        if (!this.#inCell) break
        if (name === 'v') this.#collect(true)
        else if (name === 'f') this.#formula = true
        else if (name === 'is') this.#inString = true
        break
      case 6:
        if (!this.#inString) break
        if (name === 't') this.#collect(keepsSpace(this.#attributes.reset(source, from, to)))
        else this.#inRun = name === 'r'
        break
      case 7:
        if (this.#inRun && name === 't') this.#collect(keepsSpace(this.#attributes.reset(source, from, to)))
    }
  }

  close(): void {
    switch (this.#depth--) {
      case 2:
        this.#inData = false
        break
      case 3:
        if (this.#inRow) this.#closeRow()
        break
      case 4:
        if (this.#inCell) this.#closeCell()
        break
      case 5:
        this.#finishPiece()
        this.#inString = false
        break
      case 6:
        this.#finishPiece()
        this.#inRun = false
        break
      case 7:
        this.#finishPiece()
    }
  }

  text(value: string): void {
    this.#piece = this.#piece === '' ? value : this.#piece + value
    // An escape takes seven characters for one; the exact check follows when the text is complete.
    const length = this.#piece.length + (this.#value?.length ?? 0)
    if (length > this.#limits.cellLength * 7) throw this.#tooLong()
  }

  #tooLong(): SheetError {
    return new SheetError('cell_too_long', { line: this.#line, limit: this.#limits.cellLength })
  }

  #collect(keepSpace: boolean): void {
    this.wantsText = true
    this.#piece = ''
    this.#keepSpace = keepSpace
  }

  #finishPiece(): void {
    if (!this.wantsText) return
    this.wantsText = false
    this.#value = (this.#value ?? '') + (this.#keepSpace ? this.#piece : trimXml(this.#piece))
  }

  #openRow(source: string, from: number, to: number): void {
    this.#inRow = true
    this.#cells = []
    this.#filled = false
    this.#column = -1
    const attributes = this.#attributes.reset(source, from, to)
    let given: number | undefined
    this.#hidden = false
    while (attributes.next()) {
      if (attributes.letter === 0x72) given = attributes.count
      else if (attributes.name === 'hidden') this.#hidden = /^(1|true|on)$/.test(attributes.value())
    }
    this.#lineKnown = given !== undefined
    this.#setLine(given ?? this.#line + 1)
  }

  /** Row numbers must increase, or a list of errors could not tell rows apart. */
  #setLine(line: number): void {
    if (!Number.isInteger(line) || line < 1) throw corrupt(`row number ${line}`)
    if (line <= this.#line && this.#lineKnown) throw corrupt(`row ${line} after row ${this.#line}`)
    if (line > this.#limits.rows) throw new SheetError('too_many_rows', { limit: this.#limits.rows })
    this.#line = line
  }

  #closeRow(): void {
    this.#inRow = false
    if (!this.#filled) return
    const row: SheetRow = { line: this.#line, cells: this.#cells }
    if (this.#hidden) row.hidden = true
    this.rows.push(row)
  }

  #openCell(source: string, from: number, to: number): void {
    this.#inCell = true
    this.#type = ''
    this.#style = 0
    this.#formula = false
    this.#value = undefined
    this.#column++
    const attributes = this.#attributes.reset(source, from, to)
    while (attributes.next()) {
      const letter = attributes.letter
      if (letter === 0x72) this.#setReference(attributes)
      else if (letter === 0x74) this.#type = cellType(attributes)
      else if (letter === 0x73) this.#style = attributes.count
    }
    if (this.#column >= MAX_COLUMNS) throw corrupt(`column ${this.#column}`)
  }

  /** `BC12`: the letters give the column; the digits must equal the row's number, or define it if it has none. */
  #setReference({ source, valueFrom, valueTo }: Attributes): void {
    let at = valueFrom
    let column = 0
    for (; at < valueTo && column <= MAX_COLUMNS; at++) {
      const letter = (source.charCodeAt(at) & 0xdf) - 0x40 // upper case; digits fall below A
      if (letter < 1 || letter > 26) break
      column = column * 26 + letter
    }
    let line = 0
    for (; at < valueTo; at++) {
      const digit = source.charCodeAt(at) - 0x30
      if (digit < 0 || digit > 9) line = Number.NaN
      line = line * 10 + digit
    }
    if (column === 0 || column > MAX_COLUMNS || !(line > 0)) {
      throw corrupt(`cell ${source.slice(valueFrom, valueTo)} in row ${this.#line}`)
    }
    if (line !== this.#line) {
      if (this.#lineKnown || line < this.#line) throw corrupt(`a cell of row ${line} in row ${this.#line}`)
      this.#setLine(line)
    }
    this.#lineKnown = true
    this.#column = column - 1
  }

  #closeCell(): void {
    this.#inCell = false
    if (this.#column >= this.#limits.columns) return
    const cell = this.#make()
    if (!cell) return
    if (this.#cells[this.#column]) throw corrupt(`two cells in column ${this.#column} of row ${this.#line}`)
    this.#cells[this.#column] = cell
    if (!this.#filled) this.#filled = !isBlank(cell)
  }

  #make(): SheetCell | undefined {
    try {
      return makeCell(this.#type, this.#style, this.#value, this.#formula, this.#context)
    } catch (error) {
      if (error instanceof SheetError && error.reason === 'cell_too_long') {
        throw this.#tooLong()
      }
      throw error
    }
  }
}

/** The attribute `t` of a cell; frequent types are recognized without copying the text. */
function cellType(attributes: Attributes): string {
  const { source, valueFrom, valueTo } = attributes
  if (valueTo - valueFrom === 1) return source.charAt(valueFrom)
  return valueTo - valueFrom === 9 && source.startsWith('inlineStr', valueFrom)
    ? 'inlineStr'
    : attributes.value()
}
