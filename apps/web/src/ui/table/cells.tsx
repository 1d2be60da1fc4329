import { formatYuan } from '@pianzhang/contract/money'
import { MoneyText } from '../MoneyText.tsx'

/** Holds 9,999,999,999,999.99 in the weight of sums, between the paddings of a cell. */
const MONEY_WIDTH = 164

/** The usual cells of a list's rows, on the screen and on paper: a column spreads one. */
export const cells = <R,>() => ({
  /** With its full text in a native `title`: hundreds of component tooltips would slow the table down. `none`: instead of an empty one, on the screen. */
  text: (text: (row: R) => string, none = '') => ({
    text,
    render: (row: R) => <span title={text(row)}>{text(row) || none}</span>,
  }),
  /** Digits of one width, never broken on paper: days, times, numbers. */
  number: (text: (row: R) => string, none = '') => ({
    text,
    unbroken: true,
    render: (row: R) => (
      <span className="num" title={text(row)}>
        {text(row) || none}
      </span>
    ),
  }),
  /** An amount in yuan. */
  money: (amountOf: (row: R) => string | null) => ({
    width: MONEY_WIDTH,
    align: 'right' as const,
    text: (row: R) => moneyText(amountOf(row)),
    render: (row: R) => <MoneyText amount={amountOf(row)} />,
  }),
})

/** On paper. */
export const moneyText = (amount: string | null): string => (amount === null ? '' : formatYuan(amount))
