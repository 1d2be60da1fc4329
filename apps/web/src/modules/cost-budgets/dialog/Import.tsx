import { useSite } from '../../../platform/session/site.ts'
import { ImportDialog } from '../../../ui/import/ImportDialog.tsx'
import { budgets } from '../api.ts'

const LABELS = {
  records: '预算（条）',
  amount: '预算总额（元）',
  show: '查看本次新增的预算',
}

interface Props {
  onClose: () => void
  /** Shows in the list what one import has brought, by its code. */
  onShow: (importCode: string) => void
}

/** 批量新增费用预算: budget lines from a spreadsheet, all rows or none. */
export default function Import(props: Props) {
  const phone = useSite()?.hotline
  return (
    <ImportDialog
      title="批量新增费用预算"
      labels={LABELS}
      calls={budgets.sheets}
      onAdded={() => void budgets.changed()}
      phone={phone}
      {...props}
    />
  )
}
