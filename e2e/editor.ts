import { expect, type Locator, type Page } from './test.ts'

export const drawer = (page: Page) => page.getByRole('dialog', { name: /^(新增|编辑)付款明细/ })
export const dialog = (page: Page) => page.getByRole('dialog', { name: '从表格粘贴' })
export const tabs = (page: Page) => drawer(page).getByRole('tab')
export const field = (page: Page, name: string | RegExp) =>
  drawer(page).getByRole('tabpanel').getByLabel(name)
export const selectOf = (page: Page, id: string): Locator =>
  drawer(page).locator(`[data-field="line-${id}"] .ant-select`)

/** Copies cells as a spreadsheet does: tab-separated text and an HTML table. */
export async function copyCells(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  const plain = rows
    .map((cells) =>
      cells.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .map((line) => `${line}\r\n`)
    .join('')
  const html = `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
  const item = `new ClipboardItem(Object.fromEntries(${JSON.stringify([
    ['text/plain', plain],
    ['text/html', html],
  ])}.map(([type, text]) => [type, new Blob([text], { type })])))`
  // Evaluated in the page, as only a page has access to the clipboard.
  await page.evaluate(`navigator.clipboard.write([${item}])`)
}
export const copyText = (page: Page, text: string) =>
  page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)

export async function openNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await expect(drawer(page).getByLabel('付款时间')).toBeFocused()
}
export async function giveUp(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '内容尚未保存' }).getByRole('button', { name: '放弃修改' }).click()
  await expect(drawer(page)).toBeHidden()
}
export async function find(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('付款编号、付款方、摘要或备注').fill(text)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/keywords=/)
}
export async function removeFound(page: Page, text: string): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(text) })
    .getByRole('button', { name: '删除' })
    .click()
  await page
    .getByRole('dialog', { name: /确定删除/ })
    .getByRole('button', { name: '确定' })
    .click()
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
}
