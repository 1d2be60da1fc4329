import { useSite } from '../../platform/session/site.ts'
import { ImportDialog } from '../../ui/import/ImportDialog.tsx'
import { receipts } from './api.ts'

const LABELS = {
  records: '收款（笔）',
  amount: '收款总额（元）',
  period: '收款时间',
  show: '查看本次新增的收款',
}

interface Props {
  onClose: () => void
  /** Shows in the list what one import has brought, by its code. */
  onShow: (importCode: string) => void
}

/** 批量新增收款: receipts from a spreadsheet, all rows or none. */
export default function Import(props: Props) {
  const phone = useSite()?.hotline
  return (
    <ImportDialog
      title="批量新增收款"
      labels={LABELS}
      calls={receipts.sheets}
      onAdded={() => void receipts.changed()}
      phone={phone}
      {...props}
    />
  )
}
