import { MAX_LINKED } from '@pianzhang/contract/missing-invoices'
import { formatYuan } from '@pianzhang/contract/money'
import type { ReactNode } from 'react'
import { count } from '../../../ui/count.ts'
import type { GroupHead } from '../../../ui/table/groups.ts'
import type { LineRow, Payer } from '../api.ts'

/** The lines of an opened payer; `count`: of all, of which the first are read. */
export interface Opened {
  items: readonly LineRow[]
  count: number
}

interface PayerHeads {
  /** The lines of each opened payer; undefined: they are being read. */
  opened: ReadonlyMap<string, Opened | undefined>
  onToggle: (payer: string) => void
  /** Shows all lines of a payer. */
  onMore: (payer: string) => void
  /** Undefined: no line can be selected. */
  selected?: ReadonlyMap<string, LineRow> | undefined
  onSelect?: (payer: Payer, on: boolean) => void
  action?: (payer: string) => ReactNode
}

const NONE = '0.00'
/** The amounts of a payer by column. */
export const amountsOf = ({
  ages,
  lacking_yuan,
}: Pick<Payer, 'ages' | 'lacking_yuan'>): Record<string, string> => ({
  ...Object.fromEntries(
    ages.flatMap((one) => (one.lacking_yuan === NONE ? [] : [[one.age, one.lacking_yuan]])),
  ),
  amount: lacking_yuan,
})

/** 已退款 10,000.00 元: a refund may be of a payment whose invoice is asked for. */
const refundsText = ({ refunds }: Payer): string[] =>
  refunds.count === 0 ? [] : [`已退款 ${formatYuan(refunds.amount_yuan)} 元`]

/** How many lines of a payer are selected. */
export function selectedOf(payer: Payer, selected: ReadonlyMap<string, LineRow>): 'none' | 'some' | 'all' {
  let some = 0
  for (const line of selected.values()) if (line.payer === payer.payer) some += 1
  return some === 0 ? 'none' : some < Math.min(payer.count, MAX_LINKED) ? 'some' : 'all'
}

/** The payers of a page as heads, with the lines of those that are opened below them. */
export function withLines(payers: readonly Payer[], heads: PayerHeads): (LineRow | GroupHead)[] {
  const { opened, onToggle, onMore, selected, onSelect, action } = heads
  return payers.flatMap((payer) => {
    const lines = opened.get(payer.payer)
    const head: GroupHead = {
      key: `payer ${payer.payer}`,
      level: 0,
      label: payer.payer || '未填付款方',
      note: [`${count(payer.count)} 笔`, ...refundsText(payer)].join('，'),
      amounts: amountsOf(payer),
      urgent: ['over_90'],
      open: opened.has(payer.payer),
      onToggle: () => onToggle(payer.payer),
      ...(selected &&
        onSelect && {
          select: { state: selectedOf(payer, selected), onChange: (on: boolean) => onSelect(payer, on) },
        }),
      ...(action && { action: action(payer.payer) }),
    }
    const rest = lines ? lines.count - lines.items.length : 0
    return [
      head,
      ...(lines?.items ?? []),
      ...(rest > 0
        ? [
            {
              key: `more ${payer.payer}`,
              level: 1,
              label: `其余 ${count(rest)} 笔`,
              note: '在“按账龄”中查看',
              amounts: {},
              open: false,
              onToggle: () => onMore(payer.payer),
            },
          ]
        : []),
    ]
  })
}
