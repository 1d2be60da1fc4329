import { makeCompany } from './company.ts'
import { sendNotices } from './notices.ts'
import { ADMIN, CLERK, enter, openPayments, signIn, watchConsole } from './person.ts'
import { type BrowserContext, expect, type Page, test } from './test.ts'

const bell = (page: Page, unread = '') =>
  page
    .getByRole('banner')
    .getByRole('button', { name: unread === '' ? '通知' : `通知，${unread}条未读`, exact: true })
const list = (page: Page) => page.getByRole('dialog', { name: '通知' })
const projectOf = (page: Page) => new URL(page.url()).searchParams.get('project') ?? ''
const notice = (number: number, path = '/implement/investment') => ({
  title: `付款申请待审批${number}`,
  text: `王出纳提交 SQ000${number}，群众演员餐费，1,200.00 元`,
  path,
  about: `payment_request SQ000${number}`,
})

async function readAll(page: Page): Promise<void> {
  const answer = await page.request.post('/api/manager/notifications/read', {
    headers: { origin: new URL(page.url()).origin },
    data: {},
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('a notice is counted at once, leads to its page, and is read; a colleague decides and it waits no more', {
  tag: '@all',
}, async ({ page, browser }) => {
  const complaints = watchConsole(page)
  await openPayments(page, ADMIN)
  const project = projectOf(page)
  await expect(bell(page)).toBeVisible()
  const context = await browser.newContext()
  const other = await context.newPage()
  await openPayments(other, CLERK)
  await expect(bell(other)).toBeVisible()

  await sendNotices({ phone: ADMIN, project, notices: [notice(1), notice(2)] })
  await expect(bell(page, '2')).toBeVisible()
  await expect(bell(page, '2')).toHaveText('2')

  // By keyboard: the panel gets the focus, Escape gives it back.
  await bell(page, '2').focus()
  await page.keyboard.press('Enter')
  await expect(list(page)).toBeFocused()
  // The demo has older ones.
  const rows = list(page).getByRole('link').filter({ hasText: '付款申请待审批' })
  await expect(rows).toHaveText([/^未读：付款申请待审批2.*长河灯火/, /^未读：付款申请待审批1/])
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(bell(page, '2')).toBeFocused()

  // A colleague's decision, while the list is open.
  await bell(page, '2').click()
  await sendNotices({ phone: ADMIN, project, notices: [], settled: 'payment_request SQ0002' })
  await expect(rows).toHaveText([/^付款申请待审批2/, /^未读：付款申请待审批1/])
  await rows.nth(1).click()
  await expect(page.getByRole('heading', { name: '收款', exact: true, level: 1 })).toBeVisible()
  expect(projectOf(page)).toBe(project)
  await expect(list(page)).toBeHidden()
  await expect(bell(page)).toHaveText('')

  await sendNotices({ phone: ADMIN, project, notices: [notice(3), notice(4)] })
  await bell(page, '2').click()
  await list(page).getByRole('button', { name: '全部已读' }).click()
  await expect(list(page).getByRole('button', { name: '全部已读' })).toBeHidden()
  await expect(rows.first()).toHaveText(/^付款申请待审批4/)
  await expect(bell(other)).toHaveText('')

  // Who archives the project is told what would wait in it for ever.
  await page.goto('/project/index')
  await page.getByRole('button', { name: '归档 长河灯火' }).click()
  const question = page.getByRole('dialog', { name: '确定归档该项目？归档后不可编辑。' })
  await expect(question).toContainText(/^.*长河灯火：有 \d+ 条付款申请待审批，归档后不能审批。/)
  await question.getByRole('button', { name: '取消' }).click()
  expect(complaints).toEqual([])
  await context.close()
})

test('a notice of another project opens it there; many are counted as 99+ and loaded page by page', {
  tag: '@hard',
}, async ({ page }) => {
  await signIn(page, ADMIN)
  const answer = await page.request.get('/api/manager/projects')
  const { items } = (await answer.json()).data as {
    items: { name: string; code: string; archive_at: string | null }[]
  }
  const [elsewhere] = items.filter(({ name, archive_at }) => name !== '长河灯火' && archive_at === null)
  await openPayments(page, ADMIN)
  await sendNotices({
    phone: ADMIN,
    project: elsewhere?.code ?? '',
    // It has expired: nothing waits in it.
    notices: Array.from({ length: 120 }, (_, index) => ({ ...notice(index), kind: 'approved' as const })),
  })
  await expect(bell(page, '120')).toHaveText('99+')
  await bell(page, '120').click()
  await expect(list(page).getByRole('link')).toHaveCount(20)
  await list(page).getByRole('button', { name: '加载更多' }).click()
  await expect(list(page).getByRole('link')).toHaveCount(50)
  await list(page).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: `切换项目，当前：${elsewhere?.name}` })).toBeVisible()
  expect(projectOf(page)).toBe(elsewhere?.code)
  await expect(bell(page, '119')).toBeVisible()
  await readAll(page)
  await expect(bell(page)).toBeVisible()
})

test('at 390 px the list covers the page, and Back closes it', { tag: '@hard' }, async ({
  browser,
  address,
}) => {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await enter(page, ADMIN, '/implement/investment?activeName=second', '收款')
  await sendNotices({ phone: ADMIN, project: projectOf(page), notices: [notice(5)] })
  await bell(page, '1').click()
  await expect(list(page).getByRole('link').first()).toBeVisible()
  const box = await list(page).boundingBox()
  expect(box).toMatchObject({ x: 0, width: 390 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.goBack()
  await expect(list(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: '收款', exact: true, level: 1 })).toBeVisible()
  await readAll(page)
  await context.close()
})

/** A tab that nobody looks at, with a `Notification` that writes down what it is given. */
async function hiddenTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(`
    window.shown = []
    window.Notification = class {
      static permission = 'granted'
      constructor(title, options) { window.shown.push([title, options.body]); window.last = this }
      close() {}
    }
    window.hide = () => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    }`)
  return page
}

test('hidden tabs show a new notice on the desktop once; none while a tab is looked at', {
  tag: '@hard',
}, async ({ context }) => {
  const [first, second] = [await hiddenTab(context), await hiddenTab(context)]
  await openPayments(first, ADMIN)
  const project = projectOf(first)
  await second.goto(first.url())
  for (const tab of [first, second]) await expect(bell(tab)).toBeVisible()
  const shown = async () =>
    (await Promise.all([first, second].map((tab) => tab.evaluate<string[][]>('shown')))).flat()

  // Somebody looks at the first one.
  await second.evaluate('hide()')
  await sendNotices({ phone: ADMIN, project, notices: [notice(6)] })
  await expect(bell(first, '1')).toBeVisible()
  await first.waitForTimeout(2_000)
  expect(await shown()).toEqual([])

  await first.evaluate('hide()')
  await sendNotices({ phone: ADMIN, project, notices: [notice(7)] })
  await expect.poll(shown).toHaveLength(1)
  await first.waitForTimeout(2_000)
  expect(await shown()).toEqual([['付款申请待审批7', expect.stringContaining('长河灯火')]])
  const there = (await first.evaluate<number>('shown.length')) === 1 ? first : second
  await there.evaluate('last.onclick()')
  await expect(there.getByRole('heading', { name: '收款', exact: true, level: 1 })).toBeVisible()
  await readAll(first)
})

test('desktop reminders are asked for once, by a press', { tag: '@hard' }, async ({ page }) => {
  await page.addInitScript(`
    window.asked = 0
    window.Notification = class {
      static permission = 'default'
      static requestPermission = async () => { window.asked += 1; return 'default' }
    }`)
  await openPayments(page, CLERK)
  await bell(page).click()
  const ask = list(page).getByRole('button', { name: '开启桌面提醒' })
  await expect(ask).toBeVisible()
  expect(await page.evaluate('asked')).toBe(0)
  await ask.click()
  await expect(ask).toBeHidden()
  expect(await page.evaluate('asked')).toBe(1)
  await page.reload()
  await bell(page).click()
  await expect(
    list(page)
      .getByRole('link')
      .or(list(page).getByText(/^暂无通知/))
      .first(),
  ).toBeVisible()
  await expect(ask).toBeHidden()
})

test('a company without the features that speak has no bell and loads nothing of it', {
  tag: '@hard',
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/notifications|Bell/.test(request.url())) asked.push(request.url())
  })
  const { phone } = await makeCompany(1)
  await signIn(page, phone)
  await expect(page.getByRole('heading', { name: '我的项目', level: 1 })).toBeVisible()
  await page.waitForTimeout(4_000)
  await expect(bell(page)).toHaveCount(0)
  expect(asked).toEqual([])
})
