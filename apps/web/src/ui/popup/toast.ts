import type { useAppProps } from 'antd/es/app/context'
import { MESSAGE_ICONS } from '../icons.tsx'

export type Feedback = Pick<useAppProps, 'message' | 'modal'>
type Use = (feedback: Feedback) => void

let holder: Feedback | undefined
interface Waiting {
  use: Use
  otherwise: (() => void) | undefined
}
let waiting: Waiting[] = []
let load = async (): Promise<unknown> => undefined

/** Set once by the shell: loads antd's feedback component, which calls `bindFeedback`; resolves to why its code is missing. */
export function onFeedbackWanted(fetchIt: () => Promise<unknown>): void {
  load = fetchIt
}

/** Gives code outside of components the theme and the language for toasts and questions. */
export function bindFeedback(feedback: Feedback): void {
  holder = feedback
  for (const { use } of waiting.splice(0)) use(feedback)
}

/** Runs `use` at once, or as soon as antd's feedback is loaded. `otherwise` is called instead when its code is missing. */
export function withFeedback(use: Use, otherwise?: () => void): void {
  if (holder) {
    use(holder)
    return
  }
  waiting.push({ use, otherwise })
  void load().then((missing) => {
    if (!missing) return
    const given = waiting.filter((one) => one.otherwise)
    waiting = waiting.filter((one) => !one.otherwise)
    for (const one of given) one.otherwise?.()
  })
}

/** Identical texts shown at the same time are one toast. */
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
