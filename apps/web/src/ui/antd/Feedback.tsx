import useMessage from 'antd/es/message/useMessage'
import useModal from 'antd/es/modal/useModal'
import { useEffect } from 'react'
import { bindFeedback } from '../popup/toast.ts'

/** Renders toasts and questions. Passes antd's functions for them, which need this React context, to code outside of it. */
export function Feedback() {
  const [toasts, toastPlace] = useMessage({ maxCount: 3 })
  const [modal, questionPlace] = useModal()
  // In an effect: queued toasts and questions open at once, and need their places in the document.
  useEffect(() => bindFeedback({ message: toasts, modal }), [toasts, modal])
  return (
    <>
      {toastPlace}
      {questionPlace}
    </>
  )
}
