import { Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { IconPrint } from '../../ui/icons.tsx'
import type { PaymentSearch } from './search.ts'

const PrintList = lazyDialog(
  () => import('./print/PrintList.tsx'),
  ({ onDone }) => onDone(),
)

/** 打印: prints the list with its filters and order. */
export function PrintButton({ search }: { search: PaymentSearch }) {
  const [printing, setPrinting] = useState<PaymentSearch | null>(null)
  return (
    <>
      <Button
        icon={<IconPrint size={14} />}
        loading={printing !== null}
        onClick={() => setPrinting((old) => old ?? search)}
      >
        打印
      </Button>
      {printing && (
        <Suspense>
          <PrintList search={printing} onDone={() => setPrinting(null)} />
        </Suspense>
      )}
    </>
  )
}
