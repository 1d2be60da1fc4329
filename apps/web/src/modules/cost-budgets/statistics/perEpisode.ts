import { divideRounded, grouped } from '@pianzhang/contract/decimal'
import { fenOf, formatYuan } from '@pianzhang/contract/money'

/** Total ÷ episodes for people, with 2 decimals when it is not a whole number (seed 000 §9). `-` while either is unknown. */
export function perEpisode(total: string | undefined, episodes: number | null | undefined): string {
  if (total === undefined || !episodes) return '-'
  const [fen, count] = [fenOf(total), BigInt(episodes)]
  return fen % (100n * count) === 0n
    ? grouped(String(fen / (100n * count)))
    : formatYuan(divideRounded(fen, count))
}
