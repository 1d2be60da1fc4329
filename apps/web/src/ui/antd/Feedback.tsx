import { App } from 'antd'
import { useEffect } from 'react'
import { bindFeedback } from '../toast.ts'

/** Where toasts and questions appear; hands antd's functions for them, which need the context, to code that has none. */
export const Feedback = () => (
  <App message={{ maxCount: 3 }}>
    <Bind />
  </App>
)

function Bind() {
  const app = App.useApp()
  // What waits may open at once, which needs antd's holders in the document.
  useEffect(() => bindFeedback(app), [app])
  return null
}
