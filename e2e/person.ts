import type { APIResponse } from '@playwright/test'
import { type BrowserContext, expect, type Locator, type Page, test } from './test.ts'

export const ADMIN = '13800000001'
export const CLERK = '13800000002'
export const AUDITOR = '13800000003'
export const PASSWORD = 'pianzhang-demo'

/** Sessions of the demo's people in this worker, each with the test that it was given to last. */
const kept = new Map<string, { cookies: Cookies; test: string }>()
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/**
 * Takes the session that an earlier test began, as a login costs as much as a page; a second browser of the person in one test begins its own.
 * Returns the projects of the person.
 */
async function resume(page: Page, phone: string): Promise<APIResponse> {
  // Outside of a test, as in the bench, there is none.
  const here = process.env.TEST_WORKER_INDEX === undefined ? '' : test.info().testId
  const session = kept.get(phone)
  const isFirst = session?.test !== here
  if (session && isFirst) {
    session.test = here
    await page.context().addCookies(session.cookies)
    const answer = await page.request.get('/api/manager/projects')
    // A test may have ended it.
    if (answer.ok()) return answer
  }
  await logInByApi(page, phone)
  if (isFirst) kept.set(phone, { cookies: await page.context().cookies(), test: here })
  return page.request.get('/api/manager/projects')
}

/** Logs the browser in through the API, without a page; the login page is tested in session.spec.ts. */
export async function logInByApi(page: Page, phone: string, password = PASSWORD): Promise<void> {
  const captcha = await page.request.post('/api/common/captchas')
  const { token } = (await captcha.json()).data as { token: string }
  const session = await page.request.post('/api/manager/sessions', {
    data: { phone, password, captcha: process.env.CAPTCHA_FIXED ?? '', captcha_token: token },
  })
  expect(session.ok(), await session.text()).toBe(true)
}

/** Logs a person in through the API and opens the list of projects. */
export async function signIn(page: Page, phone: string, password = PASSWORD): Promise<void> {
  await logInByApi(page, phone, password)
  await page.goto('/project/index')
}

/**
 * Logs a person in and opens a page of a project directly; the project is selected through the API, as every page on the way costs a test
 * a second.
 */
export async function enter(
  page: Page,
  phone: string,
  address: string,
  heading: string,
  project = '长河灯火',
): Promise<void> {
  const answer = await resume(page, phone)
  const { items } = (await answer.json()).data as { items: { name: string; code: string }[] }
  const code = items.find(({ name }) => name === project)?.code
  const selected = await page.request.post(`/api/manager/projects/${code}/selected`, {
    headers: { origin: new URL(answer.url()).origin },
  })
  expect(selected.ok(), await selected.text()).toBe(true)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: heading, exact: true, level: 1 })).toBeVisible()
}

/** Logs in on the login page, whose address may name the page to open next. */
export async function logIn(page: Page, phone: string, address = '/login'): Promise<void> {
  await page.goto(address)
  await fillLogin(page, phone)
  await expect(page).not.toHaveURL(/\/login\?|\/login$/)
}

/** Fills the login page and submits it by Enter. */
export async function fillLogin(page: Page, phone: string, password = PASSWORD): Promise<void> {
  // Waits for the captcha, as a text typed before belongs to none.
  await expect(page.getByRole('button', { name: /验证码图片/ }).locator('img')).toBeVisible()
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('验证码', { exact: true }).fill(process.env.CAPTCHA_FIXED ?? '')
  await page.keyboard.press('Enter')
}

/** Opens the payments' statistics, the tab that a project with payments shows first. */
export async function openStatistics(page: Page, phone: string, project?: string): Promise<void> {
  await enter(page, phone, '/implement/cost', '付款', project)
  await expect(page).toHaveURL(/\/implement\/cost/)
}

/** Switches from the statistics of payments to their list. */
async function openList(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: '明细', exact: true })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

/** Opens the list of payments, by default of the demo's running project. */
export async function openPayments(page: Page, phone: string, project?: string): Promise<void> {
  await enter(page, phone, '/implement/cost?activeName=second', '付款', project)
  await expect(page.getByRole('tab', { name: '明细', exact: true })).toHaveAttribute('aria-selected', 'true')
}

/** Opens a page by the menu (of payments their list). Waits for its heading, as the page before stays until the new one is loaded. */
export async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
  if (name === '付款') await openList(page)
}

/** In a select with this label, types a text and takes the first matching option. */
export async function choose(within: Locator, label: RegExp | string, text: string): Promise<void> {
  const box = within.getByRole('combobox', { name: label })
  await box.click()
  await box.fill(text)
  await within.page().locator('.ant-select-dropdown:visible').getByText(text).first().click()
}

/** The number in the bar above the table: 共 N 条. */
export async function countOf(page: Page): Promise<number> {
  const text = await page
    .getByText(/^共 [\d,]+ 条$/)
    .first()
    .textContent()
  return Number(text?.replace(/\D/g, ''))
}

/** Collects errors of the page and its console, except those matching `allowed`; the test expects the list to be empty. */
export function watchConsole(page: Page, allowed: RegExp[] = []): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !allowed.some((pattern) => pattern.test(message.text())))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}
