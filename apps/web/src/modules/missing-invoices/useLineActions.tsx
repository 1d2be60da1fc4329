import type { MissingLine } from '@pianzhang/contract/missing-invoices'
import type { ReactNode } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { useDialog } from '../../ui/popup/useDialog.tsx'
import type { RowAction } from '../../ui/table/columns/RowActions.tsx'

const FillDialog = lazyDialog(() => import('./fill/FillDialog.tsx'))
const MarkDialog = lazyDialog(() => import('./MarkDialog.tsx'))

type Rows = readonly MissingLine[]

/** 补票 and 无需发票, of one line and of those that are selected. `onDone`: lines lack no invoice any more. */
export function useLineActions(onDone: () => void): {
  mayLink: boolean
  actionsOf: (row: MissingLine) => RowAction[]
  batch: (rows: Rows) => ReactNode
  dialogs: ReactNode
} {
  const mayLink = useCan()('cost_execution', 'write')
  const { dialog: dialogs, open, close } = useDialog()
  const fill = (rows: Rows) => open(<FillDialog rows={rows} onFilled={onDone} onClose={close} />)
  const mark = (rows: Rows) => open(<MarkDialog rows={rows} onMarked={onDone} onClose={close} />)
  return {
    mayLink,
    actionsOf: (row) =>
      mayLink
        ? [
            { label: '补票', onClick: () => fill([row]) },
            { label: '无需发票', onClick: () => mark([row]) },
          ]
        : [],
    batch: (rows) => (
      <>
        <Button size="small" type="primary" onClick={() => fill(rows)}>
          批量补票
        </Button>
        <Button size="small" onClick={() => mark(rows)}>
          无需发票
        </Button>
      </>
    ),
    dialogs,
  }
}
