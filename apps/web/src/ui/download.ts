/** Fetches a file by a link of its own and no window.open: a pop-up blocker would stop what comes after a call, and the page stays. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
