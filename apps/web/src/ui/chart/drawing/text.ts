/** The charts' font size, which is the width of a full-width character, and their line height, in pixels. */
export const CHARACTER = 12
export const LINE = 14

/** Estimated width of a text in the charts, in pixels: full-width characters are as wide as high, others 0.6 of that. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.6), 0) * CHARACTER

/** The text, or as much of its beginning as the width has room for, with an ellipsis. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('')}…`
}
