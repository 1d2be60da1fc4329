import { ImportDialog, type ImportProps } from '../../../ui/import/ImportDialog.tsx'
import { imprests } from '../api.ts'

const LABELS = {
  records: '备用金明细（条）',
  amount: '付款总额（元）',
  period: '付款时间',
  show: '查看本次新增的备用金明细',
}

/** 批量新增备用金明细: details from a spreadsheet, all rows or none. */
export default function Import(props: ImportProps) {
  return <ImportDialog of={imprests} title="批量新增备用金明细" labels={LABELS} {...props} />
}
