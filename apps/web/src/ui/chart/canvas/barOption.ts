import { fenOf, short } from '@pianzhang/contract/money'
import type { Figure } from '../figures/figures.ts'
import type { ChartOption } from './Chart.tsx'
import { ACCENT, type Look } from './look.ts'

export const ROW = 32
const THICKNESS = 14
const THICKEST = 60
const CHARACTER = 12
/** Room at the end of the longest bar for its value. */
const VALUE_WIDTH = 80
const PADDING = 4
/** Pixels between a name and its bar. */
const GAP = 10
/** The largest share of the panel's width that names may take. */
const MOST_FOR_NAMES = 0.45

/** Length of a bar. It is drawn in whole pixels, so an amount may become a float here; texts use the amount. */
const length = (amount: string): number => Number(fenOf(amount))

/** Estimated width of a text in the charts, in pixels: full-width characters are as wide as high, others 0.6 of that. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.6), 0) * CHARACTER

/** Characters of a line: a row has room for two lines of 14 px. */
const WRAP = 9
const LINE = 14
/** No line begins with one of these. */
const CLOSING = /^[)）\]】》」』”’，。、；：！？.,;:!?]$/

/** Breaks a name into two lines: 某某影视器材租赁有 / 限公司. A longer name ends in an ellipsis; the tooltip has the whole name. */
function wrapped(name: string): string {
  const letters = [...name]
  const end = CLOSING.test(letters[WRAP] ?? '') ? WRAP + 1 : WRAP
  const rest = letters.slice(end)
  if (rest.length === 0) return name
  const second = rest.length > WRAP ? `${rest.slice(0, WRAP - 1).join('')}…` : rest.join('')
  return `${letters.slice(0, end).join('')}\n${second}`
}

/** Names at the panel's edge, the value at the end of its bar, no value axis. Negative bars are red and go to the left. */
export function barOption(rows: readonly Figure[], width: number, still: boolean, look: Look): ChartOption {
  const lines = rows.flatMap(({ name }) => wrapped(name).split('\n'))
  const names = Math.ceil(
    Math.min(width * MOST_FOR_NAMES, Math.max(...lines.map(widthOf), CHARACTER) + 2 * GAP),
  )
  const below = rows.some(({ amount }) => fenOf(amount) < 0n)
  const categories = rows.map(({ name }) => name)
  return {
    animation: !still,
    animationDuration: 300,
    textStyle: { fontFamily: look.font, fontSize: 12 },
    grid: {
      left: names,
      right: VALUE_WIDTH,
      top: PADDING,
      height: rows.length * ROW,
      outerBoundsMode: 'none',
    },
    xAxis: { type: 'value', show: false, min: below ? 'dataMin' : 0, max: below ? upTo(rows) : 'dataMax' },
    yAxis: [
      {
        type: 'category',
        inverse: true,
        data: categories,
        axisTick: { show: false },
        // The names stay at the edge, wherever 0 is.
        axisLine: { show: false, onZero: false },
        axisLabel: {
          align: 'left',
          margin: names,
          formatter: wrapped,
          lineHeight: LINE,
          width: names - GAP,
          overflow: 'truncate',
          color: look.text,
          fontSize: 12,
        },
      },
      {
        type: 'category',
        inverse: true,
        data: categories,
        position: 'left',
        axisTick: { show: false },
        axisLabel: { show: false },
        axisLine: { onZero: true, lineStyle: { color: look.axis, width: 1 } },
      },
    ],
    series: {
      type: 'bar',
      barWidth: THICKNESS,
      barMaxWidth: THICKEST,
      data: rows.map(({ amount, color = ACCENT }) => {
        const minus = fenOf(amount) < 0n
        return {
          value: length(amount),
          itemStyle: { color: minus ? look.red : color, borderRadius: minus ? [2, 0, 0, 2] : [0, 2, 2, 0] },
          label: {
            show: true,
            // Right of the bar. For a negative bar that is behind the axis, so that the bar has the space left of it.
            position: 'right',
            color: minus ? look.red : look.text,
            formatter: () => short(amount),
          },
        }
      }),
    },
  }
}

/** Upper end of the axis. Without positive amounts it is 0; ECharts would take the largest negative amount. */
const upTo = (rows: readonly { amount: string }[]): number =>
  Math.max(0, ...rows.map(({ amount }) => length(amount)))

export const barHeight = (count: number): number => count * ROW + 2 * PADDING
