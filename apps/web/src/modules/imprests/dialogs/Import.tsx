import { useSite } from '../../../platform/session/site.ts'
import { ImportDialog } from '../../../ui/import/ImportDialog.tsx'
import { imprests } from '../api.ts'

const LABELS = {
  records: '备用金明细（条）',
  amount: '付款总额（元）',
  period: '付款时间',
  show: '查看本次新增的备用金明细',
}

interface Props {
  onClose: () => void
  /** Shows in the list what one import has brought, by its code. */
  onShow: (importCode: string) => void
}

/** 批量新增备用金明细: details from a spreadsheet, all rows or none. */
export default function Import(props: Props) {
  const phone = useSite()?.hotline
  return (
    <ImportDialog
      title="批量新增备用金明细"
      labels={LABELS}
      calls={imprests.sheets}
      onAdded={() => void imprests.changed()}
      phone={phone}
      {...props}
    />
  )
}
