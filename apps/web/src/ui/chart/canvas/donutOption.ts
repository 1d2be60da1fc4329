import { type Fen, fenOf, short } from '@pianzhang/contract/money'
import { type Shown, shareOf } from '../figures/figures.ts'
import { widthOf } from './barOption.ts'
import type { ChartOption } from './Chart.tsx'
import { type Look, OTHERS, PALETTE } from './look.ts'

export const colorOf = (index: number): string => PALETTE[index] ?? OTHERS
/** Seven figures and 其他, which adds up the rest. */
export const MOST_SLICES = 8
/** Pixels of the line from the ring to its label, and of a gap at the panel's edge. */
const LINE = 10
const LINE_END = 12
const EDGE = 4
/** Pixels. A narrower panel has no room for names beside the ring. */
const NARROW = 420

/** Percent of the shorter side. */
const outerOf = (width: number): number => (width < NARROW ? 78 : 72)
/** Inner radius as a share of the outer one. */
const INNER = 52 / 78

/** The ring's slices in their order. */
export const withRest = ({ figures, rest }: Shown): readonly { name: string; amount: string }[] => [
  ...figures,
  ...(rest ? [{ name: '其他', amount: rest.amount }] : []),
]

/** A ring whose largest slice begins at the upper right, so that small ones sit at the top; names and shares outside. */
export function donutOption(
  { figures, rest }: Shown,
  positive: Fen,
  { width, height }: { width: number; height: number },
  still: boolean,
  look: Look,
): ChartOption {
  const slices = withRest({ figures, rest })
  const narrow = width < NARROW
  const outer = outerOf(width)
  const room = Math.floor((width - (Math.min(width, height) * outer) / 100) / 2) - LINE - LINE_END - EDGE
  return {
    animation: !still,
    animationDuration: 300,
    textStyle: { fontFamily: look.font, fontSize: 12 },
    series: {
      type: 'pie',
      radius: [`${outer * INNER}%`, `${outer}%`],
      center: ['50%', '50%'],
      startAngle: 75,
      padAngle: 0,
      avoidLabelOverlap: true,
      itemStyle: { borderColor: look.background, borderWidth: slices.length > 1 ? 1.5 : 0 },
      emphasis: { scaleSize: 4 },
      label: {
        color: look.text,
        fontSize: 12,
        overflow: 'truncate',
        ellipsis: '…',
        width: narrow ? 64 : room,
        formatter: ({ dataIndex }) => {
          const slice = slices[dataIndex]
          if (!slice) return ''
          const share = shareOf(slice.amount, positive)
          const oneLine = `${slice.name} ${share}`
          // The legend of a narrow ring has the names: beside the slices they would be cut to beginnings that are alike.
          if (narrow) return share
          // The end of a label that is too long is cut off, so its share is on a second line.
          return widthOf(oneLine) > room ? `${slice.name}\n${share}` : oneLine
        },
      },
      labelLine: { length: LINE, length2: narrow ? 4 : LINE_END, lineStyle: { color: look.axis } },
      data: slices.map(({ name, amount }, index) => ({
        name,
        // A ring is drawn in pixels: a float is exact enough for an angle, texts use the amount.
        value: Number(fenOf(amount)),
        itemStyle: { color: rest && index === slices.length - 1 ? OTHERS : colorOf(index) },
      })),
    },
  }
}

/** The sum in the hole. */
export const holeText = (net: string): string => short(net)

const HOLE_FONT = 20
/** Share of the hole's diameter that the sum may take: bold text is wider than `widthOf` says, and the caption is below it. */
const HOLE_ROOM = 0.8
/** The largest font size at which the sum fits the hole. */
export const holeFont = (text: string, { width, height }: { width: number; height: number }): number => {
  const hole = (Math.min(width, height) * outerOf(width) * INNER) / 100
  return Math.min(HOLE_FONT, Math.floor((hole * HOLE_ROOM * 12) / widthOf(text)))
}
