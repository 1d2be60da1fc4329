import { ImportDialog, type ImportProps } from '../../ui/import/ImportDialog.tsx'
import { payments } from './api.ts'

const LABELS = {
  records: '付款（笔）',
  amount: '付款总额（元）',
  period: '付款时间',
  show: '查看本次新增的付款',
}

/** 批量新增付款明细: payments from a spreadsheet, all rows or none. */
export default function Import(props: ImportProps) {
  return <ImportDialog of={payments} title="批量新增付款明细" labels={LABELS} {...props} />
}
