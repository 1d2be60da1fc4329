import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../../platform/session/session.ts'
import { RecordList } from '../../../ui/list/RecordList.tsx'
import { useSelectable } from '../../../ui/list/useLedger.ts'
import type { DataColumn } from '../../../ui/table/column.ts'
import { actionsColumn, moneyColumn, numberColumn, textColumn } from '../../../ui/table/columns/columns.tsx'
import { groupHeads } from '../../../ui/table/GroupHead.tsx'
import { amountSums } from '../../../ui/table/sums.ts'
import { PaymentLink } from '../../booking/PaymentLink.tsx'
import { type LineList, type LineRow, lines } from '../api.ts'
import { Flag } from '../Flag.tsx'
import { listProps } from '../listProps.tsx'
import type { MissingFilter } from '../search.ts'
import { useLineActions } from '../useLineActions.tsx'
import { lackingOf, nameOf } from '../words.ts'
import { byAge } from './groups.ts'

const route = getRouteApi('/in-project/invoice/missing')
const BOTH = amountSums<LineRow, LineList>('lacking', lackingOf, (list) => list.lacking_yuan, '合计')
/** The capitals are above. */
const SUMS = {
  ...BOTH,
  table: (list: LineList) => BOTH.table(list).map(({ words: _, ...sum }) => sum),
  paper: BOTH.table,
}
const NONE = new Set<string>()

/** All columns fit beside the menu at 1440 px, with the actions. */
const COLUMNS: readonly DataColumn<LineRow>[] = [
  {
    key: 'payment',
    title: '付款编号',
    width: 148,
    fixed: 'start',
    text: ({ payment_code }) => payment_code,
    unbroken: true,
    render: ({ payment_code }) => <PaymentLink code={payment_code} />,
  },
  numberColumn('pay_at', '付款时间', ({ pay_at }) => pay_at, { width: 100, sortable: true }),
  textColumn('payer', '付款方', ({ payer }) => payer, { least: 132 }),
  textColumn('summary', '摘要', ({ summary }) => summary, { width: 160, beginsHidden: true }),
  textColumn('subject', '科目', ({ subject_three_name }) => subject_three_name, { width: 132 }),
  textColumn('voucher', '凭证类型', ({ voucher_category_i18n }) => voucher_category_i18n, {
    width: 120,
    beginsHidden: true,
  }),
  {
    key: 'reason',
    title: '原因',
    width: 160,
    text: ({ reason_i18n }) => reason_i18n,
    render: (row) => (
      <>
        {row.reason_i18n}
        <Flag of={row} />
      </>
    ),
  },
  numberColumn('days', '天数', ({ days }) => `${days}天`, { width: 60, align: 'right' }),
  moneyColumn('amount', '付款金额（元）', ({ pay_amount_yuan }) => pay_amount_yuan, { width: 128 }),
  moneyColumn('lacking', '欠票金额（元）', lackingOf, { width: 128, essential: true }),
]

/** 按账龄: each payment line that lacks an invoice, by how long ago it was paid. */
export default function AgesTab({ tabs }: { tabs: ReactNode }) {
  const view = useSelectable(route, lines)
  const { search, data, selection } = view
  const [folded, setFolded] = useState<ReadonlySet<string>>(NONE)
  const can = useCan()
  const actions = useLineActions(selection.selectNone)
  const { mayLink, actionsOf } = actions
  const toggle = (age: string) => {
    const next = new Set(folded)
    if (!next.delete(age)) next.add(age)
    setFolded(next)
  }
  return (
    <RecordList<MissingFilter, LineList>
      of={{
        ...view,
        ...(!mayLink && { selection: undefined }),
        dialogs: actions.dialogs,
      }}
      {...listProps({
        tab: 'ages',
        label: '按账龄',
        tabs,
        view,
        exported: can('missing_invoice', 'export') ? () => lines.exported(search) : undefined,
        actionsOf,
      })}
      batch={actions.batch(selection.rows)}
      columns={mayLink ? [...COLUMNS, actionsColumn<LineRow>(132, nameOf, actionsOf)] : COLUMNS}
      sums={SUMS}
      groups={
        data && {
          ...groupHeads,
          ofPage: (rows) => byAge(rows, data.totals, folded, toggle),
          ofAll: (list) => byAge(list.items, list.totals, NONE, () => {}),
        }
      }
    />
  )
}
