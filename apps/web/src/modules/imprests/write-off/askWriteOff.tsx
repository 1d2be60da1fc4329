import type { WriteOffPreview } from '@pianzhang/contract/imprests'
import { newId } from '../../../platform/changes/ownWrites.ts'
import { Button } from '../../../ui/Button.tsx'
import { ask } from '../../../ui/popup/confirm.tsx'
import { toast } from '../../../ui/popup/toast.ts'
import { writeOff, writtenOff } from './api.ts'
import { lackingText, readyText, resultText } from './words.ts'

/** Asks for confirmation, naming what will be posted and what the other details lack, then writes off. */
export function askWriteOff(preview: WriteOffPreview, onLacking: () => void): void {
  const { succeeded_quantity } = preview
  const lacking = lackingText(preview)
  if (succeeded_quantity === 0) {
    void ask({ title: '没有满足条件的明细', text: `${lacking}。`, ok: '查看' }).then((view) => {
      if (view) onLacking()
    })
    return
  }

  const left = new AbortController()
  // One Idempotency-Key for all tries of this question: a repetition after a lost answer gets the first result.
  const key = newId()
  const text = (
    <>
      <div>{readyText(preview)}。</div>
      {lacking && (
        <div>
          {lacking}
          <Button
            type="link"
            size="small"
            aria-label="查看未满足条件的明细"
            onClick={() => {
              left.abort()
              onLacking()
            }}
          >
            查看
          </Button>
        </div>
      )}
      {/* Two lines, since each sentence fits on a line of its own. */}
      <div>每条明细生成一笔付款。</div>
      <div>核销后的明细不能编辑或删除。</div>
    </>
  )
  void ask({ title: '确定核销？', text, until: left.signal }, async () => {
    const result = await writeOff(key)
    await writtenOff()
    toast.success(resultText(result))
  })
}
