import { App } from 'antd'
import { bindFeedback } from '../toast.ts'

/** Where toasts and questions appear; hands antd's functions for them, which need the context, to code that has none. */
export const Feedback = () => (
  <App message={{ maxCount: 3 }}>
    <Bind />
  </App>
)

function Bind() {
  bindFeedback(App.useApp())
  return null
}
