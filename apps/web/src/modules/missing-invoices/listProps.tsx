import { AGES, FLAGS, REASONS } from '@pianzhang/contract/missing-invoices'
import { memo, type ReactNode } from 'react'
import { optionsOf } from '../../platform/ledger/selects.ts'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { closedFilter, codesFilter, valueFilter } from '../../ui/filters/filter.tsx'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { ExportButton } from '../../ui/list/FileButtons.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'
import { Ages } from './Ages.tsx'
import type { LineRow, PayerList } from './api.ts'
import type { MissingFilter, Tab } from './search.ts'
import { TitleButton } from './title/TitleButton.tsx'
import { nameOf } from './words.ts'

/** A line that lacks an invoice as a card on phones. */
const Card = memo(function Card({ row, actions }: { row: LineRow; actions: readonly RowAction[] }) {
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.payer}
      amount={row.lacking_yuan}
      text={`${row.subject_three_name}${row.summary && ` · ${row.summary}`}`}
      meta={[
        row.pay_at,
        `${row.days}天`,
        row.age === 'over_90' ? { warning: row.reason_i18n } : row.reason_i18n,
        ...(row.flag === null ? [] : [{ warning: row.flag === 'due' ? '汇算前' : '已过汇算' }]),
        ...(row.lacking_yuan === row.pay_amount_yuan ? [] : [{ label: '付款', amount: row.pay_amount_yuan }]),
      ]}
      actions={[...actions]}
    />
  )
})

/** Filters of both tabs. */
const FILTERS: FilterParts<MissingFilter> = {
  keywords: { label: '付款方/付款编号/摘要', placeholder: '付款方、付款编号或摘要' },
  filters: [
    closedFilter('原因', 'reason', optionsOf(REASONS)),
    closedFilter('账龄', 'age', optionsOf(AGES)),
    closedFilter('汇算', 'flag', optionsOf(FLAGS)),
    valueFilter('付款方', 'payer', (payer) => payer),
    codesFilter,
  ],
}

interface Parts {
  tab: Tab
  /** The tab's name. */
  label: string
  tabs: ReactNode
  view: {
    data: Pick<PayerList, 'totals'> | undefined
    stale: boolean
    filterBy: (filter: MissingFilter) => void
  }
  /** Asks for the spreadsheet of the lines; undefined: not allowed. */
  exported: (() => Promise<string | undefined>) | undefined
  actionsOf: (row: LineRow) => RowAction[]
}

/** What the lists of both tabs have in common. */
export const listProps = ({
  tab,
  label,
  tabs,
  view: { data, stale, filterBy },
  exported,
  actionsOf,
}: Parts) => ({
  title: '欠票',
  label,
  paper: `欠票（${label}）`,
  tabs,
  tab,
  notice: <Ages totals={data?.totals} stale={stale} onFilter={filterBy} />,
  filters: FILTERS,
  files: (
    <>
      <TitleButton />
      {exported && <ExportButton total={stale ? undefined : data?.totals.count} ask={exported} />}
    </>
  ),
  card: (row: LineRow) => <Card key={row.code} row={row} actions={actionsOf(row)} />,
  rowLabel: nameOf,
  empty: '没有欠票：每条需要发票的付款都已关联查验通过的发票。',
})
