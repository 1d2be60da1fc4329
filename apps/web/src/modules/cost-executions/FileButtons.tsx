import { Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { downloadExport } from '../../ui/download.ts'
import { IconDownload, IconPrint, IconUpload } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { toast } from '../../ui/toast.ts'
import { exportPayments } from './api.ts'
import type { PaymentSearch } from './search.ts'

const PrintList = lazyDialog(
  () => import('./print/PrintList.tsx'),
  ({ onDone }) => onDone(),
)

/** 打印: the list as it is filtered and sorted, on paper. */
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

export function ImportButton({ onClick }: { onClick: () => void }) {
  return (
    <Button icon={<IconUpload size={14} />} onClick={onClick}>
      批量新增
    </Button>
  )
}

/** 导出: every payment that the list shows, on all its pages. `total`: how many, where that is known. */
export function ExportButton({ search, total }: { search: PaymentSearch; total: number | undefined }) {
  const [asking, setAsking] = useState(false)
  const busy = useRef(false)

  const run = async () => {
    if (busy.current) return
    if (total === 0) return toast.warning('没有可导出的数据')
    busy.current = true
    setAsking(true)
    const done = total === undefined ? '开始导出' : `开始导出，共 ${count(total)} 条`
    await downloadExport(() => exportPayments(search), done)
    busy.current = false
    setAsking(false)
  }

  return (
    <Button icon={<IconDownload size={14} />} loading={asking} onClick={() => void run()}>
      导出
    </Button>
  )
}
