import { readTyped, type Scale } from '@pianzhang/decimal'

/** An amount in fen (1/100 yuan). */
export type Fen = bigint

/** Amounts have two decimals and at most 15 digits. */
export const FEN: Scale = { places: 2, max: 999_999_999_999_999n }

/** An amount as it is printed or typed (`¥1,234.50`), null if it is none. */
export function readFen(text: string): Fen | null {
  const reading = readTyped(text, FEN)
  return 'value' in reading ? reading.value : null
}
