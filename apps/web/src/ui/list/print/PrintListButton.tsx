import { lazyDialog } from '../../code/lazy.tsx'
import { PrintButton } from '../../page/print/PrintButton.tsx'
import { useDialog } from '../../popup/useDialog.tsx'
import type { ListOnPaper } from './onPaper.ts'

type Anything = ListOnPaper<never, { items: readonly never[]; listTotal: number }>
const PrintList = lazyDialog<Anything & { onClose: () => void }>(() => import('./PrintList.tsx'))

/** 打印 of a list, as its filter and order were when it was pressed. */
export function PrintListButton<R, L extends { items: readonly R[]; listTotal: number }>({
  list,
}: {
  list: ListOnPaper<R, L>
}) {
  const { dialog, isOpen, open, close } = useDialog()
  const print = () => open(<PrintList {...(list as unknown as Anything)} onClose={close} />)
  return (
    <>
      <PrintButton loading={isOpen} onPrint={print} />
      {dialog}
    </>
  )
}
