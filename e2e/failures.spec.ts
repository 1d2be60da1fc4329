import { call, projectCode } from './books.ts'
import { makeCompany, operate } from './company.ts'
import { CLERK, choose, enter, fillLogin, follow, openPayments, PASSWORD, signIn } from './person.ts'
import { withoutRight } from './rights.ts'
import { type BrowserContext, expect, type Page, test } from './test.ts'

const LOST = '登录状态已失效，请重新登录。'
const drawer = (page: Page) => page.getByRole('dialog', { name: /付款明细/ })

/** Logs the tab's session out, as another tab does. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /账号：/ }).click()
  await page.getByText('退出登录').click()
  await expect(page).toHaveURL(/\/login$/)
}

async function projectOf(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '新建项目' }).click()
  const form = page.getByRole('dialog', { name: '新建项目' })
  await form.getByLabel('项目名称').fill(name)
  await form.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('article', { name })).toBeVisible()
}

/** An empty project has no statistics, so it opens on the list. */
async function onList(page: Page): Promise<void> {
  await expect(page.getByRole('tab', { name: '明细' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByPlaceholder('付款编号、付款方、摘要或备注')).toBeVisible()
}

/** A project of a company of its own, opened at its payments. */
async function ownProject(page: Page, name: string): Promise<{ phone: string; code: string }> {
  const company = await makeCompany(2)
  await signIn(page, company.phone)
  await projectOf(page, name)
  await page.getByRole('article', { name }).getByRole('button', { name, exact: true }).click()
  await page.getByRole('link', { name: '付款', exact: true }).click()
  await onList(page)
  return company
}

/** Another browser of the same person. */
async function elsewhere(from: Page, phone: string): Promise<Page> {
  const context = (await from.context().browser()?.newContext()) as BrowserContext
  const page = await context.newPage()
  await signIn(page, phone)
  return page
}

/** Fills a new payment but does not save it. */
async function typePayment(page: Page, payer: string): Promise<void> {
  await page.getByRole('button', { name: '新增付款明细' }).first().click()
  await drawer(page).getByLabel('付款方', { exact: false }).first().fill(payer)
  const line = drawer(page).getByRole('tabpanel')
  await choose(line, /科目/, '24000101')
  await line.getByLabel(/付款金额/).fill('88.8')
  await choose(line, /付款方式/, '网银')
}

const save = (page: Page) => drawer(page).getByRole('button', { name: '确定' }).click()
const payer = (page: Page) => drawer(page).getByLabel('付款方', { exact: false }).first()

test('two tabs, one logs out: the other says so by itself and comes back after the login', {
  tag: '@hard',
}, async ({ page, context }) => {
  const { phone } = await ownProject(page, '双标签')
  const other = await context.newPage()
  await other.goto('/implement/cost')
  await onList(other)
  await logOut(page)
  await expect(other).toHaveURL(/\/login\?redirect=/)
  await expect(other.getByText(LOST)).toHaveCount(1)
  await fillLogin(other, phone)
  await expect(other).toHaveURL(/\/(implement\/cost|project\/index)/)
})

test('a session ended from another device ends here too', { tag: '@hard' }, async ({ page }) => {
  const { phone } = await ownProject(page, '两台设备')
  const there = await elsewhere(page, phone)
  await there.getByRole('button', { name: /账号：/ }).click()
  await there.getByText('我的登录设备').click()
  const devices = there.getByRole('dialog', { name: '我的登录设备' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('当前设备')).toHaveCount(1)
  await devices.getByRole('button', { name: '退出' }).click()
  await there.getByRole('button', { name: '确定' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByText(LOST)).toHaveCount(1)
})

test('a password changed elsewhere asks to log in again; 取消 keeps what was typed', {
  tag: '@hard',
}, async ({ page }) => {
  const { phone } = await ownProject(page, '改密码')
  await typePayment(page, '没有丢失公司')
  await choose(drawer(page).getByRole('tabpanel'), /付款类型/, '进度款')
  const there = await elsewhere(page, phone)
  await there.getByRole('button', { name: /账号：/ }).click()
  await there.getByText('修改密码').click()
  const form = there.getByRole('dialog', { name: '修改密码' })
  await form.getByLabel('原密码').fill('wrong-password')
  await form.getByLabel('新密码', { exact: true }).fill('another-password')
  await form.getByLabel('确认新密码').fill('other-password')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('两次输入的密码不一致')).toBeVisible()
  await form.getByLabel('确认新密码').fill('another-password')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('原密码不正确')).toBeVisible()
  await form.getByLabel('原密码').fill(PASSWORD)
  await form.getByRole('button', { name: '确定' }).click()
  await expect(there.getByText('操作成功')).toBeVisible()

  const question = page.getByRole('dialog', { name: LOST })
  await expect(question).toContainText('已填写的内容已存为草稿，重新登录后可恢复。')
  await question.getByRole('button', { name: '取消' }).click()
  await expect(payer(page)).toHaveValue('没有丢失公司')
  await save(page)
  await expect(page).not.toHaveURL(/login/)
  await expect(payer(page)).toHaveValue('没有丢失公司')
  await question.getByRole('button', { name: '重新登录' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fimplement%2Fcost/)
  await fillLogin(page, phone, 'another-password')
  await expect(page).toHaveURL(/\/(implement\/cost|project\/index)/)
})

test('archived while a payment is edited: the save is refused, nothing typed is lost, saved after unarchiving', {
  tag: '@hard',
}, async ({ page }) => {
  const { phone } = await ownProject(page, '手下归档')
  await typePayment(page, '归档公司')
  await choose(drawer(page).getByRole('tabpanel'), /付款类型/, '进度款')
  const there = await elsewhere(page, phone)
  const card = there.getByRole('article', { name: '手下归档' })
  await card.getByRole('button', { name: '归档 手下归档', exact: true }).click()
  await there.getByRole('button', { name: '确定' }).click()
  await expect(card).toContainText('已归档')

  await save(page)
  await expect(page.getByText('项目已归档，仅可查看和导出。').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '项目已归档，仅可查看和导出。' })).toBeVisible()
  await expect(payer(page)).toHaveValue('归档公司')
  await expect(drawer(page).getByLabel(/付款金额/)).toHaveValue('88.80')

  await card.getByRole('button', { name: '撤销归档' }).click()
  await expect(card).not.toContainText('已归档')
  await save(page)
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('row', { name: /归档公司/ })).toContainText('88.80')
  await expect(page.getByRole('status').filter({ hasText: '项目已归档' })).toHaveCount(0)
})

test('an archived project goes on reading in a tab that is in it, without a button that writes', {
  tag: '@hard',
}, async ({ page }) => {
  const { phone } = await ownProject(page, '只读')
  const there = await elsewhere(page, phone)
  await there.getByRole('article', { name: '只读' }).getByRole('button', { name: '归档 只读' }).click()
  await there.getByRole('button', { name: '确定' }).click()
  await expect(there.getByRole('article', { name: '只读' })).toContainText('已归档')
  await page.reload()
  await expect(page.getByText('项目已归档，仅可查看和导出。')).toBeVisible()
  await expect(page.getByText('暂无数据')).toBeVisible()
  for (const name of ['新增付款明细', '批量新增'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('a project deleted elsewhere leads to the list of projects', { tag: '@hard' }, async ({ page }) => {
  const { phone } = await ownProject(page, '将被删除')
  const there = await elsewhere(page, phone)
  await there
    .getByRole('article', { name: '将被删除' })
    .getByRole('button', { name: '删除 将被删除' })
    .click()
  const question = there.getByRole('dialog', { name: '确定删除项目？' })
  await question.getByLabel('项目名称').fill('将被删除')
  await question.getByLabel('项目名称').press('Enter')
  await expect(there.getByRole('article')).toHaveCount(0)
  // A change event may have reported it already.
  const search = page.getByPlaceholder('付款编号、付款方、摘要或备注')
  await search.fill('道具', { timeout: 2_000 }).catch(() => {})
  await search.press('Enter', { timeout: 1_000 }).catch(() => {})
  await expect(page).toHaveURL(/\/project\/index/)
  await expect(page.getByRole('button', { name: '切换项目，当前：未选择项目' })).toBeVisible()
  await expect(page.getByRole('article', { name: '将被删除' })).toHaveCount(0)
})

test('a permission is taken away: one message, the menu follows, and back to the list of projects', {
  tag: '@all',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  await follow(page, '科目管理')
  await withoutRight(CLERK, 'subject', async () => {
    await page.getByRole('textbox', { name: '科目编号/名称' }).fill('摄影')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/project\/index$/)
    await expect(page.getByText('您没有权限进行此操作')).toHaveCount(1)
    await page
      .getByRole('article', { name: '长河灯火' })
      .getByRole('button', { name: '长河灯火', exact: true })
      .click()
    await expect(page.getByRole('link', { name: '付款类型管理' })).toBeVisible()
    await expect(page.getByRole('link', { name: '科目管理' })).toHaveCount(0)
  })
  await page.reload()
  await expect(page.getByRole('link', { name: '科目管理' })).toBeVisible()
})

test('who is unlinked, loses the role or is disabled sees it on the open page, without a click', {
  tag: '@hard',
}, async ({ page, browser }) => {
  const { phone } = await ownProject(page, '离开的人')
  const project = await projectCode(page, '离开的人')
  const permissions = ['project', 'cost_execution'].map((model) => ({
    resource_model: model,
    actions: ['read', 'write'],
  }))
  const role = (
    await call<{ code: string }>(page, 'roles', undefined, { name: '出纳', desc: '付款', permissions })
  ).code
  const own = { name: '罗洁', phone: `135${phone.slice(3)}` }
  const body = { ...own, role_code: role, project_codes: [project] }
  const first = 'given-password'
  const { code } = await call<{ code: string }>(page, 'users', undefined, { ...body, password: first })
  const edit = (change: object) => call(page, `users/${code}`, undefined, { ...body, ...change }, 'PUT')
  const clerk = await (await browser.newContext()).newPage()
  await signIn(clerk, own.phone, first)
  await call(clerk, 'sessions/password', undefined, { old_password: first, password: PASSWORD }, 'PUT')
  await enter(clerk, own.phone, '/implement/cost?activeName=second', '付款', '离开的人')
  // Holds the list back until the profile's answer, a 200 without the project, is there: it is to come before the list's 300009.
  const profile = clerk.waitForResponse((answer) => answer.url().includes('/sessions/profile'))
  await clerk.route('**/api/manager/cost_executions?*', async (route) => {
    await profile
    await route.continue()
  })

  await edit({ project_codes: [] })
  await expect(clerk).toHaveURL(/\/project\/index$/)
  await expect(clerk.getByText('您已不在该项目中，或项目已被删除。')).toHaveCount(1)
  await expect(clerk.getByRole('article')).toHaveCount(0)

  await edit({})
  await clerk.goto(`/implement/cost?activeName=second&project=${project}`)
  await typePayment(clerk, '写了一半的公司')
  await choose(drawer(clerk).getByRole('tabpanel'), /付款类型/, '进度款')
  await edit({ project_codes: [] })
  const leftOut = clerk.getByRole('dialog', { name: '您已不在该项目中，或项目已被删除。' })
  await leftOut.getByRole('button', { name: '取消' }).click()
  await expect(payer(clerk)).toHaveValue('写了一半的公司')
  await save(clerk)
  await leftOut.getByRole('button', { name: '返回项目列表' }).click()
  await expect(clerk).toHaveURL(/\/project\/index$/)

  await edit({})
  await clerk.goto(`/implement/cost?activeName=second&project=${project}`)
  await expect(clerk.getByPlaceholder('付款编号、付款方、摘要或备注')).toBeVisible()
  await call(page, `roles/${role}/status`, undefined, { status: 1 })
  await expect(clerk.getByText('您的账号尚未分配角色，或角色已被禁用，请联系管理员')).toBeVisible()
  await expect(clerk.getByRole('link', { name: '付款', exact: true })).toHaveCount(0)

  await call(page, `roles/${role}/status`, undefined, { status: 0 })
  await clerk.goto(`/implement/cost?activeName=second&project=${project}`)
  await expect(clerk.getByPlaceholder('付款编号、付款方、摘要或备注')).toBeVisible()
  await edit({ status: 1 })
  await clerk.getByRole('dialog', { name: LOST }).getByRole('button', { name: '重新登录' }).click()
  await expect(clerk).toHaveURL(/\/login\?redirect=/)
  await clerk.context().close()
})

test('a suspended company is logged out at once in all tabs, with a contact; after it resumes, the login works', {
  tag: '@hard',
}, async ({ page, context }) => {
  const { phone, code } = await ownProject(page, '停止服务')
  const other = await context.newPage()
  await other.goto('/project/index')
  await expect(other.getByRole('article', { name: '停止服务' })).toBeVisible()
  await operate('company:stop', { company: code })
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login/)
    await expect(tab.getByText('服务已停止，请联系管理员')).toBeVisible()
  }
  await fillLogin(page, phone)
  await expect(page.getByRole('alert')).toHaveText('服务已停止，请联系管理员')
  await operate('company:resume', { company: code })
  await fillLogin(page, phone)
  await expect(page).toHaveURL(/\/(implement\/cost|project\/index)/)
})
