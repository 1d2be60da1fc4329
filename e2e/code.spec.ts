import { drawer, giveUp } from './editor.ts'
import { CLERK, countOf, openPayments } from './person.ts'
import { type BrowserContext, expect, type Page, test } from './test.ts'

// Looks at code that is not there yet.
test.use({ alone: true })

const WORDS = '无法连接服务器，网络恢复后将自动加载。'
const missing = (page: Page) => page.getByRole('dialog', { name: '加载失败' })
/** Whether the styles of the editor's CSS file are applied. */
const hasStyles = (page: Page): Promise<boolean> =>
  page.evaluate(
    "[...document.styleSheets].some(({ href, cssRules }) => href?.includes('/Editor-') && cssRules.length > 0)",
  )

/** Waits until the page knows it: a busy page handles a click before the browser's `offline` event, and would request the code. */
async function loseNetwork(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await expect(page.getByText('网络已断开')).toBeVisible()
}

/** Waits until nothing was requested for half a second: a page imports its parts (`later`, ui/code) after it has drawn its rows. */
const partsLoaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const last = performance.getEntriesByType('resource').at(-1)
    return last && performance.now() - last.startTime > 500
  })

test('offline, a dialog that was not loaded yet says so, keeps what was typed, and opens when the network is back', {
  tag: '@all',
}, async ({ page, context }) => {
  await openPayments(page, CLERK)
  await expect(page.getByRole('button', { name: '详情' }).first()).toBeVisible()
  const address = page.url()
  const search = page.getByPlaceholder('付款编号、付款方、摘要或备注')
  await search.fill('还没有找')
  await loseNetwork(page, context)
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await expect(missing(page).getByRole('alert')).toHaveText(WORDS)
  await missing(page).getByRole('button', { name: '重试' }).click()
  await expect(missing(page).getByRole('button', { name: '重试' })).toBeEnabled()
  // Cancelled, then opened again.
  await missing(page).getByRole('button', { name: '取消' }).click()
  await expect(missing(page)).toBeHidden()
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await expect(missing(page)).toBeVisible()
  await expect(search).toHaveValue('还没有找')
  expect(page.url()).toBe(address)

  await context.setOffline(false)
  await expect(missing(page)).toBeHidden()
  await expect(drawer(page).getByLabel('付款时间')).toBeVisible()
  expect(await hasStyles(page)).toBe(true)
  const payer = drawer(page)
    .getByLabel(/付款方/)
    .first()
  await payer.fill('断网之前')
  // What was typed in an open form is kept as well.
  await loseNetwork(page, context)
  await page.getByRole('button', { name: '快捷键' }).click()
  await page.keyboard.press('Escape')
  await expect(payer).toHaveValue('断网之前')
  await context.setOffline(false)
  await giveUp(page)
  await expect(search).toHaveValue('还没有找')
})

test('offline, a tab and a page show a message in their place, and load when the network is back', {
  tag: '@hard',
}, async ({ page, context }) => {
  await openPayments(page, CLERK)
  await expect(page.getByRole('button', { name: '详情' }).first()).toBeVisible()
  await partsLoaded(page)
  const reloads: string[] = []
  page.on('domcontentloaded', () => reloads.push(page.url()))
  await loseNetwork(page, context)
  await page.getByRole('tab', { name: '统计' }).click()
  await expect(page.getByText(WORDS)).toBeVisible()
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('img', { name: /^付款方支出：/ })).toBeVisible()
  await expect(page.getByText(WORDS)).toHaveCount(0)

  await partsLoaded(page)
  await loseNetwork(page, context)
  await page.getByRole('link', { name: '科目管理' }).click()
  await expect(page.getByText(WORDS)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: '科目管理', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: '新增科目' })).toBeVisible()
  // Browsers keep a failed import in the module map of the document: had one been requested offline, only a reload would load it.
  expect(reloads).toEqual([])
})

test('after an update removed the file of antd, rows and keywords still work; reloading the page brings back the rest', {
  tag: '@hard',
}, async ({ page }) => {
  const removed = /\/assets\/antd-[^/]+\.js/
  await page.route(removed, (route) => route.fulfill({ status: 404 }))
  await openPayments(page, CLERK)
  const strip = page.getByRole('alert').filter({ hasText: '页面文件加载失败' })
  await expect(strip).toBeVisible()
  const all = await countOf(page)
  const rows = page.getByRole('row', { name: /FK\d/ })
  await expect(rows.first()).toBeVisible()
  const search = page.getByPlaceholder('付款编号、付款方、摘要或备注')
  await search.fill('道具')
  await search.press('Enter')
  await expect(page).toHaveURL(/keywords=/)
  await expect.poll(() => countOf(page)).toBeLessThan(all)
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await expect(missing(page).getByRole('button', { name: '刷新页面' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(missing(page)).toBeHidden()
  await rows.first().getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: /确定删除/ })
  await expect(question).toBeHidden()

  await page.unroute(removed)
  await strip.getByRole('button', { name: '刷新页面' }).click()
  await expect(strip).toBeHidden()
  await expect(search).toHaveValue('道具')
  const found = page.url()
  await rows.first().getByRole('button', { name: '删除' }).click()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(found)
})
