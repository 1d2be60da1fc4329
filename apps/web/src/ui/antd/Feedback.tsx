import useMessage from 'antd/es/message/useMessage'
import useModal from 'antd/es/modal/useModal'
import { useEffect } from 'react'
import { bindFeedback } from '../popup/toast.ts'

/** Where toasts and questions appear; hands antd's functions for them, which need the context, to code that has none. */
export function Feedback() {
  const [toasts, toastPlace] = useMessage({ maxCount: 3 })
  const [modal, questionPlace] = useModal()
  // What waits may open at once, which needs their places in the document.
  useEffect(() => bindFeedback({ message: toasts, modal }), [toasts, modal])
  return (
    <>
      {toastPlace}
      {questionPlace}
    </>
  )
}
