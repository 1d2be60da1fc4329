import type { ReactNode } from 'react'
import { Tick } from '../../fields/Tick.tsx'

interface Props {
  /** The record, for screen readers. */
  of: string
  tick: { selected: boolean; onToggle: () => void }
  className: string | undefined
  children: ReactNode
}

/** A card's content while cards are being selected: a press anywhere on it toggles the tick. */
export const TickLabel = ({ of, tick, className, children }: Props) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: Tick renders the input, which the rule does not see
  <label className={className}>
    <Tick aria-label={`选择${of}`} checked={tick.selected} onChange={tick.onToggle} />
    {children}
  </label>
)
