import { type Fen, fenOf, short } from '@pianzhang/contract/money'
import { arc, pie } from 'd3-shape'
import { type Shown, shareOf } from '../figures/figures.ts'
import { colorOf, OTHERS } from './colors.ts'
import { cut, LINE, widthOf } from './text.ts'

/** Seven figures and 其他, which adds up the rest. */
export const MOST_SLICES = 8
/** Pixels of the line from the ring to its label, its level end, and of a gap at the panel's edge. */
const LEAD = 10
const LEAD_END = 12
const EDGE = 4
/** Pixels. A narrower panel has no room for names beside the ring. */
const NARROW = 420
/** Inner radius as a share of the outer one. */
const INNER = 52 / 78
/** The largest slice begins at the upper right, so that small ones sit at the top. */
const START = Math.PI / 12

/** The ring's slices in their order. */
export const withRest = ({ figures, rest }: Shown): readonly { name: string; amount: string }[] => [
  ...figures,
  ...(rest ? [{ name: '其他', amount: rest.amount }] : []),
]

interface Size {
  width: number
  height: number
}

const outerOf = ({ width, height }: Size): number =>
  (Math.min(width, height) / 2) * (width < NARROW ? 0.78 : 0.72)

interface SliceShape {
  path: string
  color: string
  label: SliceLabel
}

/** A slice's label outside of the ring, and the points of its leader line. */
interface SliceLabel {
  lines: string[]
  x: number
  y: number
  anchor: 'start' | 'end'
  lead: readonly (readonly [x: number, y: number])[]
}

/** SVG paths and labels of the slices; the ring's centre is the origin. Angles are floats, which only the drawing uses; texts use the amount. */
export function ringShapes(shown: Shown, positive: Fen, size: Size): SliceShape[] {
  const slices = withRest(shown)
  const outer = outerOf(size)
  const narrow = size.width < NARROW
  const leadEnd = narrow ? EDGE : LEAD_END
  const room = Math.floor(size.width / 2 - outer) - LEAD - leadEnd - EDGE
  const draw = arc()
    .innerRadius(outer * INNER)
    .outerRadius(outer)
  const angles = pie<{ amount: string }>()
    .value(({ amount }) => Number(fenOf(amount)))
    .sort(null)
    .startAngle(START)
    .endAngle(START + 2 * Math.PI)([...slices])
  const labels = angles.map(({ startAngle, endAngle }, index): SliceLabel => {
    const angle = (startAngle + endAngle) / 2
    const [right, down] = [Math.sin(angle), -Math.cos(angle)]
    const side = right < 0 ? -1 : 1
    const elbow = (outer + LEAD) * right
    return {
      lines: linesOf(slices[index]!, positive, narrow, room),
      x: elbow + side * (leadEnd + EDGE),
      y: (outer + LEAD) * down,
      anchor: side < 0 ? 'end' : 'start',
      lead: [
        [outer * right, outer * down],
        [elbow, (outer + LEAD) * down],
        [elbow + side * leadEnd, (outer + LEAD) * down],
      ],
    }
  })
  for (const side of ['start', 'end'])
    spread(
      labels.filter(({ anchor }) => anchor === side),
      size.height,
    )
  return angles.map(({ startAngle, endAngle }, index) => ({
    path: draw({ startAngle, endAngle, innerRadius: outer * INNER, outerRadius: outer }) ?? '',
    color: shown.rest && index === slices.length - 1 ? OTHERS : colorOf(index),
    label: labels[index]!,
  }))
}

/** The share behind the name where there is room, else under it; alone in a narrow ring, whose legend has the names. */
function linesOf(
  slice: { name: string; amount: string },
  positive: Fen,
  narrow: boolean,
  room: number,
): string[] {
  const share = shareOf(slice.amount, positive)
  if (narrow) return [share]
  const oneLine = `${slice.name} ${share}`
  return widthOf(oneLine) > room ? [cut(slice.name, room), share] : [oneLine]
}

/** Moves the labels of one side apart, from the top down and, where they would leave the panel, up again. */
function spread(labels: SliceLabel[], height: number): void {
  labels.sort((a, b) => a.y - b.y)
  const half = ({ lines }: SliceLabel) => (lines.length * LINE) / 2
  let least = -height / 2
  for (const label of labels) {
    label.y = Math.max(label.y, least + half(label))
    least = label.y + half(label)
  }
  let most = height / 2
  for (const label of labels.toReversed()) {
    label.y = Math.min(label.y, most - half(label))
    most = label.y - half(label)
  }
  for (const label of labels)
    label.lead = label.lead.map(([x, y], index) => [x, index === 0 ? y : label.y] as const)
}

/** The sum in the hole. */
export const holeText = (net: string): string => short(net)

const HOLE_FONT = 20
/** Share of the hole's diameter that the sum may take: bold text is wider than `widthOf` says, and the caption is below it. */
const HOLE_ROOM = 0.8
/** The largest font size at which the sum fits the hole. */
export const holeFont = (text: string, size: Size): number => {
  const hole = 2 * outerOf(size) * INNER
  return Math.min(HOLE_FONT, Math.floor((hole * HOLE_ROOM * 12) / widthOf(text)))
}

/** How much a slice grows under the pointer. */
export const emphasis = (size: Size): number => 1 + 4 / outerOf(size)
