import { ApiError } from '../../platform/api/api.ts'
import { toast } from './toast.ts'

/** Message for an error in our own code, which no answer of the server explains. */
export const OWN_ERROR = '页面出现错误，请刷新后重试；如仍出现，请联系客服'

/** Whether the server refuses what was asked, so that the same call would be refused again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 200 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status)

/** Shows and logs an error of our own code, unless the call has reported the failure already or was aborted. */
export function reportOwnError(error: unknown): void {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return
  toast.error(OWN_ERROR)
  reportError(error)
}
