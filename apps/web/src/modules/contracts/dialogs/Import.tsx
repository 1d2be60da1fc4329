import { ImportDialog, type ImportProps } from '../../../ui/import/ImportDialog.tsx'
import { contracts } from '../api.ts'

const LABELS = {
  records: '合同（份）',
  amount: '合同总额（元）',
  period: '签约时间',
  show: '查看本次新增的合同',
}

/** 批量新增合同: contracts from a spreadsheet, all rows or none. */
export default function Import(props: ImportProps) {
  return <ImportDialog of={contracts} title="批量新增合同" labels={LABELS} {...props} />
}
