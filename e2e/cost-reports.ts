import { call, ownCompany, subjectsOf } from './books.ts'
import { logInByApi } from './person.ts'
import type { Browser, Page } from './test.ts'

export const SCRIPT = '10000101'
export const ORIGINAL = '10000103'
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Signs in to a new company and creates a project with budgets of 100,000 yuan on `SCRIPT` and 50,000 on `ORIGINAL`; returns the codes, and whom to sign in as. */
export async function budgeted(page: Page, name: string) {
  const { phone, project } = await ownCompany(page, name)
  const subjects = await subjectsOf(page, project, [SCRIPT, ORIGINAL])
  for (const [index, unit_price] of ['100000', '50000'].entries())
    await call(page, 'cost_budgets', project, {
      subject_three_code: subjects[index],
      unit_price,
      quantity: '1',
      unit: '项',
    })
  return { phone, project, subjects }
}

/** The cost report of a project in a browser of its own. */
export async function openedBy(browser: Browser, phone: string, project: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInByApi(page, phone)
  await page.goto(`/report/cost?project=${project}`)
  return page
}
