import { type Fen, fenOf, short } from '@pianzhang/contract/money'
import type { ChartOption } from './Chart.tsx'
import { type Shown, shareOf } from './figures.ts'
import { type Look, OTHERS, PALETTE } from './look.ts'

export const colorOf = (index: number): string => PALETTE[index] ?? OTHERS
/** Seven figures and 其他, which adds up the rest. */
export const MOST_SLICES = 8
/** Characters. The share of a longer name is on a second line, because the end of a long label is cut off. */
const LONG_NAME = 5
/** Pixels. A narrower panel has no room for names beside the ring. */
const NARROW = 420

/** The ring's slices in their order. */
export const withRest = ({ figures, rest }: Shown): readonly { name: string; amount: string }[] => [
  ...figures,
  ...(rest ? [{ name: '其他', amount: rest.amount }] : []),
]

/** A ring whose largest slice begins at the upper right, so that small ones sit at the top; names and shares outside. */
export function donutOption(
  { figures, rest }: Shown,
  positive: Fen,
  width: number,
  still: boolean,
  look: Look,
): ChartOption {
  const slices = withRest({ figures, rest })
  const narrow = width < NARROW
  const outer = narrow ? 58 : 72
  return {
    animation: !still,
    animationDuration: 300,
    textStyle: { fontFamily: look.font, fontSize: 12 },
    series: {
      type: 'pie',
      // 52 to 78 of what the labels leave.
      radius: [`${(outer * 52) / 78}%`, `${outer}%`],
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
        width: narrow ? 64 : 112,
        formatter: ({ dataIndex }) => {
          const slice = slices[dataIndex]
          if (!slice) return ''
          const space = narrow || slice.name.length > LONG_NAME ? '\n' : ' '
          return `${slice.name}${space}${shareOf(slice.amount, positive)}`
        },
      },
      labelLine: { length: 10, length2: narrow ? 4 : 12, lineStyle: { color: look.axis } },
      data: slices.map(({ name, amount }, index) => ({
        name,
        // A ring is drawn in pixels: a float is exact enough for an angle, the texts come from the amount.
        value: Number(fenOf(amount)),
        itemStyle: { color: rest && index === slices.length - 1 ? OTHERS : colorOf(index) },
      })),
    },
  }
}

/** The sum in the hole. */
export const holeText = (net: string): string => short(net)
