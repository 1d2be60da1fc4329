import {
  ADMIN,
  AUDITOR,
  CLERK,
  choose,
  countOf,
  enter,
  follow,
  openPayments,
  watchConsole,
} from './person.ts'
import { expect, type Page, test } from './test.ts'

const openSubjects = (page: Page, phone: string, project?: string) =>
  enter(page, phone, '/setting/subject', '科目管理', project)
const dialog = (page: Page) => page.getByRole('dialog', { name: '新增科目' })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const search = async (page: Page, words: string) => {
  await page.getByRole('textbox', { name: '科目编号/名称' }).fill(words)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`keywords=${encodeURIComponent(words)}`))
}
const level = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: '科目级别' }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(name, { exact: true }).click()
  await page.getByRole('button', { name: '筛选', exact: true }).click()
}

test('subjects of three levels are added in one dialog, found and deleted together', {
  tag: '@short',
}, async ({ page }) => {
  const complaints = watchConsole(page)
  await openSubjects(page, CLERK)
  await page.getByRole('button', { name: '新增科目' }).click()
  const form = dialog(page)
  await form.getByRole('button', { name: '新增一级科目' }).click()
  const one = form.getByRole('group', { name: '新增一级科目' })
  await one.getByLabel('科目编号').fill('5050')
  await one.getByLabel('科目名称').fill('航拍组')
  await page.keyboard.press('Enter')
  await expect(one.getByText('一级科目编号须为1000至9900的整百数')).toBeVisible()
  await one.getByLabel('科目编号').fill('5000')
  await page.keyboard.press('Enter')
  await expect(form.getByText('已新增 5000 航拍组')).toBeVisible()
  await form.getByRole('button', { name: '新增二级科目' }).click()
  const two = form.getByRole('group', { name: '新增二级科目' })
  await expect(two.getByLabel('科目编号')).toHaveValue('500001')
  await two.getByLabel('科目名称').fill('穿越机')
  await two.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('已新增 500001 穿越机')).toBeVisible()
  await expect(form.getByLabel('科目编号')).toHaveValue('50000101')
  await form.getByLabel('科目名称').fill('穿越机租赁费')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()
  await search(page, '穿越机')
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(2)
  await expect(row(page, '50000101')).toContainText('航拍组 / 穿越机')
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => countOf(page)).toBe(27)
  // Selecting a parent selects its descendants.
  await page.goto('/setting/subject?per_page=50')
  await page.getByRole('checkbox', { name: '选择5000 航拍组' }).check()
  await expect(page.getByText('已选 3 条')).toBeVisible()
  await page.getByRole('button', { name: '批量删除' }).click()
  await page.getByRole('dialog', { name: '确定批量删除？' }).getByRole('button', { name: '确定' }).click()
  await expect.poll(() => countOf(page)).toBe(26)
  expect(complaints).toEqual([])
})

test('a chain of three levels is added in one dialog, found, filtered and deleted together', {
  tag: '@all',
}, async ({ page }) => {
  // A subject with others below it is not deleted: 422.
  const complaints = watchConsole(page, [/422/])
  await openSubjects(page, CLERK)
  await expect.poll(() => countOf(page)).toBe(26)
  // On paper are all levels, and as many are counted.
  await page.evaluate('window.print = () => {}')
  await page.getByRole('button', { name: '打印', exact: true }).click()
  const paper = page.locator('.print-job')
  await expect(paper).toBeAttached()
  const lines = await paper.locator('tbody tr').count()
  expect(lines).toBeGreaterThan(100)
  await expect(paper.getByText(`共 ${lines} 条`)).toBeAttached()
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await page.getByRole('button', { name: '新增科目' }).click()
  const form = dialog(page)
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('请选择上级科目')).toBeVisible()
  await expect(form.getByRole('alert')).toHaveText([
    '请选择一级科目',
    '请选择上级科目',
    '请输入科目编号',
    '请输入科目名称',
  ])
  await expect(form.getByRole('combobox', { name: '一级科目' })).toBeFocused()
  await form.getByRole('button', { name: '新增二级科目' }).click()
  await expect(form.getByRole('alert').filter({ hasText: '请选择一级科目' })).toBeVisible()

  await form.getByRole('button', { name: '新增一级科目' }).click()
  const one = form.getByRole('group', { name: '新增一级科目' })
  // 9900, the highest number, is in the default tree: the lowest free one is proposed.
  await expect(one.getByLabel('科目编号')).toHaveValue('3400')
  await one.getByLabel('科目编号').fill('5050')
  await one.getByLabel('科目名称').fill('航拍组')
  await page.keyboard.press('Enter')
  await expect(one.getByText('一级科目编号须为1000至9900的整百数')).toBeVisible()
  await one.getByLabel('科目编号').fill('5000')
  await page.keyboard.press('Enter')
  await expect(form.getByText('已新增 5000 航拍组')).toBeVisible()

  await form.getByRole('button', { name: '新增二级科目' }).click()
  const two = form.getByRole('group', { name: '新增二级科目' })
  await expect(two.getByLabel('科目编号')).toHaveValue('500001')
  await two.getByLabel('科目名称').fill('穿越机')
  await two.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('已新增 500001 穿越机')).toBeVisible()

  const number = form.getByLabel('科目编号')
  await expect(number).toHaveValue('50000101')
  await form.getByLabel('科目名称').fill('穿越机租赁费')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('已新增 50000101 穿越机租赁费')).toBeVisible()
  await expect(number).toHaveValue('50000102')
  await expect(form.getByLabel('科目名称')).toBeFocused()
  // A typed number; closing asks, as it is not saved.
  await number.fill('50000155')
  await form.getByLabel('科目名称').fill('飞手劳务费')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '内容尚未保存' }).getByRole('button', { name: '继续编辑' }).click()
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('操作成功')).toBeVisible()

  await search(page, '穿越机')
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(2)
  await expect(row(page, '50000101')).toContainText('航拍组 / 穿越机')
  await level(page, '二级科目')
  await expect(page).toHaveURL(/category=1/)
  await expect.poll(() => countOf(page)).toBe(1)
  await expect(row(page, '500001')).toContainText('二级科目')
  await page.getByRole('button', { name: '重置' }).click()
  await expect(page).not.toHaveURL(/category|keywords/)
  await expect.poll(() => countOf(page)).toBe(27)

  // One with children is not deleted, and the message names them.
  await page.getByTitle('2', { exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(row(page, '9900')).toBeVisible()
  await page.goto('/setting/subject?per_page=50')
  await page.getByRole('button', { name: '展开 5000 航拍组' }).click()
  await row(page, '500001').getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: '确定删除该条记录？' })
  await expect(question).toContainText('500001 穿越机')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(
    page.getByText('科目 500001 穿越机 下有科目 50000101 穿越机租赁费、50000155 飞手劳务费，不能删除'),
  ).toBeVisible()
  await expect(question).toBeHidden()

  // Selecting a parent selects its descendants.
  await page.getByRole('checkbox', { name: '选择5000 航拍组' }).check()
  await expect(page.getByText('已选 4 条')).toBeVisible()
  await page.getByRole('button', { name: '批量删除' }).click()
  const batch = page.getByRole('dialog', { name: '确定批量删除？' })
  await expect(batch).toContainText('共 4 条：5000 航拍组')
  await batch.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(26)
  expect(complaints).toEqual([])
})

test('a number that is suggested while its field has the focus is replaced by what is typed', {
  tag: '@hard',
}, async ({ page }) => {
  await openSubjects(page, CLERK)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/preload_code/, (route) => held.then(() => route.continue()))
  await page.getByRole('button', { name: '新增科目' }).click()
  await choose(dialog(page), '二级科目', '240004')
  const number = dialog(page).getByLabel('科目编号')
  await number.focus()
  release()
  await expect(number).toHaveValue(/^240004\d\d$/)
  await page.keyboard.type('24000477')
  await expect(number).toHaveValue('24000477')
})

test('a subject in use is not deleted, and the message names the payments; the payment form offers a new subject at once', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  // The form loads its list of subjects here; it must be reloaded after the change.
  await page.getByRole('button', { name: '新增付款明细' }).click()
  const payment = page.getByRole('dialog', { name: '新增付款明细' })
  await choose(payment.getByRole('tabpanel'), /科目/, '24000101')
  await payment
    .getByLabel(/付款方/)
    .first()
    .fill('科目使用者')
  await payment.getByLabel(/付款金额/).fill('10')
  await choose(payment.getByRole('tabpanel'), /付款方式/, '现金')
  await choose(payment.getByRole('tabpanel'), /付款类型/, '报销')
  await payment.getByRole('button', { name: '确定' }).click()
  await expect(payment).toBeHidden()

  await follow(page, '科目管理')
  await search(page, '24000101')
  await row(page, '24000101').getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: '确定删除该条记录？' })
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(/科目 24000101 摄影机租赁费 已被付款 FK\d+.* 使用，不能删除/)).toBeVisible()
  await expect(question).toBeHidden()
  await page.reload()
  await expect(row(page, '24000101')).toBeVisible()

  await page.getByRole('button', { name: '新增科目' }).click()
  // Choosing only a level-two subject shows its level-one subject.
  await choose(dialog(page), '二级科目', '240001')
  await expect(dialog(page).getByText('设备器材租赁')).toBeVisible()
  await expect(dialog(page).getByLabel('科目编号')).toHaveValue(/^240001\d\d$/)
  await dialog(page).getByLabel('科目名称').fill('稳定器租赁费')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await expect(dialog(page)).toBeHidden()
  await follow(page, '付款')
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await choose(payment.getByRole('tabpanel'), /科目/, '稳定器租赁费')
  await expect(payment.getByRole('tabpanel').getByText('稳定器租赁费')).toBeVisible()
})

test('with read permission only, and in an expired project, there is no button that writes', {
  tag: '@hard',
}, async ({ page, browser }) => {
  await openSubjects(page, AUDITOR)
  const expired = await (await browser.newContext()).newPage()
  await openSubjects(expired, ADMIN, '候鸟北归')
  for (const one of [page, expired]) {
    await one.getByRole('button', { name: '展开 2400 设备器材租赁' }).click()
    await expect(row(one, '240001')).toBeVisible()
    await expect(one.getByRole('button', { name: '新增科目' })).toHaveCount(0)
    await expect(one.getByRole('button', { name: /^删除/ })).toHaveCount(0)
    await expect(one.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the tree opens in place, one is added and deleted', { tag: '@hard' }, async ({ page }) => {
    await openPayments(page, CLERK)
    await page.goto('/setting/subject')
    await page.getByRole('button', { name: '展开 1000 剧本及版权费' }).tap()
    await page.getByRole('button', { name: '展开 100001 剧本创作费' }).tap()
    await expect(page.getByText('编剧稿费')).toBeVisible()
    await page.getByRole('button', { name: '新增科目' }).tap()
    await choose(dialog(page), '二级科目', '100001')
    await expect(dialog(page).getByLabel('科目编号')).toHaveValue(/^100001\d\d$/)
    await dialog(page).getByLabel('科目名称').fill('剧本翻译费')
    await dialog(page).getByRole('button', { name: '确定' }).tap()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('剧本翻译费')).toBeVisible()
    await page.getByRole('button', { name: /操作 \d+ 剧本翻译费/ }).tap()
    await page.getByRole('menuitem', { name: '删除' }).tap()
    await page
      .getByRole('dialog', { name: /确定删除/ })
      .getByRole('button', { name: '确定' })
      .tap()
    await expect(page.getByText('删除成功')).toBeVisible()
    await expect(page.getByText('剧本翻译费')).toHaveCount(0)
    const wider = await page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    )
    expect(wider).toBe(false)
  })

  test('branches that are tapped far down open one after the other, and the page stays where it is', {
    tag: '@hard',
  }, async ({ page }) => {
    await openPayments(page, CLERK)
    await page.goto('/setting/subject')
    const last = page.getByRole('button', { name: /^展开 \d{4} / }).last()
    await last.scrollIntoViewIfNeeded()
    const top = () => page.evaluate<number>('window.scrollY')
    await expect.poll(top).toBeGreaterThan(300)
    const before = await top()
    // Both taps in one task, before the first one is drawn.
    await page.evaluate(
      "[...document.querySelectorAll('button[aria-label^=展开]')].slice(-2).forEach((one) => one.click())",
    )
    await expect(page.getByRole('button', { name: /^收起 \d{4} / })).toHaveCount(2)
    expect(Math.abs((await top()) - before)).toBeLessThan(5)

    await page.getByRole('button', { name: '下一页' }).tap()
    await expect(page).toHaveURL(/page=2/)
    await page
      .getByRole('button', { name: /^展开 \d{4} / })
      .first()
      .tap()
    await expect(page.getByRole('button', { name: /^收起 \d{4} / })).toHaveCount(1)
    await page.getByRole('button', { name: '上一页' }).tap()
    await expect(page.getByRole('button', { name: /^收起 \d{4} / })).toHaveCount(2)
  })
})
