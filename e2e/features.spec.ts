import { book, call, newProject, ownCompany } from './books.ts'
import { makeCompany } from './company.ts'
import { drawer, field } from './editor.ts'
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

test('what was typed in a form survives that the feature of its field is switched off and on again', {
  tag: '@hard',
}, async ({ page, browser }) => {
  const { phone, project } = await ownCompany(page, '关闭功能', ['missing_invoice'])
  const code = await book(page, project, '甲公司', '10', { no_invoice_reason: '境外付款' })
  await page.goto(`/implement/cost?activeName=second&project=${project}`)
  await page.getByRole('button', { name: /^编辑/ }).first().click()
  await expect(field(page, '无需发票')).toHaveValue('境外付款')
  await field(page, '无需发票').fill('赔偿款')
  const other = await (await browser.newContext()).newPage()
  await logInByApi(other, phone)
  const turn = (on: boolean) =>
    call(other, 'company/features', undefined, { items: [{ feature: 'missing_invoice', on }] }, 'PUT')
  await turn(false)
  await expect(field(page, '无需发票')).toHaveCount(0)
  await drawer(page).getByLabel('摘要').fill('功能关闭后保存')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
  await turn(true)
  const payment = await call<{ summary: string; cost_execution_details: { no_invoice_reason: string }[] }>(
    page,
    `cost_executions/${code}`,
    project,
  )
  expect([payment.summary, payment.cost_execution_details[0]?.no_invoice_reason]).toEqual([
    '功能关闭后保存',
    '赔偿款',
  ])
  await other.context().close()
})
