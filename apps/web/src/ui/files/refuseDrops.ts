/**
 * Cancels drops of files on anything that does not take them: the browser would open the file in place of the page. An element that takes
 * them cancels `dragover` itself, before the event reaches the window.
 */
export function refuseDrops(): void {
  addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    // Without an effect no `drop` follows.
    event.dataTransfer.dropEffect = 'none'
  })
}
