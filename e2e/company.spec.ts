import { makeCompany } from './company.ts'
import { choose, fillLogin, follow, signIn, watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

const FORBIDDEN = '您没有权限进行此操作'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const menu = (page: Page) => page.getByRole('navigation', { name: '菜单' }).getByRole('link')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

/** Buys one project in the sandbox, whose cashier is another tab. */
async function buyProject(page: Page): Promise<void> {
  await follow(page, '购买项目')
  await page.getByLabel('项目数量').fill('1')
  await page.getByRole('radio', { name: '微信支付' }).check()
  await page.getByRole('button', { name: '提交订单' }).click()
  const [cashier] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog(page, '订单详情').getByRole('link', { name: '打开沙箱收银台' }).click(),
  ])
  await cashier.getByRole('button', { name: '确认支付' }).click()
  await expect(cashier.getByText('已付款')).toBeVisible()
  await cashier.close()
}

test('a project is bought, a role and an account are made, and that person sees the allowed pages only', {
  tag: '@hard',
}, async ({ page, browser, address }) => {
  // Two people, three forms.
  const complaints = watchConsole(page)
  const { phone } = await makeCompany(1)
  await signIn(page, phone)
  const headers = { origin: new URL(page.url()).origin }
  const old = await page.request.post('/api/manager/projects', { headers, data: { name: '旧片' } })
  expect((await old.json()).code).toBe(0)
  await buyProject(page)
  await expect(page.getByRole('heading', { name: '我的项目（已用 1 / 共 2）' })).toBeVisible()
  await page.getByRole('button', { name: '新建项目' }).click()
  const project = dialog(page, '新建项目')
  await project.getByLabel('项目名称').fill('雪线')
  await project.getByRole('button', { name: '确定' }).click()
  await expect(project).toBeHidden()

  await follow(page, '角色管理')
  await page.getByRole('button', { name: '新增角色' }).click()
  // The list has a field of the same name.
  await expect(page.getByRole('heading', { name: '新增角色', level: 1 })).toBeVisible()
  await page.getByLabel('角色名称').fill('出纳')
  await page.getByLabel('权限描述').fill('登记备用金，查看付款、合同和账号')
  for (const right of ['备用金 新增/编辑', '付款 查看', '合同 查看', '账号 查看'])
    await box(page, right).check()
  await page.getByRole('button', { name: '新 增' }).click()
  await expect(page.getByText('角色新增成功')).toBeVisible()
  await follow(page, '账号管理')
  await page.getByRole('button', { name: '新增账号' }).click()
  const form = dialog(page, '新增账号')
  await form.getByLabel('姓名').fill('陶可')
  const own = `137${phone.slice(3)}`
  await form.getByLabel('手机号').fill(own)
  await choose(form, '角色', '出纳')
  await choose(form, '参与项目', '雪线')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()
  const shown = dialog(page, '初始密码')
  const initial = (await shown.getByText(/^[a-z2-9]{12}$/).textContent()) ?? ''
  await shown.getByRole('button', { name: '关闭' }).click()

  // Signs in with the initial password, and has to change it.
  const person = await (await browser.newContext({ baseURL: address })).newPage()
  await person.goto('/login')
  await fillLogin(person, own, initial)
  await expect(person).toHaveURL(/\/login\/password/)
  const field = (label: string) => person.getByLabel(label, { exact: true })
  await field('原密码').fill(initial)
  for (const label of ['新密码', '确认新密码']) await field(label).fill('own-password')
  await person.keyboard.press('Enter')
  await expect(person.getByRole('article')).toHaveCount(1)
  await expect(menu(person)).toHaveText(['项目列表', '账号管理'])
  await expect(person.getByRole('button', { name: '新建项目' })).toHaveCount(0)
  await follow(person, '账号管理')
  await expect(person.getByRole('row').filter({ hasText: own })).toBeVisible()
  for (const name of [/^修改/, /^重置密码/, /^删除/, '新增账号', '角色管理'])
    await expect(person.getByRole('main').getByRole('button', { name })).toHaveCount(0)

  await person.goto('/project/index')
  await person.getByRole('button', { name: '雪线', exact: true }).click()
  await expect(person.getByRole('heading', { name: '备用金', exact: true, level: 1 })).toBeVisible()
  await expect(menu(person)).toHaveText(['备用金', '付款', '合同列表'])
  await expect(person.getByRole('button', { name: '新增备用金明细' }).first()).toBeVisible()
  await follow(person, '付款')
  await expect(person.getByRole('button', { name: '新增付款明细' })).toHaveCount(0)

  // The addresses of other pages lead to the first allowed one.
  const { search } = new URL(person.url())
  const code = new URLSearchParams(search).get('project')
  for (const path of ['general/index', 'setting/subject', 'project/buy', 'manage/role']) {
    await person.goto(`/${path}?project=${code}`)
    await expect(person.getByText(FORBIDDEN)).toBeVisible()
    await expect(person).toHaveURL(/\/implement\/cash\?/)
  }

  // A right that is withdrawn holds at once: the open page says so, and the menu follows.
  await follow(page, '角色管理')
  await page.getByRole('link', { name: '出纳', exact: true }).click()
  await box(page, '备用金 查看').uncheck()
  await page.getByRole('button', { name: '修 改' }).click()
  await expect(page.getByText('角色修改成功')).toBeVisible()
  await person.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(person).toHaveURL(/\/project\/index$/)
  await expect(person.getByText(FORBIDDEN)).toBeVisible()
  await person.getByRole('button', { name: '雪线', exact: true }).click()
  await expect(person.getByRole('heading', { name: '付款', exact: true, level: 1 })).toBeVisible()
  await expect(menu(person)).toHaveText(['付款', '合同列表'])
  await person.context().close()
  expect(complaints).toEqual([])
})
