import { LINE } from './text.ts'

interface Props {
  x: number
  /** The middle of the lines. */
  y: number
  lines: readonly string[]
  anchor?: 'start' | 'end'
  className?: string | undefined
}

/** A text of one or two lines. */
export const Lines = ({ x, y, lines, anchor = 'start', className }: Props) => (
  <text y={y - ((lines.length - 1) * LINE) / 2} textAnchor={anchor} className={className}>
    {lines.map((line, index) => (
      <tspan key={line} x={x} dy={index === 0 ? '0.35em' : LINE}>
        {line}
      </tspan>
    ))}
  </text>
)
