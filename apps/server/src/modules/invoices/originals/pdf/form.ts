import { halfWidth } from '@pianzhang/contract/decimal'

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
  /** Where the character at an index of `text` begins and ends. */
  left(index: number): number
  right(index: number): number
}

/** A page of text as a PDF draws it: the transformation matrix, width and height of each item. */
export interface DrawnText {
  str: string
  transform: number[]
  width: number
}

/** Radicals and compatibility forms that some fonts map to, e.g. ⼦ (U+2F26) for 子: drawn alike, compared unequal. */
const COMPATIBLE = /[\u2e80-\u2fdf\uf900-\ufaff]/g
const WIDE = /[\u1100-\uffe6]/

/** Splits what is drawn horizontally into pieces without spaces. `height` is the page's. */
export function piecesOf(items: readonly DrawnText[], height: number): Piece[] {
  const pieces: Piece[] = []
  for (const { str, transform, width } of items) {
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform
    const size = Math.hypot(c, d)
    const turned = Math.abs(b) > Math.abs(a) * 0.1
    if (turned || size === 0 || ![size, x, y, width].every(Number.isFinite)) continue
    const raw = str.replace(COMPATIBLE, (sign) => sign.normalize('NFKC'))
    const text = halfWidth(raw)
    const weights = [...raw].length === raw.length ? [...raw].map((sign) => (WIDE.test(sign) ? 2 : 1)) : []
    const total = weights.reduce<number>((sum, weight) => sum + weight, 0) || raw.length
    const middle = height - y - size * 0.35
    for (const { 0: part, index } of text.matchAll(/\S+/g)) {
      const before = weights.length ? sum(weights.slice(0, index)) : index
      const inside = weights.length ? sum(weights.slice(index, index + part.length)) : part.length
      const left = x + (width * before) / total
      pieces.push({
        text: part,
        raw: raw.slice(index, index + part.length),
        left,
        right: left + (width * inside) / total,
        middle,
        size,
      })
    }
  }
  return pieces
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** How far apart the middles of a label and its value may be, in heights of the text: templates and values are drawn by two programs. */
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
  const at = (index: number, end: 0 | 1) => {
    const { piece, offset } = places[index]!
    return piece.left + ((piece.right - piece.left) * (offset + end)) / piece.text.length
  }
  return {
    middle: pieces[0]!.middle,
    size: pieces[0]!.size,
    pieces,
    text: pieces.map(({ text }) => text).join(''),
    left: (index) => at(index, 0),
    right: (index) => at(index, 1),
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

/** Takes out titles drawn as single characters one below the other: on a line they would stand in the midst of its text. */
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

/** A label found on a line; `end` is where its value may begin. */
export interface Label {
  line: Line
  start: number
  end: number
}

/** A form has each label at most twice. */
const MAX_LABELS = 20

/** Occurrences of a label, from top to bottom and left to right. */
export function findLabels(lines: readonly Line[], label: RegExp): Label[] {
  const global = new RegExp(label.source, 'g')
  const labels: Label[] = []
  for (const line of lines)
    for (const { 0: found, index } of line.text.matchAll(global)) {
      labels.push({ line, start: line.left(index), end: line.right(index + found.length - 1) })
      if (labels.length >= MAX_LABELS) return labels
    }
  return labels
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

/** The characters of a piece whose middle lies between the two. */
function cut(piece: Piece, left: number, right: number): Piece[] {
  const step = (piece.right - piece.left) / piece.text.length
  const kept = [...piece.text].map((_, index) => {
    const middle = piece.left + step * (index + 0.5)
    return middle > left && middle < right
  })
  const from = kept.indexOf(true)
  const to = kept.lastIndexOf(true) + 1
  if (from < 0) return []
  return [
    {
      ...piece,
      text: piece.text.slice(from, to),
      raw: piece.raw.slice(from, to),
      left: piece.left + step * from,
      right: piece.left + step * to,
    },
  ]
}

/** A line's pieces, those that touch joined: what is drawn in several pieces is one word, what stands in another column is not. */
export function wordsOf(line: Line): Piece[] {
  const words: Piece[] = []
  for (const piece of line.pieces) {
    const last = words.at(-1)
    const gap = last ? piece.left - last.right : 0
    if (last && gap < piece.size * 0.6 && gap > -piece.size * 0.1) {
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
