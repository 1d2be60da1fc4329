import { halfWidth } from '@pianzhang/decimal'

/** A piece of text without spaces: `text` in half-width characters for comparison, `raw` as drawn; of equal length. Points, y downwards. */
export interface Piece {
  text: string
  raw: string
  left: number
  right: number
  /** The middle of the characters. */
  middle: number
  size: number
}

/** Pieces on one line from left to right, and their characters as one text. */
export interface Line {
  middle: number
  size: number
  pieces: Piece[]
  text: string
  /** The piece of the character at an index of `text`, and its place in it. */
  place(index: number): { piece: Piece; offset: number }
}

/** A page of text as a PDF draws it: the transformation matrix, width and height of each item. */
export interface DrawnText {
  str: string
  transform: number[]
  width: number
}

/** Radicals and compatibility forms that some fonts map to, e.g. ⼦ (U+2F26) for 子: drawn alike, compared unequal. */
const COMPATIBLE = /[\u2e80-\u2fdf\uf900-\ufaff]/g
/** Control and format characters: browsers give a space the code U+0001 where its glyph has two meanings. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const WIDE = /[\u1100-\uffe6]/

/** The area that a page draws on, in points: left, bottom, right, top. */
export type Box = readonly [left: number, bottom: number, right: number, top: number]

/** The text of a page as a person reads it; `width` is the page's in points. */
interface PageText {
  pieces: Piece[]
  width: number
}

/** In which direction a text runs: to the right, upwards, to the left (upside down), downwards. */
const DIRECTIONS = [0, 1, 2, 3] as const
type Direction = (typeof DIRECTIONS)[number]

/** A point of the page, seen with the text upright: from the left, and from the top. */
const UPRIGHT: Readonly<Record<Direction, (x: number, y: number, box: Box) => [number, number]>> = {
  0: (x, y, [left, , , top]) => [x - left, top - y],
  1: (x, y, [left, bottom]) => [y - bottom, x - left],
  2: (x, y, [, bottom, right]) => [right - x, y - bottom],
  3: (x, y, [, , right, top]) => [top - y, right - x],
}

/**
 * Splits the texts of a page into pieces without spaces, turned as most of its text runs: a page may be stored on its side or upside down, with or
 * without saying so. Texts in another direction are left out.
 */
export function piecesOf(items: readonly DrawnText[], box: Box): PageText {
  const upright = directionOfMost(items)
  const pieces: Piece[] = []
  for (const { str, transform, width } of items) {
    const [, , c = 0, d = 0, x = 0, y = 0] = transform
    const size = Math.hypot(c, d)
    if (directionOf(transform) !== upright || size === 0) continue
    if (![size, x, y, width].every(Number.isFinite)) continue
    const raw = str.replace(INVISIBLE, ' ').replace(COMPATIBLE, (sign) => sign.normalize('NFKC'))
    const text = halfWidth(raw)
    const [left, base] = UPRIGHT[upright](x, y, box)
    const edges = edgesOf(raw, left, width)
    const middle = base - size * 0.35
    for (const { 0: part, index } of text.matchAll(/\S+/g)) {
      const end = index + part.length
      pieces.push({
        text: part,
        raw: raw.slice(index, end),
        left: edges[index]!,
        right: edges[end]!,
        middle,
        size,
      })
    }
  }
  const [left, bottom, right, top] = box
  return { pieces, width: upright % 2 === 0 ? right - left : top - bottom }
}

/** Null for a text that runs aslant. */
function directionOf([a = 0, b = 0]: readonly number[]): Direction | null {
  if (Math.abs(b) <= Math.abs(a) * 0.1) return a < 0 ? 2 : 0
  if (Math.abs(a) <= Math.abs(b) * 0.1) return b < 0 ? 3 : 1
  return null
}

function directionOfMost(items: readonly DrawnText[]): Direction {
  const characters = [0, 0, 0, 0]
  for (const { str, transform } of items) {
    const direction = directionOf(transform)
    if (direction !== null) characters[direction]! += str.length
  }
  return DIRECTIONS.find((direction) => characters[direction] === Math.max(...characters)) ?? 0
}

/** Where each character begins, and the last one ends: Chinese ones are twice as wide as the others. */
function edgesOf(text: string, left: number, width: number): number[] {
  const units = [0]
  for (let index = 0; index < text.length; index++)
    units.push(units[index]! + (WIDE.test(text[index]!) ? 2 : 1))
  const total = units.at(-1)!
  return units.map((unit) => left + (width * unit) / total)
}

/** How far apart the middles of a label and its value may be, in text heights: the form and its values are drawn by two programs. */
export const SAME_LINE = 0.4

/** Lines from top to bottom. */
export function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => a.middle - b.middle)) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && piece.middle - first.middle <= SAME_LINE * Math.min(piece.size, first.size))
      line.push(piece)
    else lines.push([piece])
  }
  return lines.map(lineOf)
}

export function lineOf(unsorted: readonly Piece[]): Line {
  const pieces = unsorted.toSorted((a, b) => a.left - b.left)
  const places: { piece: Piece; offset: number }[] = []
  for (const piece of pieces)
    for (let offset = 0; offset < piece.text.length; offset++) places.push({ piece, offset })
  return {
    middle: pieces[0]!.middle,
    size: pieces[0]!.size,
    pieces,
    text: pieces.map(({ text }) => text).join(''),
    place: (index) => places[index]!,
  }
}

/** Titles that the form writes from top to bottom beside a block. */
const SIDE_TITLES = /购买方|销售方|购货单位|销货单位|密码区|备注/
const SIDE_SIGNS = /^[购买销售方货单位密码区备注信息]$/

export interface Sides {
  /** The pieces that belong to no side title. */
  rest: Piece[]
  titles: { text: string; left: number; top: number; bottom: number }[]
}

/** Takes out titles drawn as single characters one below the other: each character would stand amid the text of another line. */
export function withoutSideTitles(pieces: readonly Piece[]): Sides {
  const columns: Piece[][] = []
  const single = pieces.filter(({ text }) => SIDE_SIGNS.test(text))
  for (const piece of single.toSorted((a, b) => a.middle - b.middle)) {
    const column = columns.find((others) => {
      const last = others.at(-1)!
      const gap = piece.middle - last.middle
      return Math.abs(last.left - piece.left) < piece.size / 2 && gap > piece.size / 2 && gap < piece.size * 4
    })
    if (column) column.push(piece)
    else columns.push([piece])
  }
  const titles = columns
    .map((column) => ({ column, text: column.map(({ text }) => text).join('') }))
    .filter(({ text }) => SIDE_TITLES.test(text))
  const taken = new Set(titles.flatMap(({ column }) => column))
  return {
    rest: pieces.filter((piece) => !taken.has(piece)),
    titles: titles.map(({ column, text }) => ({
      text,
      left: Math.min(...column.map(({ left }) => left)),
      top: column[0]!.middle,
      bottom: column.at(-1)!.middle,
    })),
  }
}

/** A label found on a line: where it begins and ends, and its own pieces, the last of which may go on with the value. */
export interface Label {
  line: Line
  start: number
  end: number
  own: Piece[]
  /** How many characters of the last piece belong to the label. */
  ownLength: number
}

/** A form has each label at most twice. */
const MAX_LABELS = 20

/** Words that make another title of a label if they touch it from the left. */
export type Prefix = RegExp

/** Occurrences of a label, from top to bottom and left to right; without those that go on from a `prefix`. */
export function findLabels(lines: readonly Line[], label: RegExp, prefix?: Prefix): Label[] {
  const global = new RegExp(label.source, 'g')
  const labels: Label[] = []
  for (const line of lines)
    for (const { 0: found, index } of line.text.matchAll(global)) {
      if (prefix?.test(touching(line, index))) continue
      const places = Array.from({ length: found.length }, (_, offset) => line.place(index + offset))
      const [first, last] = [places[0]!, places.at(-1)!]
      labels.push({
        line,
        start: edge(first.piece, first.offset),
        end: edge(last.piece, last.offset + 1),
        own: [...new Set(places.map(({ piece }) => piece))],
        ownLength: last.offset + 1,
      })
      if (labels.length >= MAX_LABELS) return labels
    }
  return labels
}

/** How far apart pieces of one word may be, in text heights. */
const APART = 0.6

/** The text of a line before a place, as far as its pieces touch: a title that stands apart is another one. */
function touching(line: Line, index: number): string {
  const { piece: first, offset } = line.place(index)
  let piece = first
  let text = piece.text.slice(0, offset)
  for (let at = line.pieces.indexOf(piece) - 1; at >= 0; at--) {
    const before = line.pieces[at]!
    if (piece.left - before.right >= Math.min(piece.size, before.size) * APART) break
    text = before.text + text
    piece = before
  }
  return text
}

/** The pieces of a page without those of a label. */
export function withoutLabel(pieces: readonly Piece[], { own, ownLength }: Label): Piece[] {
  const last = own.at(-1)!
  const rest = pieces.filter((piece) => !own.includes(piece))
  return ownLength < last.text.length ? [...rest, part(last, ownLength, last.text.length)] : rest
}

/** The pieces, or the parts of them, right of `left` and left of `right`, whose middle is within `reach` of `middle`; as lines. */
export function region(
  pieces: readonly Piece[],
  { left, right, middle, reach }: { left: number; right: number; middle: number; reach: number },
): Line[] {
  const inside = pieces
    .filter((piece) => Math.abs(piece.middle - middle) <= reach && piece.right > left && piece.left < right)
    .flatMap((piece) => cut(piece, left, right))
  return linesOf(inside)
}

/** The characters of a piece whose middle lies between `left` and `right`. */
function cut(piece: Piece, left: number, right: number): Piece[] {
  const kept = Array.from({ length: piece.text.length }, (_, index) => {
    const middle = (edge(piece, index) + edge(piece, index + 1)) / 2
    return middle > left && middle < right
  })
  const from = kept.indexOf(true)
  return from < 0 ? [] : [part(piece, from, kept.lastIndexOf(true) + 1)]
}

const edge = ({ left, right, text }: Piece, index: number) => left + ((right - left) * index) / text.length

const part = (piece: Piece, from: number, to: number): Piece => ({
  ...piece,
  text: piece.text.slice(from, to),
  raw: piece.raw.slice(from, to),
  left: edge(piece, from),
  right: edge(piece, to),
})

/** The words of a line: pieces that touch are joined, as a word may be drawn in several; a gap separates columns. */
export function wordsOf(line: Line): Piece[] {
  const words: Piece[] = []
  for (const piece of line.pieces) {
    const last = words.at(-1)
    const gap = last ? piece.left - last.right : 0
    if (last && gap < piece.size * APART && gap > -piece.size * 0.1) {
      const space =
        gap > piece.size * 0.2 && /[\x21-\x7e]$/.test(last.text) && /^[\x21-\x7e]/.test(piece.text)
      const between = space ? ' ' : ''
      last.text += between + piece.text
      last.raw += between + piece.raw
      last.right = piece.right
    } else words.push({ ...piece })
  }
  return words
}
