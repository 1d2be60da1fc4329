import { Button } from '../../../ui/Button.tsx'
import { TextTip } from '../../../ui/popup/TextTip.tsx'

const NEEDED = '核销要求凭证类型、票面税率、凭证图片均不为空'

export const HistoryButton = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>核销记录</Button>
)

export const WriteOffButton = ({ onClick }: { onClick: () => void }) => (
  <TextTip text={() => NEEDED} side="under">
    <Button onClick={onClick} aria-description={NEEDED}>
      核销
    </Button>
  </TextTip>
)
