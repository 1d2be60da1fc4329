import type { MissingLine } from '@pianzhang/contract/missing-invoices'
import { type ReactNode, Suspense, useState } from 'react'
import { useCan } from '../../platform/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { useReturnFocus } from '../../ui/popup/useReturnFocus.ts'
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
  const [filled, fill] = useState<Rows | null>(null)
  const [marked, mark] = useState<Rows | null>(null)
  useReturnFocus(filled !== null || marked !== null)
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
    dialogs: (
      <Suspense>
        {filled && <FillDialog rows={filled} onFilled={onDone} onClose={() => fill(null)} />}
        {marked && <MarkDialog rows={marked} onMarked={onDone} onClose={() => mark(null)} />}
      </Suspense>
    ),
  }
}
