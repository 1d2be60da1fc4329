import { call, ownCompany } from './books.ts'
import { copyCells, dialog, drawer, field, find, giveUp, openNew, removeFound, tabs } from './editor.ts'
import { CLERK, countOf, openPayments } from './person.ts'
import { png } from './png.ts'
import { expect, type Locator, type Page, test } from './test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('an unsaved form survives a closed tab as a draft, which is removed when it is saved or discarded', {
  tag: '@all',
}, async ({ page, context }) => {
  await openPayments(page, CLERK)
  const before = await countOf(page)
  await openNew(page)
  await drawer(page)
    .getByLabel(/付款方/)
    .first()
    .fill('草稿公司')
  await copyCells(page, [
    ['24000101', '1,000', '网银', '进度款'],
    ['24000102', '2,000.5', '网银', '进度款'],
  ])
  await page.keyboard.press('Control+v')
  await dialog(page).getByRole('button', { name: '添加明细' }).click()
  await expect(tabs(page)).toHaveCount(2)

  // Another tab is not offered the draft of an open form, and has a draft of its own.
  const other = await context.newPage()
  await other.goto(page.url())
  await openNew(other)
  await expect(other.getByText(/有未保存的草稿/)).toBeHidden()
  await drawer(other)
    .getByLabel(/付款方/)
    .first()
    .fill('第二个窗口')
  await giveUp(other)
  await page.close()

  await openNew(other)
  const notice = other.getByText(/^有未保存的草稿（\d\d-\d\d \d\d:\d\d）$/)
  await expect(notice).toBeVisible()
  await other.getByRole('button', { name: '恢复' }).click()
  await expect(notice).toBeHidden()
  await expect(tabs(other)).toHaveCount(2)
  await expect(
    drawer(other)
      .getByLabel(/付款方/)
      .first(),
  ).toHaveValue('草稿公司')
  await expect(drawer(other).getByRole('status', { name: /付款总额/ })).toHaveText('3,000.50')
  await drawer(other).getByRole('button', { name: '确定' }).click()
  await expect(drawer(other)).toBeHidden()
  await expect.poll(() => countOf(other)).toBe(before + 1)

  await openNew(other)
  await expect(drawer(other).getByLabel('付款时间')).toBeFocused()
  await expect(other.getByText(/有未保存的草稿/)).toBeHidden()
  await other.keyboard.press('Escape')
  await find(other, '草稿公司')
  await removeFound(other, '草稿公司')
})

test('a draft of a payment that a colleague has changed says so, and both values are shown', {
  tag: '@hard',
}, async ({ page, context, browser }) => {
  // Unique texts: a draft that equals the saved payment is not offered.
  const mine = `关掉的窗口${Date.now()}`
  const theirs = `同事改过${Date.now()}`
  await openPayments(page, CLERK)
  const number = await page
    .getByRole('row')
    .nth(5)
    .getByText(/^FK\d+$/)
    .textContent()
  const edit = async (who: Page) => {
    await who
      .getByRole('row', { name: new RegExp(number ?? '') })
      .getByRole('button', { name: '编辑' })
      .click()
    await expect(field(who, /付款金额/)).toBeFocused()
  }
  await edit(page)
  await drawer(page).getByLabel('摘要').fill(mine)
  await expect
    .poll(() => page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('draft:'))"))
    .toBe(true)
  const address = page.url()
  await page.close()

  const colleague = await (await browser.newContext()).newPage()
  await openPayments(colleague, '13800000001')
  await edit(colleague)
  await drawer(colleague).getByLabel('摘要').fill(theirs)
  await drawer(colleague).getByRole('button', { name: '确定' }).click()
  await expect(drawer(colleague)).toBeHidden()

  const again = await context.newPage()
  await again.goto(address)
  await edit(again)
  await expect(drawer(again).getByLabel('摘要')).toHaveValue(theirs)
  await expect(again.getByText(/有未保存的草稿.*此后该付款已被修改，恢复后请核对/)).toBeVisible()
  await again.getByRole('button', { name: '恢复' }).click()
  await expect(drawer(again).getByLabel('摘要')).toHaveValue(mine)
  await expect(again.getByText(`再次保存将覆盖他人的修改：摘要 ${theirs} → ${mine}`)).toBeVisible()
  await drawer(again).getByRole('button', { name: '覆盖保存' }).click()
  await expect(drawer(again)).toBeHidden()
  await expect(again.getByRole('row', { name: new RegExp(number ?? '') })).toContainText(mine)
})

test('a picture of a draft is shown although its link has expired', { tag: '@hard' }, async ({
  page,
  context,
}) => {
  await openPayments(page, CLERK)
  await openNew(page)
  const picture = await png(300, 200, '#c88d0f')
  await drawer(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '草稿发票.png', mimeType: 'image/png', buffer: picture })
  const tile = (who: Page) => drawer(who).getByRole('button', { name: '预览草稿发票.png' })
  await expect(tile(page)).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(
        "Object.entries(localStorage).some(([key, text]) => key.startsWith('draft:') && text.includes('草稿发票'))",
      ),
    )
    .toBe(true)
  const address = page.url()
  await page.close()

  const again = await context.newPage()
  await again.goto(address)
  // As after an hour: the stored links have expired and their signatures are invalid.
  await again.evaluate(`for (const [key, text] of Object.entries(localStorage))
    if (key.startsWith('draft:')) localStorage.setItem(key, text.replace(/expires=\\d+/g, 'expires=1700000000'))`)
  await openNew(again)
  await again.getByRole('button', { name: '恢复' }).click()
  const loaded = (image: Locator) =>
    image.evaluate((node) => (node as { naturalWidth?: number }).naturalWidth ?? 0)
  await expect.poll(() => loaded(tile(again).locator('img'))).toBeGreaterThan(0)
  await tile(again).click()
  const preview = again.getByRole('dialog', { name: '草稿发票.png' }).locator('img')
  await expect.poll(() => loaded(preview)).toBe(300)
  await again.keyboard.press('Escape')
  await giveUp(again)
})

test('a payment that a contract has begun is replaced by a draft only when asked for, and the draft waits', {
  tag: '@hard',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '草稿与合同')
  await call(page, 'contracts', project, { out_code: 'HT-1', category: '2', customer: '华映', amount: '100' })
  await page.goto(`/implement/cost?activeName=second&project=${project}`)
  await page.getByRole('button', { name: '新增付款明细' }).first().click()
  const payer = drawer(page)
    .getByLabel(/付款方/)
    .first()
  await payer.fill('草稿公司')
  // Left by another address: the browser asks, the draft stays.
  page.on('dialog', (question) => void question.accept())
  await page.goto(`/contract/index?project=${project}`)

  const begin = async () => {
    await page.getByRole('button', { name: '更多操作 HT-1 华映' }).click()
    await page.getByRole('menuitem', { name: '新增付款' }).click()
    await expect(payer).toHaveValue('华映')
    await expect(page.getByText(/^有未保存的草稿/)).toBeVisible()
  }
  await begin()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await begin()
  const question = page.getByRole('dialog', { name: '恢复草稿将替换当前填写的内容，确定恢复？' })
  await page.getByRole('button', { name: '恢复' }).click()
  await question.getByRole('button', { name: '取消' }).click()
  await expect(payer).toHaveValue('华映')
  await expect(drawer(page).getByText('HT-1')).toBeVisible()
  await page.getByRole('button', { name: '恢复' }).click()
  await question.getByRole('button', { name: '确定' }).click()
  await expect(payer).toHaveValue('草稿公司')
  await expect(drawer(page).getByText('HT-1')).toBeHidden()
  await expect(page.getByText(/^有未保存的草稿/)).toBeHidden()
})

test('logging out removes the drafts', { tag: '@hard' }, async ({ page }) => {
  await openPayments(page, CLERK)
  await openNew(page)
  await drawer(page)
    .getByLabel(/付款方/)
    .first()
    .fill('退出之前')
  const drafts = () =>
    page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length")
  await expect.poll(drafts).toBe(1)
  // Left by another address: the browser asks, the draft stays.
  page.on('dialog', (question) => void question.accept())
  await page.goto('/project/index')
  await expect(page.getByRole('button', { name: /^账号/ })).toBeVisible()
  expect(await drafts()).toBe(1)
  await page.getByRole('button', { name: /^账号/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await drafts()).toBe(0)
})
