import { useSite } from '../../app/site.ts'
import { ImportDialog } from '../../ui/ImportDialog.tsx'
import { importPayments, importTemplate, paymentsChanged } from './api.ts'

/** 批量新增付款明细: payments from a spreadsheet, all rows or none. */
export function Import({ onClose }: { onClose: () => void }) {
  const site = useSite()
  return (
    <ImportDialog
      title="批量新增付款明细"
      template={importTemplate}
      run={importPayments}
      onAdded={() => void paymentsChanged()}
      onClose={onClose}
      phone={site?.hotline}
    />
  )
}
