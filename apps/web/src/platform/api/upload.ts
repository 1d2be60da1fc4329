import { tabProject } from '../session/tab.ts'
import { ApiError, type Envelope, failure, NETWORK, projectHeader, WORDS } from './api.ts'

/** Messages for a direct upload: a storage's answer is not an envelope of our API. */
const STORAGE = {
  network: '无法连接文件存储，请检查网络后重试',
  refused: (status: number) => `文件存储没有接收文件（${status}），请稍后重试`,
}

/**
 * Uploads a form with XMLHttpRequest, because fetch reports no upload progress (0–1). No time limit. Failures are not reported to the page:
 * the caller retries with a fresh token (api.md §2). Resolves to undefined after an upload to another host: a storage's answer only
 * confirms that it has the file.
 */
export function postForm<T>(
  url: string,
  form: FormData,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new DOMException('aborted', 'AbortError'))
    const request = new XMLHttpRequest()
    const project = tabProject.get()
    request.open('POST', url)
    request.responseType = 'json'
    // Storage may be on another host, which must not get our cookie or headers.
    const own = new URL(url, location.href).origin === location.origin
    if (own && project) request.setRequestHeader('X-Project', projectHeader(project))
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () => {
      const success = request.status >= 200 && request.status < 300
      if (!own) {
        if (success) resolve(undefined)
        else reject(new ApiError(request.status, NETWORK, STORAGE.refused(request.status)))
        return
      }
      const envelope = request.response as Envelope | null
      if (success && (envelope?.code ?? 0) === 0 && envelope?.data) resolve(envelope.data as T)
      else reject(failure(request.status, envelope, (name) => request.getResponseHeader(name)))
    }
    request.onerror = () => reject(new ApiError(0, NETWORK, own ? WORDS.network : STORAGE.network))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
