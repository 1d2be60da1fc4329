import { useEffect, useRef, useState } from 'react'
import { connectionDoubtful, isOnline, useOnline } from '../../platform/api/connection.ts'
import { isServerReachable, reloadOnce } from '../../platform/api/reachable.ts'
import { hasUnsaved } from '../form/unsaved.ts'

/**
 * A code file failed to load. `gone`: the server is reachable but the file is missing, so only a reload of the page
 * helps.
 */
export class CodeMissing extends Error {
  override name = 'CodeMissing'
  readonly gone: boolean

  constructor(gone: boolean, cause?: unknown) {
    super(
      gone ? '页面文件加载失败，请先保存填写的内容，再刷新页面。' : '无法连接服务器，网络恢复后将自动加载。',
      {
        cause,
      },
    )
    this.gone = gone
  }
}

/**
 * `load` is an `import()`. Rejects with CodeMissing, and nothing else. Offline nothing is requested: browsers keep a failed
 * import in the module map and repeat that failure for the same URL.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (!isOnline()) throw new CodeMissing(false)
  try {
    return await load()
  } catch (cause) {
    if (!(await isServerReachable())) {
      void connectionDoubtful()
      throw new CodeMissing(false, cause)
    }
  }
  // A single connection may break while the server is reachable.
  return load().catch((cause: unknown) => {
    throw new CodeMissing(true, cause)
  })
}

/**
 * Removes failed stylesheets: Vite skips one whose <link> is in the document, so a retry would render without styles.
 */
if (typeof document !== 'undefined')
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    true,
  )

/**
 * For the placeholder of missing code: retries when the connection is back; reloads the page if the file is gone and
 * nothing unsaved would be lost.
 */
export function useCodeRetry(missing: CodeMissing | undefined, load: () => Promise<void>) {
  const online = useOnline()
  const wasOnline = useRef(online)
  const [retrying, setRetrying] = useState(false)
  const latest = useRef(load)
  latest.current = load
  const retry = () => {
    setRetrying(true)
    void latest.current().finally(() => setRetrying(false))
  }
  const again = useRef(retry)
  again.current = retry
  useEffect(() => {
    if (missing && online && !wasOnline.current) again.current()
    wasOnline.current = online
  }, [missing, online])
  useEffect(() => {
    if (missing?.gone && !hasUnsaved() && !isTyping()) reloadOnce()
  }, [missing])
  return { retry, retrying }
}

const isTyping = () => document.activeElement instanceof HTMLInputElement && !!document.activeElement.value
