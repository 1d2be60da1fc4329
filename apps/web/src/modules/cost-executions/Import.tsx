import { useSite } from '../../platform/session/site.ts'
import { ImportDialog } from '../../ui/import/ImportDialog.tsx'
import { payments } from './api.ts'

const LABELS = {
  records: '付款（笔）',
  amount: '付款总额（元）',
  period: '付款时间',
  show: '查看本次新增的付款',
}

interface Props {
  onClose: () => void
  /** Filters the list by the code of an import. */
  onShow: (importCode: string) => void
}

/** 批量新增付款明细: payments from a spreadsheet, all rows or none. */
export function Import({ onClose, onShow }: Props) {
  const site = useSite()
  return (
    <ImportDialog
      title="批量新增付款明细"
      labels={LABELS}
      calls={payments.sheets}
      onAdded={() => void payments.changed()}
      onShow={onShow}
      onClose={onClose}
      phone={site?.hotline}
    />
  )
}
