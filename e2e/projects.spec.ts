import { makeCompany } from './company.ts'
import { CLERK, logInByApi, signIn, watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function create(page: Page, name: string, more: Record<string, string> = {}): Promise<void> {
  await page.getByRole('button', { name: '新建项目' }).click()
  const form = dialog(page, '新建项目')
  await form.getByLabel('项目名称').fill(name)
  for (const [label, text] of Object.entries(more)) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()
  await expect(card(page, name)).toBeVisible()
}

test('a project is created, opened, archived, unarchived and deleted by typing its name', {
  tag: '@short',
}, async ({ page }) => {
  const complaints = watchConsole(page)
  const { phone } = await makeCompany(3)
  await logInByApi(page, phone)
  await page.goto('/project/index')
  await expect(page.getByRole('heading', { name: '我的项目（已用 0 / 共 3）' })).toBeVisible()
  await create(page, '雪线', { 总导演: '周砚秋', 故事梗概: '第一行' })
  await create(page, '雪山来客')
  await page.getByRole('textbox', { name: '项目名称' }).fill('山来')
  await expect(card(page, '雪线')).toBeHidden()
  await expect(page).toHaveURL(/keywords=/)
  await page.getByRole('textbox', { name: '项目名称' }).fill('')
  await expect(page).not.toHaveURL(/keywords/)
  await card(page, '雪线').getByRole('button', { name: '归档' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(card(page, '雪线')).toContainText('已归档')
  await page.reload()
  await card(page, '雪线').getByRole('button', { name: '撤销归档' }).click()
  await expect(card(page, '雪线')).not.toContainText('已归档')
  for (const text of ['导演周砚秋', '故事梗概第一行']) await expect(card(page, '雪线')).toContainText(text)
  await card(page, '雪线').getByRole('button', { name: '雪线', exact: true }).click()
  await expect(page).toHaveTitle(/ - 雪线 - 片账$/)
  await page.getByRole('button', { name: /切换项目，当前：雪线/ }).click()
  await page.getByRole('menuitem', { name: '我的项目' }).click()
  await card(page, '雪山来客').getByRole('button', { name: '删除' }).click()
  const question = dialog(page, '确定删除项目？')
  await question.getByLabel('项目名称').fill('雪山')
  await expect(question.getByRole('button', { name: '确定' })).toBeDisabled()
  await question.getByLabel('项目名称').fill('雪山来客')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(card(page, '雪山来客')).toBeHidden()
  // It still counts in the quota.
  await expect(page.getByRole('heading', { name: '我的项目（已用 2 / 共 3）' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a project is created, found, opened, archived, unarchived and deleted by typing its name', {
  tag: '@all',
}, async ({ page }) => {
  const complaints = watchConsole(page)
  const { phone } = await makeCompany(3)
  await signIn(page, phone)
  await expect(page).toHaveTitle('我的项目 - 片账')
  await expect(page.getByRole('heading', { name: '我的项目（已用 0 / 共 3）' })).toBeVisible()

  await page.getByRole('button', { name: '新建项目' }).click()
  const form = dialog(page, '新建项目')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('请输入项目名称')).toBeVisible()
  await form.getByLabel('项目名称').fill('  雪线  ')
  await form.getByLabel('总导演').fill('周砚秋')
  await form.getByLabel('主演').fill('沈以宁、顾长风')
  // Moves the mouse away: the calendar opens under it, and a hovered day would replace the typed one.
  await page.mouse.move(0, 0)
  await form.getByPlaceholder('开始日期').click()
  await page.mouse.move(0, 0)
  await page.keyboard.type('2026-09-01')
  await page.keyboard.press('Enter')
  await page.keyboard.type('20270115')
  await page.keyboard.press('Enter')
  await form.getByLabel('故事梗概').fill('第一行\n第二行')
  // Closing asks before typed text is lost.
  await form.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('离开后修改将丢失，确定离开？')).toBeVisible()
  await page.getByRole('button', { name: '继续编辑' }).click()
  await form.getByRole('button', { name: '确定' }).dblclick()
  await expect(page.getByText('操作成功')).toBeVisible()
  await expect(form).toBeHidden()
  for (const text of [
    '导演周砚秋',
    '拍摄周期2026-09-01 – 2027-01-15',
    '主演沈以宁、顾长风',
    '故事梗概第一行',
    '创建时间',
  ])
    await expect(card(page, '雪线')).toContainText(text)
  await create(page, '雪山来客')
  await expect(page.getByRole('heading', { name: '我的项目（已用 2 / 共 3）' })).toBeVisible()

  // The search filters the loaded list, and is kept in the address.
  await page.getByRole('textbox', { name: '项目名称' }).fill('山来')
  await expect(card(page, '雪线')).toBeHidden()
  await expect(page).toHaveURL(/keywords=/)
  await page.reload()
  await expect(card(page, '雪山来客')).toBeVisible()
  await expect(card(page, '雪线')).toBeHidden()
  await page.getByRole('textbox', { name: '项目名称' }).fill('')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('button', { name: '新建项目' })).toBeVisible()
  await page.getByRole('textbox', { name: '项目名称' }).fill('没有这个')
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page).not.toHaveURL(/keywords/)

  await card(page, '雪线').getByRole('button', { name: '归档' }).click()
  await expect(dialog(page, '确定归档该项目？归档后不可编辑。')).toContainText('雪线')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(card(page, '雪线')).toContainText('已归档')
  await expect(card(page, '雪线').getByRole('button')).toHaveText(['撤销归档', '删除'])
  await page.getByRole('button', { name: /切换项目/ }).click()
  await expect(page.getByRole('menuitem', { name: /雪线/ })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.reload()
  await card(page, '雪线').getByRole('button', { name: '撤销归档' }).click()
  await expect(card(page, '雪线')).not.toContainText('已归档')

  // Selected by its card, then by the switcher.
  await card(page, '雪线').getByRole('button', { name: '雪线', exact: true }).click()
  await expect(page).toHaveTitle(/ - 雪线 - 片账$/)
  await page.getByRole('button', { name: /切换项目，当前：雪线/ }).click()
  await page.getByRole('menuitem', { name: '雪山来客' }).click()
  await expect(page).toHaveTitle(/ - 雪山来客 - 片账$/)
  // It is stored in the session, for tabs opened later.
  const profile = await (await page.request.get('/api/manager/sessions/profile')).json()
  expect(profile.data.current_project.name).toBe('雪山来客')
  await page.getByRole('button', { name: /切换项目/ }).click()
  await page.getByRole('menuitem', { name: '我的项目' }).click()

  await card(page, '雪山来客').getByRole('button', { name: '删除' }).click()
  const question = dialog(page, '确定删除项目？')
  await expect(
    question.getByText('删除后所有数据不可恢复，且仍占用项目数量。请输入项目名称以确认。'),
  ).toBeVisible()
  const name = question.getByLabel('项目名称')
  await expect(question.getByRole('button', { name: '确定' })).toBeDisabled()
  await name.fill('雪山')
  await name.press('Enter')
  await expect(question.getByRole('button', { name: '确定' })).toBeDisabled()
  await name.fill('雪山来客')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(card(page, '雪山来客')).toBeHidden()
  await page.reload()
  await expect(card(page, '雪线')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  // It still counts in the quota; it was the tab's project.
  await expect(page.getByRole('heading', { name: '我的项目（已用 2 / 共 3）' })).toBeVisible()
  await expect(page.getByRole('button', { name: '切换项目，当前：未选择项目' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a used-up quota is reported before the form opens, or over it if a colleague was faster', {
  tag: '@hard',
}, async ({ page }) => {
  const { phone } = await makeCompany(1)
  await signIn(page, phone)
  await page.getByRole('button', { name: '新建项目' }).click()
  const form = dialog(page, '新建项目')
  await form.getByLabel('项目名称').fill('慢了一步')
  const colleague = await page.context().newPage()
  await colleague.goto('/project/index')
  await create(colleague, '快了一步')
  await form.getByRole('button', { name: '确定' }).click()
  const full = dialog(page, '项目已满')
  await expect(full).toContainText('项目数量已用完，请购买项目后再创建。')
  await full.getByRole('button', { name: '取消' }).click()
  await expect(full).toBeHidden()
  await expect(form.getByLabel('项目名称')).toHaveValue('慢了一步')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃修改' }).click()

  await expect(page.getByRole('heading', { name: '我的项目（已用 1 / 共 1）' })).toBeVisible()
  await page.getByRole('button', { name: '新建项目' }).click()
  await full.getByRole('button', { name: '购买项目' }).click()
  await expect(page).toHaveURL(/\/project\/buy$/)
  await expect(page).toHaveTitle('购买项目 - 片账')
  await expect(page.getByText('每个项目自创建起可使用3年，账号数和文件容量不限。')).toBeVisible()
})

test('the purchase link explains what counts as used; below 992 px the menu is a drawer', {
  tag: '@hard',
}, async ({ page }) => {
  const { phone } = await makeCompany(1)
  await signIn(page, phone)
  const buy = page.getByRole('main').getByRole('link', { name: '购买项目' })
  await expect(buy).toHaveAttribute('href', '/project/buy')
  await buy.hover()
  await expect(page.getByRole('tooltip')).toHaveText('已用数量包含已归档和已删除的项目，购买项目可增加总数。')
  const menu = page.getByRole('navigation', { name: '菜单' })
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(page.getByRole('button', { name: '展开菜单' })).toHaveCount(0)
  expect((await page.getByRole('complementary').boundingBox())?.width).toBe(210)
  await expect(menu).toBeVisible()
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('without permission there are no buttons to create or delete, and the missing permission is named', {
  tag: '@hard',
}, async ({ page }) => {
  await signIn(page, CLERK)
  await expect(card(page, '长河灯火')).toBeVisible()
  for (const name of ['新建项目', '归档', '撤销归档', '删除'])
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '购买项目' })).toHaveCount(0)
  await page.goto('/project/buy')
  await expect(page.getByText('您没有权限进行此操作')).toBeVisible()
  await expect(page).not.toHaveURL(/buy/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu opens and closes, a project is created, nothing is wider than the screen', {
    tag: '@hard',
  }, async ({ page }) => {
    const { phone } = await makeCompany(2)
    await signIn(page, phone)
    await page.getByRole('button', { name: '展开菜单' }).tap()
    await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '项目列表' }).tap()
    await expect(page.getByRole('navigation', { name: '菜单' })).toBeHidden()
    const long = `${'很长的项目名称'.repeat(6)} ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789`
    await create(page, long, { 总导演: '长'.repeat(40), 故事梗概: '梗'.repeat(600) })
    const wider = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    expect(await page.evaluate(wider)).toBe(false)
  })
})
