import type { IssuedReport } from '@pianzhang/contract/cost-report'
import type { DataColumn } from '../../../ui/table/column.ts'
import {
  actionsColumn,
  moneyColumn,
  numberColumn,
  openColumn,
  textColumn,
} from '../../../ui/table/columns/columns.tsx'
import type { RowAction } from '../../../ui/table/columns/RowActions.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { Figure } from '../Figure.tsx'

/** 第3期 截至 2026-11-15 */
export const issuedName = ({ no, as_of }: Pick<IssuedReport, 'no' | 'as_of'>): string =>
  `第${no}期 截至 ${as_of}`

const WIDTH = { width: 122 }

export const issuedColumns = (
  onOpen: (row: IssuedReport) => void,
  actionsOf: (row: IssuedReport) => readonly RowAction[],
): DataColumn<IssuedReport>[] => [
  openColumn('no', '期号', ({ no }) => `第${no}期`, onOpen, { width: 76, fixed: 'start' }),
  numberColumn('as_of', '截至日', ({ as_of }) => as_of, { width: 100 }),
  moneyColumn('budget', '现行预算', ({ budget_yuan }) => budget_yuan, WIDTH),
  moneyColumn('period', '本期发生', ({ period_yuan }) => period_yuan, WIDTH),
  moneyColumn('spent', '累计发生', ({ spent_yuan }) => spent_yuan, WIDTH),
  moneyColumn('committed', '合同未付', ({ committed_yuan }) => committed_yuan, {
    ...WIDTH,
    beginsHidden: true,
  }),
  moneyColumn('etc', '预计尚需', ({ etc_yuan }) => etc_yuan, { ...WIDTH, beginsHidden: true }),
  moneyColumn('efc', '预计总成本', ({ efc_yuan }) => efc_yuan, WIDTH),
  {
    ...moneyColumn<IssuedReport>('variance', '差异', ({ variance_yuan }) => variance_yuan, WIDTH),
    render: ({ variance_yuan }) => <Figure amount={variance_yuan} isVariance />,
  },
  textColumn('issuer', '出具人', ({ issuer_name }) => issuer_name, { width: 72 }),
  numberColumn('issued_at', '出具时间', ({ issued_at }) => formatMinute(issued_at), { least: 144 }),
  actionsColumn(176, issuedName, actionsOf),
]
