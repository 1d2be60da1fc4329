import { book, bookedIn, newProject, projectCode } from './books.ts'
import { makeCompany } from './company.ts'
import { ADMIN, AUDITOR, CLERK, enter, fillLogin, follow, openPayments, PASSWORD, signIn } from './person.ts'
import { mustChangePassword } from './rights.ts'
import { type Browser, expect, type Page, test } from './test.ts'

const switcher = (page: Page) => page.getByRole('button', { name: /^切换项目，当前：/ })
const rows = (page: Page) => page.getByRole('region', { name: '付款明细' }).getByRole('row', { name: /FK\d/ })
const numbers = async (page: Page) =>
  (await rows(page).allTextContents()).map((text) => text.match(/FK\d+-?\d+/)?.[0])
const elsewhere = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage()

/** A fresh company with two projects of one payment each; both payments have the same code. */
async function twoProjects(page: Page): Promise<{ phone: string; a: string; b: string }> {
  const { phone } = await makeCompany(3)
  await signIn(page, phone)
  const a = await newProject(page, '甲片')
  const b = await newProject(page, '乙片')
  expect(await book(page, a, '甲方影业', '1.00')).toBe(await book(page, b, '乙方影业', '2.00'))
  return { phone, a, b }
}
const listOf = (project: string) => `/implement/cost?project=${project}&activeName=second`

test('opened subjects and the page of a panel are in the address', { tag: '@hard' }, async ({ page }) => {
  await enter(page, CLERK, '/setting/subject', '科目管理')
  const row = (name: RegExp) => page.getByRole('row', { name })
  await page.getByRole('button', { name: /^展开 1000 / }).click()
  await page.getByRole('button', { name: /^展开 100001 / }).click()
  await expect(row(/10000101/)).toBeVisible()
  await expect(page).toHaveURL(/open=1000&open=100001/)
  await page.reload()
  await expect(row(/10000101/)).toBeVisible()
  await expect(row(/110001/)).toHaveCount(0)
  await page.getByRole('button', { name: '全部展开' }).click()
  await expect(page).toHaveURL(/open=all/)
  await page.reload()
  await expect(row(/11000101/)).toBeVisible()

  await page.goto('/general/index')
  const pager = page.getByRole('navigation', { name: '合同付款对比分页' })
  await pager.getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/contract_page=2/)
  await page.reload()
  await expect(pager).toContainText('第 2 /')
})

test('a link shows a colleague the same rows of the same project, after a login too', {
  tag: '@all',
}, async ({ page, browser }) => {
  await openPayments(page, CLERK)
  await expect(rows(page)).not.toHaveCount(0)
  const unfiltered = await numbers(page)
  await page.getByPlaceholder('付款编号、付款方、摘要或备注').fill('道具')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?project=[^&]+&.*keywords=/)
  await expect.poll(() => numbers(page)).not.toEqual(unfiltered)
  const link = page.url()
  const seen = await numbers(page)
  expect(seen.length).toBeGreaterThan(0)

  // The project selected in their session is another one.
  const colleague = await elsewhere(browser)
  await openPayments(colleague, ADMIN, '候鸟北归')
  await colleague.goto(link)
  await expect(switcher(colleague)).toHaveText('长河灯火')
  await expect.poll(() => numbers(colleague)).toEqual(seen)
  expect(colleague.url()).toBe(link)
  await colleague.reload()
  await expect.poll(() => numbers(colleague)).toEqual(seen)

  const stranger = await elsewhere(browser)
  await stranger.goto(link)
  await fillLogin(stranger, AUDITOR)
  await expect(switcher(stranger)).toHaveText('长河灯火')
  await expect.poll(() => numbers(stranger)).toEqual(seen)
  expect(stranger.url()).toBe(link)
  for (const who of [colleague, stranger]) await who.context().close()
})

test('a link still leads to its page after the login and the change of the initial password', {
  tag: '@hard',
}, async ({ page, browser }) => {
  const { phone, code } = await makeCompany(1)
  await signIn(page, phone)
  const project = await newProject(page, '首登')
  const link = `${listOf(project)}&keywords=${encodeURIComponent('甲方')}`
  await mustChangePassword(code)
  const person = await elsewhere(browser)
  await person.goto(link)
  await fillLogin(person, phone)
  await expect(person).toHaveURL(/\/login\/password\?redirect=/)
  const field = (label: string) => person.getByLabel(label, { exact: true })
  await field('原密码').fill(PASSWORD)
  for (const label of ['新密码', '确认新密码']) await field(label).fill('own-password')
  await person.keyboard.press('Enter')
  await expect(person.getByText('没有符合条件的数据')).toBeVisible()
  expect(person.url()).toContain(link)
  await person.context().close()
})

test('a link opens an archived project read-only; one of an unknown project leads to the list with a message', {
  tag: '@hard',
}, async ({ page }) => {
  await signIn(page, CLERK)
  await expect(page.getByRole('article').filter({ hasText: '已归档' })).toBeVisible()
  const name = await page
    .getByRole('article')
    .filter({ hasText: '已归档' })
    .getByRole('heading')
    .textContent()
  await page.goto(listOf(await projectCode(page, name ?? '')))
  await expect(page.getByText('项目已归档，仅可查看和导出。')).toBeVisible()
  await expect(page.getByText(/^共 [\d,]+ 条$/).first()).toBeVisible()

  // The last one contains characters that an HTTP header cannot hold.
  for (const unknown of ['no-such-project', '没有的项目\n2']) {
    await page.goto(listOf(encodeURIComponent(unknown)))
    await expect(page).toHaveURL(/\/project\/index$/)
    await expect(page.getByText('请先选择项目')).toHaveCount(1)
    await expect(page.getByRole('article', { name: '长河灯火' })).toBeVisible()
  }
})

test('an address without a project uses the selected one; if there is none, choosing one in the list leads on to the page', {
  tag: '@hard',
}, async ({ page }) => {
  const { a, b } = await twoProjects(page)
  // No project is selected in this session.
  await page.goto('/implement/cost?activeName=second&keywords=甲方')
  await expect(page).toHaveURL(/\/project\/index\?redirect=/)
  await page.reload()
  await page.getByRole('article', { name: '甲片' }).getByRole('button', { name: '甲片', exact: true }).click()
  await expect(rows(page)).toHaveText([/甲方影业/])
  expect(new URL(page.url()).searchParams.get('project')).toBe(a)
  expect(new URL(page.url()).searchParams.get('keywords')).toBe('甲方')
  await page.getByRole('button', { name: '重置' }).click()
  await expect(page).not.toHaveURL(/keywords/)
  expect(new URL(page.url()).searchParams.get('project')).toBe(a)

  // The project is added to the address by replaceState, without a history entry.
  await page.goto(listOf(b))
  await expect(rows(page)).toHaveText([/乙方影业/])
  await page.goto('/setting/subject?keywords=摄影')
  await expect(page).toHaveURL(`/setting/subject?project=${b}&keywords=${encodeURIComponent('摄影')}`)
  await page.goBack()
  await expect(rows(page)).toHaveText([/乙方影业/])
  await expect(page.getByRole('link', { name: '科目管理' })).toHaveAttribute(
    'href',
    `/setting/subject?project=${b}`,
  )
})

test('Back across a switch of projects returns to the other project, and writes go to the one shown', {
  tag: '@hard',
}, async ({ page, context }) => {
  const { a, b } = await twoProjects(page)
  await page.goto(listOf(a))
  await expect(rows(page)).toHaveText([/甲方影业/])
  await switcher(page).click()
  await page.getByRole('menuitem', { name: '乙片' }).click()
  await expect(page).toHaveURL(new RegExp(`project=${b}`))
  // At once: the menu of the old page may still stand there, and leads to the new project.
  await follow(page, '付款')
  await expect(rows(page)).toHaveText([/乙方影业/])

  for (const _ of [1, 2, 3]) await page.goBack()
  await expect(switcher(page)).toHaveText('甲片')
  await expect(rows(page)).toHaveText([/甲方影业/])
  await expect(page).toHaveTitle('付款 - 甲片 - 片账')

  // A second tab with the other project does not affect this one.
  const second = await context.newPage()
  await second.goto(listOf(b))
  await expect(rows(second)).toHaveText([/乙方影业/])
  await rows(page).getByRole('button', { name: '删除' }).click()
  await page
    .getByRole('dialog', { name: /确定删除/ })
    .getByRole('button', { name: '确定' })
    .click()
  await expect(page.getByText('暂无数据')).toBeVisible()
  expect([await bookedIn(page, a), await bookedIn(page, b)]).toEqual([0, 1])
  await second.reload()
  await expect(rows(second)).toHaveText([/乙方影业/])

  for (const _ of [1, 2, 3]) await page.goForward()
  await expect(switcher(page)).toHaveText('乙片')
  await expect(rows(page)).toHaveText([/乙方影业/])
})
