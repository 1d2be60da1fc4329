import { Button } from 'antd'
import { useState } from 'react'
import { copyText } from '../../../ui/copy.ts'

/** Says in the button whether the text was copied: the page for those who must set it up has no toasts. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [done, setDone] = useState<boolean>()
  return (
    <Button onClick={() => void copyText(text).then(setDone)}>
      {done === undefined ? children : done ? '已复制' : '复制失败，请手工抄写'}
    </Button>
  )
}
