/** Copies a text; resolves to whether the browser did. `navigator.clipboard` is missing where the page is served without TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** Selects the text for a moment. Not in an input: a dialog would take the focus back before it is copied. */
function copySelection(text: string): boolean {
  const selection = getSelection()
  if (!selection) return false
  const box = document.createElement('pre')
  box.textContent = text
  box.className = 'visually-hidden'
  document.body.append(box)
  selection.selectAllChildren(box)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    selection.removeAllRanges()
    box.remove()
  }
}
