/** The readings of each character of a text, without tones. */
type Spelled = readonly (readonly string[])[]

/** As an answer carries them: characters apart by a blank, readings of one by a stroke: `kuai|hui ji fei`. */
export const writtenReadings = (spelled: Spelled): string => spelled.map((read) => read.join('|')).join(' ')

export const readReadings = (written: string): Spelled => written.split(' ').map((read) => read.split('|'))

/** Where letters were found in a text: how it begins, somewhere inside, or not at all. */
export type Found = 'whole' | 'start' | 'inside' | undefined

/**
 * Finds letters as people type pinyin: initials (`sxj`), syllables (`shexiangji`), or both mixed (`shexj`), each syllable as far as it
 * was typed.
 */
export function findPinyin(letters: string, spelled: Spelled): Found {
  const end = reach(letters, spelled, 0)
  if (end === spelled.length) return 'whole'
  if (end !== undefined) return 'start'
  for (let at = 1; at < spelled.length; at++) if (reach(letters, spelled, at) !== undefined) return 'inside'
  return undefined
}

/** Index of the character after those that the letters match from `at` on; undefined when they do not match. */
function reach(letters: string, spelled: Spelled, at: number, from = 0): number | undefined {
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
