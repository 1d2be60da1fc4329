import { useSite } from '../../../platform/session/site.ts'
import { ImportDialog } from '../../../ui/import/ImportDialog.tsx'
import { contracts } from '../api.ts'

const LABELS = {
  records: '合同（份）',
  amount: '合同总额（元）',
  period: '签约时间',
  show: '查看本次新增的合同',
}

interface Props {
  onClose: () => void
  /** Shows in the list what one import has brought, by its code. */
  onShow: (importCode: string) => void
}

/** 批量新增合同: contracts from a spreadsheet, all rows or none. */
export default function Import(props: Props) {
  const phone = useSite()?.hotline
  return (
    <ImportDialog
      title="批量新增合同"
      labels={LABELS}
      calls={contracts.sheets}
      onAdded={() => void contracts.changed()}
      phone={phone}
      {...props}
    />
  )
}
