import { fileURLToPath } from 'node:url'
import { runningPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { hold, untilWaiting } from '../apps/server/test/harness/hold.ts'
import { projectCode } from './books.ts'
import { drawer, find, openNew } from './editor.ts'
import { CLERK, countOf, enter, follow, openPayments } from './person.ts'
import { expect, type Page, test } from './test.ts'

const SHEET = fileURLToPath(
  new URL('../apps/server/test/fixtures/payments-numeric-codes-100.xlsx', import.meta.url),
)
const unsaved = (page: Page) => page.getByRole('dialog', { name: '内容尚未保存' })
const payer = (page: Page) =>
  drawer(page)
    .getByLabel(/付款方/)
    .first()

test('Back asks before it closes an editor with unsaved text; the address and the form stay', {
  tag: '@all',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  const before = page.url()
  await find(page, '道具')
  const filtered = page.url()
  await openNew(page)
  await payer(page).fill('返回之前')
  await page.goBack()
  await expect(unsaved(page)).toBeVisible()
  await expect(page).toHaveURL(filtered)
  // Pressing Back again cancels the question.
  await page.goBack()
  await expect(unsaved(page)).toBeHidden()
  await expect(page).toHaveURL(filtered)
  await expect(payer(page)).toHaveValue('返回之前')
  await page.goBack()
  await unsaved(page).getByRole('button', { name: '放弃修改' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(page).toHaveURL(filtered)
  await page.goBack()
  await expect(page).toHaveURL(before)
})

test('Back closes an open dialog without changes, and cancels a confirmation', { tag: '@hard' }, async ({
  page,
}) => {
  await openPayments(page, CLERK)
  const before = page.url()
  await find(page, '道具')
  const filtered = page.url()
  await page.getByRole('button', { name: '详情' }).first().click()
  const details = page.getByRole('dialog', { name: /付款明细详情/ })
  await details.getByRole('button', { name: '打印付款单' }).click()
  const printing = page.getByRole('dialog', { name: '打印付款单' })
  await expect(printing).toBeVisible()
  await page.goBack()
  await expect(printing).toBeHidden()
  await expect(page).toHaveURL(filtered)
  await page.goBack()
  await expect(details).toBeHidden()
  await expect(page).toHaveURL(filtered)
  const count = await countOf(page)
  await page.getByRole('row', { name: /FK\d/ }).first().getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: /确定删除/ })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(filtered)
  expect(await countOf(page)).toBe(count)
  await page.goBack()
  await expect(page).toHaveURL(before)
})

test('Back closes a dialog on the first page of a tab too, and then leaves', { tag: '@hard' }, async ({
  page,
}) => {
  await page.goto('/404')
  const before = page.url()
  await openPayments(page, CLERK)
  const first = page.url()
  const entry = () => page.evaluate('history.state.__TSR_index')
  await openNew(page)
  await payer(page).fill('第一页')
  await page.goBack()
  await unsaved(page).getByRole('button', { name: '放弃修改' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(page).toHaveURL(first)
  // The router goes forward again to stay on the page; a Back before that would be lost.
  await expect.poll(entry).toBe(1)
  await page.goBack()
  await expect(page).toHaveURL(before)
})

test('leaving the page during an import asks; confirming aborts the import', { tag: '@hard' }, async ({
  page,
}) => {
  await enter(page, CLERK, '/setting/subject', '科目管理')
  const project = await projectCode(page, '长河灯火')
  await follow(page, '付款')
  const before = await countOf(page)
  const address = page.url()
  const folder = process.env.E2E_DATA_DIR
  test.skip(!folder, 'E2E_DATA_DIR names the data folder of the server at E2E_BASE_URL')
  const url = runningPostgres(folder ?? '')?.url ?? ''
  const box = page.getByRole('dialog', { name: '批量新增付款明细' })
  const question = page.getByRole('dialog', { name: '导入尚未完成，确定中止？' })
  const start = async () => {
    await page.getByRole('button', { name: '批量新增' }).click()
    await box.locator('input[type=file]').setInputFiles(SHEET)
    await expect(box.getByText('检查通过')).toBeVisible()
    // The import's transaction waits for the project until it is released.
    const held = await hold(url, `select from projects where code = '${project}' for update`)
    // The demo has some of these payments already, and the second import the file.
    await box.getByRole('button', { name: /开始导入|仍要导入/ }).click()
    await untilWaiting(url)
    return held
  }

  const first = await start()
  await page.goBack()
  await question.getByRole('button', { name: '中止导入' }).click()
  await expect(box).toBeHidden()
  await expect(page).toHaveURL(address)
  await first.release()
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(before)

  const second = await start()
  const closing = page.waitForEvent('dialog')
  await page.evaluate('setTimeout(() => location.reload())')
  const asked = await closing
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await page.goBack()
  await question.getByRole('button', { name: '继续导入' }).click()
  // After the import has ended, leaving does not ask.
  await page.goBack()
  await expect(question).toBeVisible()
  await second.release()
  await expect(question).toBeHidden()
  await expect(box.getByText('批量新增成功，共 100 行。')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('Back asks for an unsaved editor, closes the filters and the menu', { tag: '@hard' }, async ({
    page,
  }) => {
    await enter(page, CLERK, '/setting/subject', '科目管理')
    await page.getByRole('button', { name: '展开菜单' }).tap()
    await follow(page, '付款')
    const address = page.url()
    await page.getByRole('button', { name: '新增付款明细' }).tap()
    await payer(page).fill('拇指')
    await page.goBack()
    await expect(unsaved(page)).toBeVisible()
    await expect(page).toHaveURL(address)
    await unsaved(page).getByRole('button', { name: '继续编辑' }).tap()
    await expect(payer(page)).toHaveValue('拇指')
    await page.goBack()
    await unsaved(page).getByRole('button', { name: '放弃修改' }).tap()
    await expect(drawer(page)).toBeHidden()
    await page.getByRole('button', { name: '展开菜单' }).tap()
    const menu = page.getByRole('navigation', { name: '菜单' })
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(address)
  })
})
