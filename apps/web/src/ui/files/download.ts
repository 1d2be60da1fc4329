import { toast } from '../popup/toast.ts'

/**
 * Downloads by a temporary link element: `window.open` after an await is stopped by pop-up blockers, and the page
 * stays.
 */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Downloads the spreadsheet whose URL `ask` returns, and shows `done`. A failure has been reported by the call. */
export async function downloadExport(ask: () => Promise<string | undefined>, done: string): Promise<void> {
  const url = await ask().catch(() => null)
  if (url === null) return
  if (!url) return toast.error('导出失败，请稍后重试。')
  download(url)
  toast.success(done)
}
