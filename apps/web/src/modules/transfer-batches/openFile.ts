/** Downloads a file by its signed address: the server sends it as an attachment, so the page stays. */
export function openFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
