import { AGES, type Age } from '@pianzhang/contract/missing-invoices'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { queryClient } from '../../../platform/query.ts'
import { useCan } from '../../../platform/session/session.ts'
import { count } from '../../../ui/count.ts'
import { RecordList } from '../../../ui/list/RecordList.tsx'
import { useSelection } from '../../../ui/list/selection/useSelection.ts'
import { useFilteredList } from '../../../ui/list/useFilteredList.tsx'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import type { DataColumn } from '../../../ui/table/column.ts'
import { actionsColumn, moneyText } from '../../../ui/table/columns/columns.tsx'
import { groupHeads } from '../../../ui/table/GroupHead.tsx'
import { type ListSums, sumOf } from '../../../ui/table/sums.ts'
import { PaymentLink } from '../../booking/PaymentLink.tsx'
import { type LineRow, type Payer, type PayerList, payerLinesQuery, payers } from '../api.ts'
import { Flag } from '../Flag.tsx'
import { listProps } from '../listProps.tsx'
import styles from '../missing.module.css'
import { type MissingFilter, type PayerSearch, pageSearch } from '../search.ts'
import { useLineActions } from '../useLineActions.tsx'
import { lackingOf, nameOf } from '../words.ts'
import { amountsOf, type Opened, selectedOf, withLines } from './groups.ts'
import { MessageButton } from './MessageButton.tsx'

/** Which payers of a page are opened, and their lines. */
function useOpened(search: PayerSearch, payers: readonly Payer[]) {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set())
  const shown = payers.filter(({ payer }) => names.has(payer)).map(({ payer }) => payer)
  const read = useQueries({ queries: shown.map((payer) => payerLinesQuery(search, payer)) })
  const opened = new Map<string, Opened | undefined>(
    shown.map((payer, index) => {
      const data = read[index]?.data
      return [payer, data && { items: data.items, count: data.listTotal }]
    }),
  )
  const toggle = (payer: string) => {
    const next = new Set(names)
    if (!next.delete(payer)) next.add(payer)
    setNames(next)
  }
  /** Opens a payer and answers its lines. A failure is reported by the call. */
  const readLines = async (payer: string): Promise<readonly LineRow[]> => {
    setNames((old) => new Set([...old, payer]))
    return (await queryClient.fetchQuery(payerLinesQuery(search, payer))).items
  }
  return { opened, lines: [...opened.values()].flatMap((one) => one?.items ?? []), toggle, readLines }
}

const route = getRouteApi('/in-project/invoice/missing')

/** The amount of a line in the column of its age, so that a payer's figures are the sums of what stands below them. */
const ageColumn = (age: Age, label: string): DataColumn<LineRow> => ({
  key: age,
  title: label,
  width: 124,
  align: 'right',
  text: (row) => (row.age === age ? moneyText(row.lacking_yuan) : ''),
  render: (row) =>
    row.age === age && <MoneyText amount={row.lacking_yuan} className={age === 'over_90' ? 'red' : ''} />,
})

const COLUMNS: readonly DataColumn<LineRow>[] = [
  {
    key: 'payer',
    title: '付款方',
    least: 320,
    fixed: 'start',
    text: ({ payment_code, pay_at, days, reason_i18n }) =>
      `${payment_code} ${pay_at} ${days}天 ${reason_i18n}`,
    render: (row) => (
      <span title={row.summary}>
        <span className={styles.line}>
          <PaymentLink code={row.payment_code} />
          <span className="num">{row.pay_at}</span>
          <span className="num">{count(row.days)}天</span>
          <span className="muted">{row.reason_i18n}</span>
        </span>
      </span>
    ),
  },
  ...AGES.map(({ code, label }) => ageColumn(code, label)),
  {
    key: 'amount',
    title: '欠票合计（元）',
    width: 132,
    align: 'right',
    sortable: true,
    essential: true,
    text: () => '',
    // The sum is the payer's; a line has the tag there, for which its reason leaves no room.
    render: (row) => <Flag of={row} />,
  },
]

const totalsOf = (list: PayerList) => [
  {
    of: 'all' as const,
    label: '合计',
    note: `${count(list.count)} 笔`,
    amounts: amountsOf(list.totals),
  },
]
const SUMS: ListSums<LineRow, PayerList> = {
  table: totalsOf,
  cards: (list) => [
    { name: list ? `欠票合计 · 共 ${count(list.count)} 笔` : '欠票合计', amount: list?.lacking_yuan },
  ],
  selected: (rows) => [{ name: '合计', amount: sumOf(rows, lackingOf) }],
}

/** 按付款方: who owes invoices, with what each was paid below. */
export default function PayersTab({ tabs }: { tabs: ReactNode }) {
  const view = useFilteredList(route, payers)
  const { change } = useAddress(route, pageSearch)
  const { search, data, stale } = view
  const [selected, setSelected] = useSelection<LineRow>(view.filterKey)
  const cards = useMedia(CARDS)
  const can = useCan()
  const { opened, lines, toggle, readLines } = useOpened(search, data?.payers ?? [])
  const selectNone = () => setSelected(new Map())
  const actions = useLineActions(selectNone)
  const { mayLink, actionsOf } = actions

  /** Selects the lines of payers, which are read for it, or none of them. */
  const selectPayers = async (names: readonly string[], on: boolean) => {
    if (stale) return
    try {
      const rows = on ? (await Promise.all(names.map(readLines))).flat() : []
      setSelected(
        (old) =>
          new Map([
            ...[...old].filter(([, line]) => !names.includes(line.payer)),
            ...rows.map((row) => [row.code, row] as const),
          ]),
      )
    } catch {
      // The call has reported its failure; nothing is selected then.
    }
  }
  const states = (data?.payers ?? []).map((payer) => selectedOf(payer, selected))
  const rows = [...selected].map(([code, row]) => lines.find((line) => line.code === code) ?? row)
  const heads = {
    opened,
    onToggle: toggle,
    onMore: (payer: string) => change((old) => ({ ...old, payer, tab: 'ages' as const })),
    action: (payer: string) => <MessageButton payer={payer} />,
    ...(mayLink && {
      selected,
      onSelect: ({ payer }: { payer: string }, on: boolean) => void selectPayers([payer], on),
    }),
  }
  return (
    <RecordList<MissingFilter, PayerList>
      of={{
        ...view,
        rows: data ? lines : undefined,
        selection: mayLink && !cards ? { selected, rows, select: setSelected, selectNone } : undefined,
        dialogs: actions.dialogs,
      }}
      {...listProps({
        tab: 'payers',
        label: '按付款方',
        tabs,
        view,
        exported: can('missing_invoice', 'export') ? () => payers.exported(search) : undefined,
        actionsOf,
      })}
      batch={actions.batch(rows)}
      columns={[...COLUMNS, actionsColumn<LineRow>(132, nameOf, actionsOf)]}
      sums={SUMS}
      groups={
        data && {
          ...groupHeads,
          ofPage: () => withLines(data.payers, heads),
          ofAll: (list) => withLines(list.payers, { ...heads, opened: new Map(), selected: undefined }),
          all: mayLink
            ? {
                state: states.every((state) => state === 'none')
                  ? 'none'
                  : states.every((state) => state === 'all')
                    ? 'all'
                    : 'some',
                onChange: (on: boolean) =>
                  void selectPayers(
                    data.payers.map(({ payer }) => payer),
                    on,
                  ),
              }
            : undefined,
        }
      }
    />
  )
}
