/** The readings of a character, without tones. */
export type Readings = ReadonlyMap<string, readonly string[]>

/** From the lines of pinyin-table.ts: `fei 菲非啡…`. */
export function readTable(table: string): Readings {
  const readings = new Map<string, string[]>()
  for (const line of table.trim().split('\n')) {
    const [syllable = '', characters = ''] = line.split(' ')
    for (const character of characters) {
      const known = readings.get(character)
      if (known) known.push(syllable)
      else readings.set(character, [syllable])
    }
  }
  return readings
}

/** Where letters were found in a text: how it begins, somewhere inside, or not at all. */
export type Found = 'whole' | 'start' | 'inside' | undefined

/**
 * Finds letters as people type pinyin: initials (`sxj`), syllables (`shexiangji`), or both mixed (`shexj`), each syllable as far as it
 * was typed. Latin letters and digits of the text stand for themselves.
 */
export function findPinyin(letters: string, text: string, readings: Readings): Found {
  const spelled = [...text].map((character) => readings.get(character) ?? [character])
  const end = reach(letters, spelled, 0)
  if (end === spelled.length) return 'whole'
  if (end !== undefined) return 'start'
  for (let at = 1; at < spelled.length; at++) if (reach(letters, spelled, at) !== undefined) return 'inside'
  return undefined
}

/** Index of the character after those that the letters match from `at` on; undefined when they do not match. */
function reach(
  letters: string,
  spelled: readonly (readonly string[])[],
  at: number,
  from = 0,
): number | undefined {
  if (from === letters.length) return at
  for (const reading of spelled[at] ?? [])
    for (let length = common(letters, from, reading); length > 0; length--) {
      const end = reach(letters, spelled, at + 1, from + length)
      if (end !== undefined) return end
    }
  return undefined
}

/** Length of the longest beginning of `reading` that stands in `letters` at `from`. */
function common(letters: string, from: number, reading: string): number {
  let length = 0
  while (length < reading.length && letters[from + length] === reading[length]) length++
  return length
}
