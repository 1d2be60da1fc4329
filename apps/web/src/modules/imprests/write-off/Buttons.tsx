import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { TextTip } from '../../../ui/popup/TextTip.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { previewWriteOff } from './api.ts'
import { askWriteOff } from './askWriteOff.tsx'

const NEEDED = '核销要求凭证类型、票面税率、凭证图片均不为空'

export const HistoryButton = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>核销记录</Button>
)

/** 核销: gets a preview from the server, then asks for confirmation. `onLacking`: shows the details that lack something. */
export function WriteOffButton({ onLacking }: { onLacking: () => void }) {
  const [asking, setAsking] = useState(false)
  const busy = useRef(false)

  const run = async () => {
    if (busy.current) return
    busy.current = true
    setAsking(true)
    // A failure has been reported by the call.
    const preview = await previewWriteOff().catch(() => null)
    busy.current = false
    setAsking(false)
    if (preview === null) return
    if (preview.total_quantity === 0) return toast.warning('没有可核销的明细')
    askWriteOff(preview, onLacking)
  }

  return (
    <TextTip text={() => NEEDED} side="under">
      <Button loading={asking} onClick={() => void run()} aria-description={NEEDED}>
        核销
      </Button>
    </TextTip>
  )
}
