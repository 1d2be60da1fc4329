import type { useAppProps } from 'antd/es/app/context'
import { MESSAGE_ICONS } from './icons.tsx'

let holder: useAppProps | undefined

/** Given once by the shell, so that toasts and confirms have the theme and the language, also from code outside of components. */
export function bindFeedback(app: useAppProps): void {
  holder = app
}

export const feedback = (): useAppProps => {
  if (!holder) throw new Error('the shell is not mounted')
  return holder
}

/** The error's five seconds are the seed's (002 §8). The same text at once is one toast. */
const show = (type: 'success' | 'error' | 'warning', seconds: number) => (text: string) => {
  void holder?.message.open({
    type,
    icon: MESSAGE_ICONS[type],
    content: text,
    duration: seconds,
    key: `${type}:${text}`,
  })
}

export const toast = {
  success: show('success', 3),
  warning: show('warning', 4),
  error: show('error', 5),
}
