import { call, ownCompany } from './books.ts'
import { makeCompany } from './company.ts'
import { choose, countOf, fillLogin, follow, signIn, watchConsole } from './person.ts'
import { expect, type Locator, type Page, test } from './test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

async function confirm(page: Page, question: string, about: string): Promise<void> {
  const asked = dialog(page, question)
  await expect(asked).toContainText(about)
  await asked.getByRole('button', { name: '确定' }).click()
  await expect(asked).toBeHidden()
}

/** Copies what 初始密码 shows of this phone number, and closes it; returns the password. */
async function closeInitialPassword(page: Page, phone: string): Promise<string> {
  const shown = dialog(page, '初始密码')
  await expect(shown).toContainText(phone)
  await expect(shown).toContainText('只显示这一次')
  const password = (await shown.getByText(/^[a-hjkmnp-z2-9]{12}$/).textContent()) ?? ''
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: '复制' }).click()
  await toast(page, '复制成功')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    [
      '片账登录信息',
      `网址：${new URL(page.url()).origin}`,
      `手机号：${phone}`,
      `初始密码：${password}（7天内有效，首次登录须修改）`,
    ].join('\n'),
  )
  await shown.getByRole('button', { name: '关闭' }).click()
  await expect(shown).toBeHidden()
  return password
}

test('accounts are found by status, and paged', { tag: '@hard' }, async ({ page }) => {
  const { phone } = await makeCompany(1)
  await signIn(page, phone)
  const crowd = Array.from({ length: 20 }, (_, at) => ({
    ...{ name: `群演${at}`, phone: `17${String(at).padStart(2, '0')}${phone.slice(4)}` },
    ...{ password: 'eight-or-more', status: at === 7 ? 1 : 0 },
  }))
  for (const one of crowd) await call(page, 'users', undefined, one)
  await page.goto('/manage/account')
  await expect.poll(() => countOf(page)).toBe(21)
  await expect(row(page, phone)).toHaveCount(0)
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(row(page, phone)).toBeVisible()
  await page.getByRole('button', { name: '上一页' }).click()
  await expect(row(page, phone)).toHaveCount(0)
  await choose(page.getByRole('search'), '状态', '禁用')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(/status=1/)
  await expect.poll(() => countOf(page)).toBe(1)
  await expect(row(page, '群演7')).toContainText('禁用')
})

test('a role and an account with it are made, changed and deleted', { tag: '@short' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { phone } = await ownCompany(page, '雪线')
  await page.goto('/manage/role')
  // Boxes imply each other; one that a resource lacks is disabled.
  await page.getByRole('button', { name: '新增角色' }).click()
  await expect(page.getByRole('heading', { name: '新增角色', level: 1 })).toBeVisible()
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await expect(box('项目总览 新增/编辑')).toBeDisabled()
  await box('付款 删除（归档）').check()
  await expect(box('付款 查看')).toBeChecked()
  await expect(box('付款 新增/编辑')).not.toBeChecked()
  await page.getByLabel('角色名称').fill('制片')
  await page.getByLabel('权限描述').fill('看付款')
  await page.getByRole('button', { name: '新 增' }).click()
  await expect(row(page, '制片')).toContainText('看付款')
  await page.getByRole('link', { name: '制片', exact: true }).click()
  await expect(page).toHaveURL(/\/manage\/roledetail\?code=/)
  await expect(box('付款 删除（归档）')).toBeChecked()
  await box('付款 删除（归档）').uncheck()
  await box('科目 查看').check()
  await page.getByRole('button', { name: '修 改' }).click()
  await expect(page).toHaveURL(/\/manage\/role$/)

  await follow(page, '账号管理')
  await page.getByRole('button', { name: '新增账号' }).click()
  const form = dialog(page, '新增账号')
  const own = `137${phone.slice(3)}`
  await form.getByLabel('姓名').fill('陶可')
  await form.getByLabel('岗位').fill('制片主任')
  await form.getByLabel('手机号').fill(own)
  await choose(form, '角色', '制片')
  await choose(form, '参与项目', '雪线')
  await form.getByRole('button', { name: '确定' }).dblclick()
  await expect(form).toBeHidden()
  await closeInitialPassword(page, own)
  await page.getByRole('button', { name: '修改 陶可' }).click()
  const edit = dialog(page, '修改账号')
  await edit.getByRole('switch', { name: '状态' }).click()
  await edit.getByRole('button', { name: '确定' }).click()
  await expect(edit).toBeHidden()
  await page.reload()
  for (const text of ['制片主任', own, '雪线', '制片', '禁用', '周岚'])
    await expect(row(page, '陶可')).toContainText(text)
  await page.getByRole('button', { name: '删除 陶可' }).click()
  await confirm(page, '确定删除账号？', own)
  await expect(row(page, '陶可')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a role and its accounts: made, found, changed, disabled, deleted, handed over', {
  tag: '@all',
}, async ({ page }) => {
  // The console's messages about refused calls and those without a network are expected.
  const complaints = watchConsole(page, [/422/, /403/, /INTERNET_DISCONNECTED/])
  const { phone } = await makeCompany(2)
  await signIn(page, phone)
  const origin = new URL(page.url()).origin
  const post = (path: string, data: object) => page.request.post(path, { headers: { origin }, data })
  expect((await post('/api/manager/projects', { name: '雪线' })).ok()).toBe(true)
  const heir = `136${phone.slice(3)}`
  expect((await post('/api/manager/users', { name: '贺岩', phone: heir })).ok()).toBe(true)

  // A role: boxes imply each other, a box that a resource lacks is disabled, leaving asks.
  await follow(page, '角色管理')
  await expect(row(page, '超级管理员').getByRole('link')).toHaveCount(0)
  await expect(row(page, '超级管理员').getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: '新增角色' }).click()
  await expect(page.getByRole('heading', { name: '新增角色', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '新 增' }).click()
  await expect(page.getByText('请输入权限描述', { exact: true })).toBeVisible()
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await expect(box('项目总览 新增/编辑')).toBeDisabled()
  await expect(box('发票 删除（归档）')).toBeDisabled()
  await box('付款 删除（归档）').check()
  await expect(box('付款 查看')).toBeChecked()
  await expect(box('付款 新增/编辑')).not.toBeChecked()
  await box('付款 查看').uncheck()
  await expect(box('付款 删除（归档）')).not.toBeChecked()
  await box('合同 全部').check()
  await expect(box('合同 新增/编辑')).toBeChecked()
  await box('全部查看').check()
  await expect(box('科目 查看')).toBeChecked()
  await page.getByLabel('角色名称').fill('制片')
  await page.getByLabel('权限描述').fill('看全部，管合同')
  await page.getByRole('link', { name: '返回角色管理' }).click()
  await page.getByRole('button', { name: '继续编辑' }).click()
  await page.getByRole('button', { name: '新 增' }).dblclick()
  await toast(page, '角色新增成功')
  await expect(page).toHaveURL(/\/manage\/role$/)
  await expect(row(page, '制片')).toContainText('看全部，管合同')

  // Edited: what is cleared stays cleared, what was not touched stays.
  await page.getByRole('link', { name: '制片', exact: true }).click()
  await expect(page.getByRole('heading', { name: '修改角色', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/manage\/roledetail\?code=/)
  await box('合同 查看').uncheck()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '修 改' }).click()
  await expect(page.getByText(/^修改出错/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(box('合同 查看')).not.toBeChecked()
  await page.getByRole('button', { name: '修 改' }).click()
  await toast(page, '角色修改成功')
  await page.getByRole('link', { name: '制片', exact: true }).click()
  await expect(box('科目 查看')).toBeChecked()
  for (const name of ['合同 查看', '合同 新增/编辑']) await expect(box(name)).not.toBeChecked()
  await page.getByRole('link', { name: '返回角色管理' }).click()
  await page.getByRole('textbox', { name: '角色名称' }).fill('制')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/name=/)
  await expect(row(page, '超级管理员')).toHaveCount(0)
  await page.getByRole('button', { name: '禁用 制片' }).click()
  await confirm(page, '确定禁用角色？', '制片')
  await toast(page, '禁用成功')
  await page.getByRole('button', { name: '启用 制片' }).click()
  await toast(page, '启用成功')

  // An account: errors at their fields, one save for two clicks, filters in the address.
  await follow(page, '账号管理')
  await page.getByRole('button', { name: '新增账号' }).click()
  const form = dialog(page, '新增账号')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('请输入用户名和手机号！')).toHaveCount(2)
  await form.getByLabel('姓名').fill('陶可')
  await form.getByLabel('岗位').fill('制片主任')
  await form.getByLabel('手机号').fill(phone)
  await expect(form.getByLabel('密码')).toHaveAttribute('placeholder', '不填则自动生成初始密码')
  await choose(form, '角色', '制片')
  await choose(form, '参与项目', '雪线')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('该手机号已被使用')).toBeVisible()
  await expect(form.getByLabel('手机号')).toHaveAttribute('aria-invalid', 'true')
  const own = `137${phone.slice(3)}`
  await form.getByLabel('手机号').fill(own)
  await form.getByRole('button', { name: '确定' }).dblclick()
  await expect(form).toBeHidden()
  const first = await closeInitialPassword(page, own)
  for (const text of ['制片主任', own, '雪线', '制片', '启用', '周岚'])
    await expect(row(page, '陶可')).toContainText(text)
  await choose(page.getByRole('search'), '角色', '制片')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(/role_code=/)
  await expect(row(page, '贺岩')).toHaveCount(0)
  await page.reload()
  await expect(row(page, '陶可')).toBeVisible()
  await expect(page.getByText('角色：制片')).toBeVisible()
  await page.getByRole('button', { name: '重置', exact: true }).click()
  await expect(row(page, '贺岩')).toBeVisible()

  await page.getByRole('button', { name: '修改 陶可' }).click()
  const edit = dialog(page, '修改账号')
  await edit.getByRole('switch', { name: '状态' }).click()
  await edit.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '继续编辑' }).click()
  await edit.getByRole('button', { name: '确定' }).click()
  await expect(edit).toBeHidden()
  await expect(row(page, '陶可')).toContainText('禁用')
  // A role is taken away, also after a reload, and given back.
  const role = row(page, '陶可').getByText('制片', { exact: true })
  await page.getByRole('button', { name: '修改 陶可' }).click()
  await edit.getByRole('combobox', { name: '角色' }).press('Delete')
  await edit.getByRole('button', { name: '确定' }).click()
  await expect(edit).toBeHidden()
  await page.reload()
  await expect(row(page, '陶可')).toBeVisible()
  await expect(role).toHaveCount(0)
  await page.getByRole('button', { name: '修改 陶可' }).click()
  await choose(edit, '角色', '制片')
  await edit.getByRole('button', { name: '确定' }).click()
  await expect(edit).toBeHidden()
  await expect(role).toBeVisible()
  await page.getByRole('button', { name: '重置密码 陶可' }).click()
  await confirm(page, '确定重置密码？', own)
  expect(await closeInitialPassword(page, own)).not.toBe(first)

  // A role that an account has stays, and the refusal names the account.
  await follow(page, '角色管理')
  await page.getByRole('button', { name: '删除 制片' }).click()
  const question = dialog(page, '确定删除？')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(/陶可.*不能删除/)).toBeVisible()
  await expect(question).toBeHidden()
  await follow(page, '账号管理')
  await page.getByRole('button', { name: '删除 陶可' }).click()
  await confirm(page, '确定删除账号？', own)
  await toast(page, '删除账号成功')
  await expect(row(page, '陶可')).toHaveCount(0)
  await follow(page, '角色管理')
  await page.getByRole('button', { name: '删除 制片' }).click()
  await confirm(page, '确定删除？', '制片')
  await toast(page, '删除成功')

  // The super administrator's account has locked fields; handing over ends the session.
  await follow(page, '账号管理')
  await expect(page.getByRole('button', { name: '删除 周岚' })).toHaveCount(0)
  await page.getByRole('button', { name: '修改 周岚' }).click()
  await expect(edit.getByRole('switch', { name: '状态' })).toBeDisabled()
  await expect(edit.getByRole('combobox', { name: '参与项目' })).toBeDisabled()
  await expect(edit.getByRole('combobox', { name: '角色' })).toBeDisabled()
  await expect(edit.getByText('超级管理员', { exact: true })).toBeVisible()
  await edit.getByRole('button', { name: '取消' }).click()
  await expect(edit).toBeHidden()
  await page.getByRole('button', { name: '移交 周岚' }).click()
  const transfer = dialog(page, '移交超级管理员')
  await expect(transfer.getByText('移交后您将退出登录。')).toBeVisible()
  await transfer.getByRole('button', { name: '确定' }).click()
  await expect(transfer.getByText('请选择移交给谁')).toBeVisible()
  await choose(transfer, '移交给', '贺岩')
  await expect(
    transfer.getByText(/对方也须重新登录。.*您将不能再查看任何数据。移交后只有对方能再移交回来。/),
  ).toBeVisible()
  await expect(transfer.getByText('对方尚未修改初始密码，建议先请对方登录并修改。')).toBeVisible()
  await transfer.getByLabel('对方姓名').fill('贺')
  await transfer.getByRole('button', { name: '确定' }).click()
  await expect(transfer.getByText('与所选账号的姓名不一致')).toBeVisible()
  await transfer.getByLabel('对方姓名').fill('贺岩')
  await transfer.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('超级管理员已移交，请重新登录。')).toBeVisible()
  // The receiver had no role, so the former super administrator has none.
  // Awaited from before the login, as the message goes away by itself.
  await Promise.all([
    expect(page.getByText('您的账号尚未分配角色，或角色已被禁用，请联系管理员')).toBeVisible(),
    fillLogin(page, phone),
  ])
  expect(complaints).toEqual([])
})
