import type { MissingLine } from '@pianzhang/contract/missing-invoices'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { useReturnFocus } from '../../../ui/popup/useReturnFocus.ts'

const FillDialog = lazyDialog(() => import('./FillDialog.tsx'))

/** 补票 and 批量补票. `onFilled`: lines have got their invoices. */
export function useFill(onFilled: () => void): {
  open: (rows: readonly MissingLine[]) => void
  dialog: ReactNode
} {
  const [rows, setRows] = useState<readonly MissingLine[] | null>(null)
  useReturnFocus(rows !== null)
  return {
    open: setRows,
    dialog: rows && <FillDialog rows={rows} onFilled={onFilled} onClose={() => setRows(null)} />,
  }
}
