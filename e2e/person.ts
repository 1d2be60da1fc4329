import { expect, type Locator, type Page } from '@playwright/test'

export const ADMIN = '13800000001'
export const CLERK = '13800000002'
export const AUDITOR = '13800000003'
export const PASSWORD = 'pianzhang-demo'

/** Signs in as a person of the demo company; lands where the address asked for, else on the list of projects. */
export async function signIn(
  page: Page,
  phone: string,
  address = '/login',
  password = PASSWORD,
): Promise<void> {
  await page.goto(address)
  await fillLogin(page, phone, password)
  await expect(page).not.toHaveURL(/\/login\?|\/login$/)
}

/** On the login page: fills it and sends it by Enter. */
export async function fillLogin(page: Page, phone: string, password = PASSWORD): Promise<void> {
  // Before its picture is there, no text can fit it.
  await expect(page.getByRole('button', { name: /验证码图片/ }).locator('img')).toBeVisible()
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('验证码', { exact: true }).fill(process.env.CAPTCHA_FIXED ?? '')
  await page.keyboard.press('Enter')
}

/** The payments of the demo's running project. */
export async function openPayments(page: Page, phone: string, project = '长河灯火'): Promise<void> {
  await signIn(page, phone)
  await page.getByRole('main').getByText(project, { exact: true }).click()
  await expect(page.getByRole('heading', { name: '付款' })).toBeVisible()
  await expect(page).toHaveURL(/\/implement\/cost/)
}

/** A select by its label: types to find, takes the first that fits. */
export async function choose(within: Locator, label: RegExp | string, text: string): Promise<void> {
  const box = within.getByRole('combobox', { name: label })
  await box.click()
  await box.fill(text)
  await within.page().locator('.ant-select-dropdown:visible').getByText(text).first().click()
}

/** What the bar above the table says: 共 N 条. */
export async function countOf(page: Page): Promise<number> {
  const text = await page
    .getByText(/^共 [\d,]+ 条$/)
    .first()
    .textContent()
  return Number(text?.replace(/\D/g, ''))
}

/** Stops the test when the page complains in the console; what the test provokes is allowed by name. */
export function watchConsole(page: Page, allowed: RegExp[] = []): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !allowed.some((pattern) => pattern.test(message.text())))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}
