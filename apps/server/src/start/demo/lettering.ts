import { readFileSync } from 'node:fs'

/** Units of the outlines to the em. */
const EM = 100

interface Letter {
  width: number
  path: string
}

let letters: ReadonlyMap<string, Letter> | undefined

/** The outlines in letters.tsv: of Noto Sans SC (SIL Open Font License 1.1), each a character, its width and its SVG path. */
function allLetters(): ReadonlyMap<string, Letter> {
  letters ??= new Map(
    readFileSync(new URL('letters.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((row) => {
        const [letter = '', width, path = ''] = row.split('\t')
        return [letter, { width: Number(width), path }]
      }),
  )
  return letters
}

/** The characters of a text that letters.tsv lacks, for the test of what the demo writes. */
export const lacking = (text: string): string[] =>
  [...text].filter((letter) => letter !== ' ' && !allLetters().has(letter))

interface Lettered {
  size: number
  color?: string
  align?: 'start' | 'middle' | 'end'
}

/** A text as SVG paths, as a server may have no fonts; `y` is the top of the line. A character without an outline leaves a gap. */
export function lettering(
  text: string,
  x: number,
  y: number,
  { size, color = '#23283a', align = 'start' }: Lettered,
): string {
  let at = 0
  const paths: string[] = []
  for (const character of text) {
    const letter = allLetters().get(character)
    if (letter) paths.push(`<path transform="translate(${at})" d="${letter.path}"/>`)
    at += letter?.width ?? EM / 2
  }
  // Decimals: these are pixels, not money.
  const scale = size / EM
  const shift = align === 'start' ? 0 : align === 'end' ? at : at / 2
  return `<g transform="translate(${(x - shift * scale).toFixed(1)} ${y}) scale(${scale.toFixed(3)})" fill="${color}">${paths.join('')}</g>`
}

/** A text from the top down, one character below the other. */
export const lettersDown = (text: string, x: number, y: number, step: number, style: Lettered): string =>
  [...text].map((letter, index) => lettering(letter, x, y + index * step, style)).join('')
