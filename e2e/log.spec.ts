import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { book, call, newProject } from './books.ts'
import { makeCompany, operate } from './company.ts'
import { choose, countOf, logInByApi, PASSWORD, watchConsole } from './person.ts'
import { type Browser, expect, type Page, test } from './test.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** A company whose clerk has booked a payment and corrected it; the page is its administrator's. */
async function corrected(page: Page, browser: Browser): Promise<string> {
  const { phone, code: company } = await makeCompany(1)
  await logInByApi(page, phone)
  const project = await newProject(page, '雪线')
  const role = await call<{ code: string }>(page, 'roles', undefined, {
    name: '出纳',
    desc: '记付款',
    permissions: [{ resource_model: 'cost_execution', actions: ['read', 'write'] }],
  })
  const clerkPhone = `137${phone.slice(3)}`
  const { initial_password } = await call<{ initial_password: string }>(page, 'users', undefined, {
    ...{ name: '沈慧', phone: clerkPhone, role_code: role.code, project_codes: [project] },
  })

  // The clerk books a payment and corrects it.
  const other = await browser.newContext()
  const clerk = await other.newPage()
  await logInByApi(clerk, clerkPhone, initial_password)
  const put = (path: string, data: object) => call(clerk, path, project, data, 'PUT')
  await put('sessions/password', { old_password: initial_password, password: PASSWORD })
  const payment = await book(clerk, project, '华东某某器材', '1200.5')
  type Line = Record<string, unknown>
  const saved = await call<{ cost_execution_details: Line[] }>(clerk, `cost_executions/${payment}`, project)
  const lines = saved.cost_execution_details.map((line) => ({
    ...line,
    pay_channel: line.pay_channel_code,
    pay_amount: '98000',
    remark: '按合同',
  }))
  await put(`cost_executions/${payment}`, { ...saved, payer: '华北某某器材', cost_execution_details: lines })
  await other.close()
  return company
}

test('the administrator sees who changed which field from what to what, and is told when the service stops', async ({
  page,
  browser,
}) => {
  // Of the attempt to log out of the stopped company.
  const complaints = watchConsole(page, [/401/])
  const company = await corrected(page, browser)
  await page.goto('/manage/log')
  await expect(page.getByRole('heading', { name: '操作日志', exact: true, level: 1 })).toBeVisible()
  const search = page.getByRole('search')
  await choose(search, '操作人', '沈慧')
  await choose(search, '资源', '付款')
  await search.getByRole('textbox', { name: '对象' }).fill('华')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(/resource=cost_execution/)
  await page.reload()
  await expect(page.getByText('操作人：沈慧')).toBeVisible()
  await expect.poll(() => countOf(page)).toBe(2)
  await expect(row(page, '华东某某器材')).toContainText('新增')
  for (const text of ['沈慧', '修改', '付款', '雪线', '127.0.0.1'])
    await expect(row(page, '华北某某器材')).toContainText(text)

  await row(page, '华北某某器材').getByRole('button', { name: /^查看/ }).click()
  const detail = page.getByRole('dialog', { name: '修改 · 付款' })
  const field = (name: string) => detail.getByRole('row').filter({ hasText: name })
  await expect(field('付款方')).toHaveText('付款方华东某某器材华北某某器材')
  await expect(field('付款金额').first()).toHaveText('付款金额1,200.50 元98,000.00 元')
  await expect(field('备注')).toHaveText('备注-按合同')
  await expect(field('付款时间')).toHaveCount(0)
  await detail.getByRole('button', { name: /^显示未变更的/ }).click()
  await expect(field('付款时间')).toHaveText('付款时间2026-11-212026-11-21')
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()

  // The operator stops the company: the next call ends the session and says why.
  await operate('company:stop', { company })
  await page.getByRole('button', { name: '重置', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('服务已停止，请联系管理员')).toBeVisible()
  expect(complaints).toEqual([])
})

test('the log is exported', { tag: '@all' }, async ({ page, browser }) => {
  await corrected(page, browser)
  await page.goto('/manage/log?resource=cost_execution')
  await expect.poll(() => countOf(page)).toBe(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^浏览器影业-操作日志-\d{4}-\d\d-\d\d\.xlsx$/)
  const [head = [], ...rows] = (await readXlsx(await readFile(await file.path()))).sheets[0]?.rows ?? []
  expect(rows).toHaveLength(2)
  const cell = (title: string) => rows[0]?.[head.indexOf(title)]
  expect([cell('操作人'), cell('操作'), cell('资源')]).toEqual(['沈慧', '修改', '付款'])
  expect(cell('变更前')).toContain('付款方：华东某某器材')
  expect(cell('变更后')).toContain('付款方：华北某某器材')
})
