import { useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { count } from '../count.ts'
import { downloadExport } from '../files/download.ts'
import { IconDownload, IconUpload } from '../icons.tsx'
import { RefusedButton } from '../popup/RefusedButton.tsx'
import { toast } from '../popup/toast.ts'

interface Props {
  /** How many records the list shows on all its pages, where that is known. */
  total: number | undefined
  /** Returns the spreadsheet's URL. A failure is reported by the call. */
  ask: () => Promise<string | undefined>
}

/** 导出: every record that the list shows, on all its pages. */
export function ExportButton({ total, ask }: Props) {
  const [asking, setAsking] = useState(false)
  const busy = useRef(false)

  const run = async () => {
    if (busy.current) return
    if (total === 0) return toast.warning('没有可导出的数据')
    busy.current = true
    setAsking(true)
    await downloadExport(ask, total === undefined ? '开始导出' : `开始导出，共 ${count(total)} 条`)
    busy.current = false
    setAsking(false)
  }

  return (
    <Button icon={<IconDownload size={14} />} loading={asking} onClick={() => void run()}>
      导出
    </Button>
  )
}

/** Opens the import. `refused`: why nobody may import now. */
export const ImportButton = ({ refused, onClick }: { refused?: string | undefined; onClick: () => void }) =>
  refused === undefined ? (
    <Button icon={<IconUpload size={14} />} onClick={onClick}>
      批量新增
    </Button>
  ) : (
    <RefusedButton icon={<IconUpload size={14} />} refused={refused}>
      批量新增
    </RefusedButton>
  )
