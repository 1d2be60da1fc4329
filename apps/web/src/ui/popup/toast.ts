import type { useAppProps } from 'antd/es/app/context'
import { MESSAGE_ICONS } from '../icons.tsx'

export type Feedback = Pick<useAppProps, 'message' | 'modal'>
type Use = (feedback: Feedback) => void

let holder: Feedback | undefined
let waiting: Use[] = []
let load = () => {}

/** Set once by the shell: loads antd's feedback component, which calls `bindFeedback`. */
export function onFeedbackWanted(fetchIt: () => void): void {
  load = fetchIt
}

/** Gives code outside of components the theme and the language for toasts and questions. */
export function bindFeedback(feedback: Feedback): void {
  holder = feedback
  for (const use of waiting.splice(0)) use(feedback)
}

/** Runs `use` at once, or as soon as antd's feedback is loaded. */
export function withFeedback(use: Use): void {
  if (holder) use(holder)
  else {
    waiting = [...waiting, use]
    load()
  }
}

/** The error's five seconds are the seed's (002 §8). The same text at once is one toast. */
const show = (type: 'success' | 'error' | 'warning', seconds: number) => (text: string) =>
  withFeedback(
    ({ message }) =>
      void message.open({
        type,
        icon: MESSAGE_ICONS[type],
        content: text,
        duration: seconds,
        key: `${type}:${text}`,
      }),
  )

export const toast = {
  success: show('success', 3),
  warning: show('warning', 4),
  error: show('error', 5),
}
