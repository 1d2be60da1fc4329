import { ImportDialog, type ImportProps } from '../../../ui/import/ImportDialog.tsx'
import { budgets } from '../api.ts'

const LABELS = {
  records: '预算（条）',
  amount: '预算总额（元）',
  show: '查看本次新增的预算',
}

/** 批量新增费用预算: budget lines from a spreadsheet, all rows or none. */
export default function Import(props: ImportProps) {
  return <ImportDialog of={budgets} title="批量新增费用预算" labels={LABELS} {...props} />
}
