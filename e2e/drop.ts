import type { Locator, Page } from './test.ts'

/** A JavaScript expression of a picture's bytes, for code that runs in the page. */
export const bytesOf = (picture: Buffer): string =>
  `Uint8Array.from(atob('${picture.toString('base64')}'), (one) => one.charCodeAt(0))`

/** Drops files with these names on an element, all with this content. */
export async function drop(page: Page, target: Locator, picture: Buffer, names: string[]): Promise<void> {
  // A DataTransfer with files can only be created inside the page.
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const name of ${JSON.stringify(names)})
      transfer.items.add(new File([${bytesOf(picture)}], name, { type: 'image/png' }))
    return transfer
  })()`)
  await target.dispatchEvent('dragover', { dataTransfer })
  await target.dispatchEvent('drop', { dataTransfer })
}

/** Pastes a picture, as after a screenshot. The page needs the permission clipboard-write. */
export async function pastePicture(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(
    `navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([${bytesOf(picture)}], { type: 'image/png' }) })])`,
  )
  await page.keyboard.press('Control+v')
}
