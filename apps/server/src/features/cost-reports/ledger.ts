import type { Ledger } from '../../platform/ledger.ts'

export const COST_REPORTS = {
  resource: 'cost_report',
  table: 'cost_reports',
  parts: {
    cost_report_rows: '已出具的成本报表',
    cost_estimates: '预计',
    shooting_days: '拍摄日',
    shooting_plans: '拍摄计划',
  },
  label: null,
  subjects: [
    { table: 'cost_report_rows', record: 'report_id' },
    { table: 'cost_estimates', record: null },
  ],
  contract: null,
  type: null,
  files: null,
  shownIn: ['overview'],
} as const satisfies Ledger
