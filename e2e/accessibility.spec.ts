import { complaints } from './axe.ts'
import { copyCells } from './editor.ts'
import { ADMIN, CLERK, choose, openPayments, openStatistics, signIn } from './person.ts'
import { crumbs, panel } from './statistics.ts'
import { expect, type Page, test } from './test.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Clicks a row's action: its button in the table, the menu 操作 on a card. */
async function act(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${name} FK`) }).first()
  const more = page.getByRole('button', { name: /^操作 FK/ }).first()
  await expect(button.or(more).first()).toBeVisible()
  if (await button.isVisible()) return button.click()
  await more.click()
  await page.getByRole('menuitem', { name }).click()
}

async function outsideOfProjects(page: Page): Promise<void> {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: /验证码图片/ }).locator('img')).toBeVisible()
  expect.soft(await complaints(page), 'login').toEqual([])
  await signIn(page, ADMIN)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect.soft(await complaints(page), 'projects').toEqual([])
  await page.getByRole('button', { name: '新建项目' }).click()
  await expect(dialog(page, '新建项目')).toBeVisible()
  expect.soft(await complaints(page), 'new project').toEqual([])
  await page.goto('/project/buy')
  await page.getByLabel('项目数量').fill('0')
  await expect(page.getByText('项目数量须为1至100的整数')).toBeVisible()
  expect.soft(await complaints(page), 'buy').toEqual([])
  await page.getByLabel('项目数量').fill('1')
  await page.getByRole('button', { name: '提交订单' }).click()
  await expect(dialog(page, '订单详情').getByRole('img', { name: '付款二维码' })).toBeVisible()
  expect.soft(await complaints(page), 'order').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: '对公转账' }).check()
  await page.getByRole('button', { name: '提交订单' }).click()
  await expect(dialog(page, '请向对公账户付款')).toBeVisible()
  expect.soft(await complaints(page), 'transfer').toEqual([])
  await page.getByRole('link', { name: '查看全部订单' }).click()
  await expect(
    page.getByRole('region', { name: '订单记录' }).or(page.getByRole('list', { name: '订单记录' })),
  ).toBeVisible()
  expect.soft(await complaints(page), 'orders').toEqual([])
  await page.goto('/404')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  expect.soft(await complaints(page), '404').toEqual([])
}

async function accountsAndRoles(page: Page): Promise<void> {
  await signIn(page, ADMIN)
  await page.goto('/manage/account')
  await expect(page.getByText('13800000003')).toBeVisible()
  expect.soft(await complaints(page), 'accounts').toEqual([])
  await page.getByRole('button', { name: '新增账号' }).click()
  await expect(dialog(page, '新增账号')).toBeVisible()
  await dialog(page, '新增账号').getByRole('button', { name: '确定' }).click()
  await expect(dialog(page, '新增账号').getByText('请输入用户名和手机号！').first()).toBeVisible()
  expect.soft(await complaints(page), 'new account').toEqual([])
  await page.goto('/manage/role')
  await expect(page.getByText('拥有全部权限')).toBeVisible()
  expect.soft(await complaints(page), 'roles').toEqual([])
  await page.getByText('审计', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: '付款 查看' })).toBeChecked()
  expect.soft(await complaints(page), 'role').toEqual([])
}

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', { width: 390, height: 844 }],
] as const)
  test.describe(name, { tag: name === 'narrow' ? '@hard' : [] }, () => {
    test.use({ viewport })

    test('the pages outside of a project', async ({ page }) => outsideOfProjects(page))

    test('accounts and roles', async ({ page }) => accountsAndRoles(page))

    test('payments: list, editor, detail, import', async ({ page }) => {
      await openPayments(page, CLERK)
      await expect(page.getByText(/FK\d+/).first()).toBeVisible()
      expect.soft(await complaints(page), 'list').toEqual([])
      await page.getByRole('button', { name: '新增付款明细' }).click()
      const editor = dialog(page, '新增付款明细')
      await choose(editor.getByRole('tabpanel'), /付款方式/, '现金')
      await editor.getByRole('button', { name: '确定' }).click()
      await expect(editor.getByText('请输入付款方').first()).toBeVisible()
      expect.soft(await complaints(page), 'editor with errors').toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog(page, '内容尚未保存')).toBeVisible()
      expect.soft(await complaints(page), 'unsaved').toEqual([])
      await page.getByRole('button', { name: '放弃修改' }).click()
      await expect(editor).toBeHidden()
      await page.getByRole('button', { name: '批量新增' }).click()
      await expect(dialog(page, '批量新增付款明细')).toBeVisible()
      expect.soft(await complaints(page), 'import').toEqual([])
    })

    test('payments: statistics', async ({ page }) => {
      await openStatistics(page, CLERK)
      const subjects = panel(page, '科目支出占比')
      await expect(page.getByText('点击图表可查看下级科目明细')).toBeVisible()
      await expect(panel(page, '凭证类型支出').getByRole('img')).toBeVisible()
      expect.soft(await complaints(page), 'charts').toEqual([])
      await page.getByRole('button', { name: /^凭证类型：/ }).click()
      await expect(page.getByRole('checkbox').first()).toBeVisible()
      expect.soft(await complaints(page), 'voucher filter').toEqual([])
      await page.keyboard.press('Escape')
      for (const title of ['科目支出占比', '付款方支出', '付款类型支出', '凭证类型支出'])
        await page.getByRole('button', { name: `${title}：表格` }).click()
      for (const level of [2, 3]) {
        await subjects.getByRole('row').nth(1).getByRole('button').first().click()
        await expect(crumbs(page).getByRole('listitem')).toHaveCount(level)
        await expect(subjects.getByRole('row').nth(1)).toBeVisible()
      }
      expect.soft(await complaints(page), 'tables').toEqual([])
      await subjects.getByRole('row').nth(1).getByRole('button').first().click()
      await expect(subjects.getByRole('table', { name: /的付款$/ })).toBeVisible()
      expect.soft(await complaints(page), 'what was booked').toEqual([])
    })

    test('payments: detail, printing, deleting', { tag: '@hard' }, async ({ page }) => {
      await openPayments(page, CLERK)
      await act(page, '详情')
      const detail = dialog(page, '付款明细详情')
      await expect(detail.getByRole('tab', { name: '详情1' })).toBeVisible()
      expect.soft(await complaints(page), 'detail').toEqual([])
      await detail.getByRole('button', { name: '打印付款单' }).click()
      await expect(dialog(page, '打印付款单')).toBeVisible()
      expect.soft(await complaints(page), 'print').toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog(page, '打印付款单')).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(detail).toBeHidden()
      await act(page, '删除')
      await expect(dialog(page, /确定删除该条记录/)).toBeVisible()
      expect.soft(await complaints(page), 'delete').toEqual([])
    })

    test('payments: pasting and shortcuts', { tag: '@hard' }, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await openPayments(page, CLERK)
      await page.getByRole('button', { name: '新增付款明细' }).click()
      const editor = dialog(page, '新增付款明细')
      await editor.getByLabel(/付款金额/).focus()
      await page.keyboard.press('F1')
      await expect(dialog(page, '键盘快捷键')).toBeVisible()
      expect.soft(await complaints(page), 'shortcuts').toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog(page, '键盘快捷键')).toBeHidden()
      await copyCells(page, [
        ['科目编号', '付款金额（元）', '付款方式', '付款类型', '备注'],
        ['24000101', '1,000', '网银', '进度款', '可以'],
        ['没有这个', '1.234', '网银', '进度款', '有误'],
      ])
      await editor.getByRole('button', { name: '从表格粘贴' }).click()
      await expect(dialog(page, '从表格粘贴').getByText('最多两位小数')).toBeVisible()
      expect.soft(await complaints(page), 'paste').toEqual([])
      await dialog(page, '从表格粘贴').getByRole('button', { name: '添加明细' }).click()
      await expect(editor.getByRole('tab')).toHaveCount(2)
      expect.soft(await complaints(page), 'editor with lines').toEqual([])
    })

    test('password, devices', { tag: '@hard' }, async ({ page }) => {
      await openPayments(page, CLERK)
      const choose = async (name: string) => {
        await page.getByRole('button', { name: /^账号/ }).click()
        await expect(page.getByRole('menuitem', { name })).toBeVisible()
        expect.soft(await complaints(page), 'user menu').toEqual([])
        await page.getByRole('menuitem', { name }).click()
      }
      await choose('修改密码')
      const password = dialog(page, '修改密码')
      await expect(password.getByLabel('原密码')).toBeFocused()
      await password.getByRole('button', { name: '确定' }).click()
      await expect(password.getByText('请输入新密码')).toBeVisible()
      expect.soft(await complaints(page), 'password').toEqual([])
      await page.keyboard.press('Escape')
      await expect(password).toBeHidden()
      await choose('我的登录设备')
      await expect(dialog(page, '我的登录设备').getByText('当前设备')).toBeVisible()
      expect.soft(await complaints(page), 'devices').toEqual([])
    })

    test('reminders and the strip', { tag: '@hard' }, async ({ page }) => {
      await openPayments(page, CLERK)
      await page.goto('/contract/ContractCautions')
      await expect(page.getByRole('region', { name: '合同提醒' })).toBeVisible()
      expect.soft(await complaints(page), 'reminders').toEqual([])
      await page.getByRole('button', { name: '新增提醒' }).click()
      await expect(dialog(page, '新增提醒')).toBeVisible()
      expect.soft(await complaints(page), 'new reminder').toEqual([])
      await page.getByRole('radio', { name: '循环提醒' }).check()
      await page.getByRole('button', { name: '确定' }).click()
      await expect(page.getByText('请输入提醒日', { exact: true }).last()).toBeVisible()
      expect.soft(await complaints(page), 'wrong fields').toEqual([])
    })

    test('overview', { tag: '@hard' }, async ({ page }) => {
      await openPayments(page, CLERK)
      await page.goto('/general/index')
      await expect(page.getByRole('row').filter({ hasText: '演员酬金' })).toBeVisible()
      expect.soft(await complaints(page), 'figures').toEqual([])
      await page.getByRole('button', { name: '费用对比：表格' }).click()
      await expect(page.getByRole('region', { name: '费用对比表格' })).toBeVisible()
      expect.soft(await complaints(page), 'table').toEqual([])
    })

    test('contracts', { tag: '@hard' }, async ({ page }) => {
      await openPayments(page, CLERK)
      await page.goto('/contract/index')
      await expect(page.getByText('HT-2026-040')).toBeVisible()
      expect.soft(await complaints(page), 'list').toEqual([])
      await page.getByRole('button', { name: '新增合同' }).click()
      await expect(dialog(page, '新增合同')).toBeVisible()
      expect.soft(await complaints(page), 'new contract').toEqual([])
      await page.keyboard.press('Escape')
      await page.goto('/contract/index?keywords=HT-2026-040')
      const card = page.getByRole('list', { name: '合同' }).getByRole('button')
      await page.getByRole('link', { name: 'HT-2026-040', exact: true }).or(card).first().click()
      await expect(page.getByRole('heading', { name: '修改记录' })).toBeVisible()
      expect.soft(await complaints(page), 'contract').toEqual([])
    })

    test('petty cash', { tag: '@hard' }, async ({ page }) => {
      await openPayments(page, CLERK)
      await page.goto('/implement/cash?activeName=d')
      await expect(page.getByText('已用备用金合计').first()).toBeVisible()
      expect.soft(await complaints(page), 'list').toEqual([])
      await page.getByRole('button', { name: '核销', exact: true }).click()
      await expect(dialog(page, '确定核销？')).toContainText('可核销')
      expect.soft(await complaints(page), 'write-off').toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog(page, '确定核销？')).toBeHidden()
      await page.getByRole('button', { name: '新增备用金明细' }).click()
      await expect(dialog(page, '新增备用金明细')).toBeVisible()
      expect.soft(await complaints(page), 'new detail').toEqual([])
      await page.goto('/implement/cash?activeName=s')
      await expect(panel(page, '凭证类型支出').getByRole('img')).toBeVisible()
      expect.soft(await complaints(page), 'statistics').toEqual([])
      await page.getByRole('button', { name: '设置备用金' }).click()
      await expect(dialog(page, '设置备用金')).toBeVisible()
      expect.soft(await complaints(page), 'set').toEqual([])
    })

    test('invoices', { tag: '@hard' }, async ({ page }) => {
      await openPayments(page, CLERK)
      await page.goto('/invoice/index')
      const picture = page.getByRole('button', { name: /^(预览发票图片|操作)/ }).first()
      await expect(picture).toBeVisible()
      expect.soft(await complaints(page), 'list').toEqual([])
      await page.getByRole('button', { name: '上传发票' }).click()
      await dialog(page, '上传发票').getByRole('button', { name: '确定' }).click()
      await expect(page.getByText('请上传发票文件')).toBeVisible()
      expect.soft(await complaints(page), 'upload').toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog(page, '上传发票')).toBeHidden()
      const check = page.getByRole('button', { name: /^查验 / }).first()
      if (await check.isVisible()) await check.click()
      else {
        await page.getByRole('button', { name: /^操作/ }).first().click()
        await page.getByRole('menuitem', { name: '查验' }).click()
      }
      await dialog(page, '发票查验').getByLabel('发票号码').fill('1')
      await dialog(page, '发票查验').getByRole('button', { name: '查验', exact: true }).click()
      await expect(dialog(page, '发票查验').locator('[aria-invalid=true]').first()).toBeVisible()
      expect.soft(await complaints(page), 'check').toEqual([])
    })

    test('subjects and payment types', { tag: '@hard' }, async ({ page }) => {
      await openPayments(page, CLERK)
      await page.goto('/setting/subject')
      await page.getByRole('button', { name: '展开 1000 剧本及版权费' }).click()
      expect.soft(await complaints(page), 'subjects').toEqual([])
      await page.getByRole('button', { name: '新增科目' }).click()
      await expect(dialog(page, '新增科目')).toBeVisible()
      expect.soft(await complaints(page), 'new subject').toEqual([])
      await page.goto('/setting/PayType')
      await expect(page.getByText('进度款', { exact: true })).toBeVisible()
      expect.soft(await complaints(page), 'types').toEqual([])
      await page.getByRole('button', { name: '新增付款类型' }).click()
      await expect(dialog(page, '新增付款类型')).toBeVisible()
      expect.soft(await complaints(page), 'new type').toEqual([])
    })
  })
