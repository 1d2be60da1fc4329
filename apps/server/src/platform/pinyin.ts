import { pinyin } from 'pinyin-pro'

/** Pinyin without tones, an item for each character; ü is written v, as it is typed. */
export const PLAIN = { toneType: 'none', type: 'array', v: true } as const

const known = new Map<string, readonly string[]>()

/** All readings of a character, the usual one first; what is no Chinese character stands for itself. */
export function readingsOf(character: string): readonly string[] {
  const read = known.get(character) ?? pinyin(character, { ...PLAIN, multiple: true })
  known.set(character, read)
  return read
}
