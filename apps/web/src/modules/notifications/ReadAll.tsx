import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { markRead } from './api.ts'

/** The button goes with the last unread notice; `onDone` says where the focus stays. */
export function ReadAll({ onDone }: { onDone: () => void }) {
  const [marking, setMarking] = useState(false)
  const readAll = async () => {
    setMarking(true)
    // The failure has been reported.
    await markRead().catch(() => undefined)
    setMarking(false)
    onDone()
  }
  return (
    <Button type="link" loading={marking} onClick={() => void readAll()}>
      全部已读
    </Button>
  )
}
