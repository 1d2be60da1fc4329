import { addDays, today } from '@pianzhang/contract/calendar'
import { begun, rulesOf, setRules } from './approvals.ts'
import { call } from './books.ts'
import { choose } from './person.ts'
import { expect, type Locator, type Page, test } from './test.ts'

const day = (days: number) => addDays(today(new Date()), days)

/** 制片, a role that asks for payments and approves them. */
const addRole = async (page: Page): Promise<string> =>
  (
    await call<{ code: string }>(page, 'roles', undefined, {
      name: '制片',
      desc: '申请和审批付款',
      permissions: ['payment_request', 'payment_approval'].map((resource_model) => ({
        resource_model,
        actions: ['read', 'write'],
      })),
    })
  ).code

async function pick(dialog: Locator, label: string, text: string): Promise<void> {
  await choose(dialog, label, text)
  await dialog.page().keyboard.press('Tab')
}

test('rules are set as bands with steps, and said in sentences before they are saved', {
  tag: '@all',
}, async ({ page }) => {
  const { project } = await begun(page, '审批规则试账')
  await addRole(page)
  await page.goto(`/approve?project=${project}`)
  await page.getByRole('button', { name: '审批规则', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '审批规则' })
  const sentences = dialog.getByRole('region', { name: '规则说明' })
  await expect(sentences).toContainText('任何金额：无需审批，提交后直接记账')
  await dialog.getByRole('switch', { name: '启用付款审批' }).click()
  await dialog.getByRole('button', { name: '添加一档' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入起始金额')).toBeVisible()
  await expect(dialog.getByText('请选择审批人')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: '第2档起始金额' })).toBeFocused()
  await page.keyboard.type('=2500*2')
  await pick(dialog, '第2档第1步审批人', '制片')
  await dialog.getByRole('button', { name: '第2档添加一步' }).click()
  await pick(dialog, '第2档第2步审批人', '周岚')
  await expect(sentences).toContainText('满 5,000.00 元：制片，然后周岚')

  // A step is moved by the keyboard.
  await dialog.getByRole('button', { name: '移除第2档第2步' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(sentences).toContainText('满 5,000.00 元：周岚，然后制片')
  await dialog.getByRole('textbox', { name: /备用金单笔上限/ }).fill('2000')
  await expect(sentences).toContainText('备用金核销（单笔不超过 2,000.00 元）')

  // A colleague saves first: what was typed stays, and what both changed is decided here.
  await setRules(page, project)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByRole('button', { name: '覆盖保存' })).toBeVisible()
  await expect(sentences).toContainText('满 5,000.00 元：周岚，然后制片')
  await dialog.getByRole('button', { name: '覆盖保存' }).click()
  await expect(dialog).toBeHidden()
  const { on, bands, imprest_limit_yuan } = await rulesOf(page, project)
  expect([on, imprest_limit_yuan]).toEqual([true, '2000.00'])
  expect(bands.map(({ from_yuan, steps }) => [from_yuan, ...steps.map(([one]) => one?.name)])).toEqual([
    ['0.00'],
    ['5000.00', '周岚', '制片'],
  ])
})

test('who is away names who stands in, and takes it back', { tag: '@hard' }, async ({ page }) => {
  const { project } = await begun(page, '代理审批试账')
  const role_code = await addRole(page)
  const phone = `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const person = { name: '沈慧', post: '', phone, role_code, project_codes: [project] }
  await call(page, 'users', undefined, person)
  await page.goto(`/approve?project=${project}`)
  await page.getByRole('button', { name: '代理审批', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '代理审批' })
  await expect(dialog.getByText('目前没有代理')).toBeVisible()
  await choose(dialog, '代理人', '沈慧')
  await dialog.getByRole('textbox', { name: '结束日期' }).fill(day(-1))
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('结束日期不能早于开始日期')).toBeVisible()
  await dialog.getByRole('textbox', { name: '结束日期' }).fill(day(3))
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '代理审批', exact: true }).click()
  await expect(dialog).toContainText(`周岚 由 沈慧 代理${day(0)} – ${day(3)}`)
  await dialog.getByRole('button', { name: '取消代理' }).click()
  await page
    .getByRole('dialog', { name: /取消由沈慧/ })
    .getByRole('button', { name: '确定' })
    .click()
  await expect(dialog.getByText('目前没有代理')).toBeVisible()
  expect((await rulesOf(page, project)).deputies).toEqual([])
})
