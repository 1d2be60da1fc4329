import { ImportDialog, type ImportProps } from '../../ui/import/ImportDialog.tsx'
import { receipts } from './api.ts'

const LABELS = {
  records: '收款（笔）',
  amount: '收款总额（元）',
  period: '收款时间',
  show: '查看本次新增的收款',
}

/** 批量新增收款: receipts from a spreadsheet, all rows or none. */
export default function Import(props: ImportProps) {
  return <ImportDialog of={receipts} title="批量新增收款" labels={LABELS} {...props} />
}
