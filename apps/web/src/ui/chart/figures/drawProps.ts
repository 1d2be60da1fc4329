import type { Figure, Rest } from './figures.ts'

export interface DrawProps {
  title: string
  /** What the figures are of: 付款方. */
  kind: string
  /** Title of the amounts: 付款金额（元）. */
  amounts: string
  figures: readonly Figure[]
  /** Items beyond the response's limit, as one figure. */
  others: Rest | null
  onPick: (figure: Figure) => void
  /** The combined rest was clicked. */
  onRest: () => void
}
