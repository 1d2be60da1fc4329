import { costReportApi } from '@pianzhang/contract/api/features'
import { sheetCalls } from '../../../platform/ledger/sheets.ts'
import { reportChanged } from '../api.ts'

export const IMPORTED = {
  model: 'cost_report' as const,
  sheets: sheetCalls(`${costReportApi.base}/estimates`),
  changed: reportChanged,
}

/** Texts of 批量修改预计. */
export const LABELS = {
  act: '批量修改',
  title: '批量修改预计',
  records: '科目（个）',
  amount: '预计金额合计（元）',
}
