import { call, newProject } from './books.ts'
import { makeCompany } from './company.ts'
import { logInByApi, watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

/** The super administrator of a company that has all features off, in a project of it. */
async function withoutFeatures(page: Page): Promise<string> {
  const { phone } = await makeCompany(2)
  await logInByApi(page, phone)
  const { items } = await call<{ items: { feature: string }[] }>(page, 'company/features')
  const off = items.map(({ feature }) => ({ feature, on: false }))
  await call(page, 'company/features', undefined, { items: off }, 'PUT')
  return newProject(page, '只记账')
}

test('a company without features has no page of one; its first feature is in the menu at once', async ({
  page,
}) => {
  const project = await withoutFeatures(page)
  const complaints = watchConsole(page)
  await page.goto(`/general/index?project=${project}`)
  await expect(page.getByRole('heading', { name: '项目总览', level: 1 })).toBeVisible()
  await page.goto(`/report/cost?project=${project}`)
  await expect(page).toHaveURL(/\/general\/index/)
  await expect(page.getByRole('navigation', { name: '菜单' }).getByText('成本报表')).toHaveCount(0)
  await page.goto('/manage/features')
  const box = page.getByRole('checkbox', { name: '启用成本报表' })
  await expect(box).not.toBeChecked()

  const reloads: string[] = []
  page.on('domcontentloaded', () => reloads.push(page.url()))
  await box.click()
  await expect(box).toBeChecked()
  await page.getByRole('link', { name: '项目列表' }).click()
  await page.getByRole('main').getByText('只记账').first().click()
  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByRole('link', { name: '成本报表' }).click()
  await expect(page.getByRole('tab', { name: '成本报表' })).toBeVisible()
  await expect(page).toHaveTitle('成本报表 - 只记账 - 片账')
  expect(reloads).toEqual([])
  expect(complaints).toEqual([])
})
