import { Suspense, useState } from 'react'
import { lazyDialog } from '../../code/lazy.tsx'
import { PrintButton } from '../../page/print/PrintButton.tsx'
import type { ListOnPaper } from './onPaper.ts'

type Anything = ListOnPaper<never, { items: readonly never[]; listTotal: number }>
const PrintList = lazyDialog<Anything & { onDone: () => void }>(
  () => import('./PrintList.tsx'),
  ({ onDone }) => onDone(),
)

/** 打印 of a list, as its filter and order were when it was pressed. */
export function PrintListButton<R, L extends { items: readonly R[]; listTotal: number }>({
  list,
}: {
  list: ListOnPaper<R, L>
}) {
  const [printing, setPrinting] = useState<Anything | null>(null)
  return (
    <>
      <PrintButton
        loading={printing !== null}
        onPrint={() => setPrinting((old) => old ?? (list as unknown as Anything))}
      />
      {printing && (
        <Suspense>
          <PrintList {...printing} onDone={() => setPrinting(null)} />
        </Suspense>
      )}
    </>
  )
}
