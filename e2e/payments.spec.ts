import { readFile } from 'node:fs/promises'
import { book, ownCompany } from './books.ts'
import { drop, pastePicture } from './drop.ts'
import { CLERK, choose, countOf, openPayments, watchConsole } from './person.ts'
import { png } from './png.ts'
import { expect, type Page, test } from './test.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const drawer = (page: Page) => page.getByRole('dialog', { name: /付款明细/ })
const row = (page: Page, text: string) => page.getByRole('row', { name: new RegExp(text) })

async function fillLine(page: Page, subject: string, amount: string): Promise<void> {
  const line = drawer(page).getByRole('tabpanel')
  await choose(line, /科目/, subject)
  await line.getByLabel(/付款金额/).fill(amount)
  await choose(line, /付款方式/, '网银')
  await choose(line, /付款类型/, '进度款')
}

test('a payment is added with pictures, seen again after a reload, changed, exported, imported and deleted', async ({
  page,
}) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '付款试账')
  await book(page, project, '场务杂费', '20')
  await page.goto(`/implement/cost?activeName=second&project=${project}`)
  const before = await countOf(page)
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await drawer(page).getByLabel('付款方', { exact: false }).first().fill('端到端器材公司')
  await drawer(page).getByLabel('摘要').fill('浏览器测试')
  await fillLine(page, '24000101', '=12*30')
  await drawer(page).getByLabel('部门/岗位').focus()
  await expect(
    drawer(page)
      .getByRole('tabpanel')
      .getByLabel(/付款金额/),
  ).toHaveValue('360.00')
  const picture = await png(800, 600, '#c88d0f')
  await drawer(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '发票 01.png', mimeType: 'image/png', buffer: picture })
  await expect(drawer(page).getByRole('button', { name: '预览发票 01.png' })).toBeVisible()
  await page.keyboard.press('Alt+n')
  await expect(drawer(page).getByRole('tab', { name: /详情2/ })).toHaveAttribute('aria-selected', 'true')
  await fillLine(page, '摄影机租赁费', '１，０００．５０')
  await expect(drawer(page).getByRole('status', { name: /付款总额/ })).toHaveText('1,360.50')
  await expect(drawer(page).getByText('壹仟叁佰陆拾元零伍角')).toBeVisible()
  await drawer(page).getByRole('button', { name: '确定' }).dblclick()
  await expect(drawer(page)).toBeHidden()
  await expect.poll(() => countOf(page)).toBe(before + 1)

  await page.getByPlaceholder('付款编号、付款方、摘要或备注').fill('端到端器材')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/keywords=/)
  await page.reload()
  await expect(row(page, '端到端器材公司')).toContainText('1,360.50')
  await row(page, '端到端器材公司').getByRole('button', { name: '详情' }).click()
  const detail = page.getByRole('dialog', { name: '付款明细详情' })
  await expect(detail.getByText('1,360.50').first()).toBeVisible()
  await expect(detail.getByRole('tab', { name: '详情2' })).toBeVisible()
  await expect(detail.getByRole('button', { name: '预览凭证图片，共 1 张' })).toBeVisible()
  await page.keyboard.press('Escape')

  await row(page, '端到端器材公司').getByRole('button', { name: '编辑' }).click()
  await drawer(page).getByRole('button', { name: '删除详情2' }).click()
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(row(page, '端到端器材公司')).toContainText('360.00')

  // What an export of the found rows wrote is imported again, then both are deleted together.
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const buffer = await readFile(await (await download).path())
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增付款明细' })
  await box.locator('input[type=file]').setInputFiles({ name: '付款.xlsx', mimeType: XLSX, buffer })
  await expect(box.getByText('检查通过')).toBeVisible()
  await box.getByRole('button', { name: '仍要导入' }).click()
  await box.getByRole('button', { name: '查看本次新增的付款' }).click()
  await expect(page).toHaveURL(/import_code=/)
  await expect.poll(() => countOf(page)).toBe(1)
  await page.getByRole('button', { name: '清除筛选' }).first().click()
  await expect(page).not.toHaveURL(/import_code=/)
  await expect.poll(() => countOf(page)).toBe(before + 2)
  for (const one of await row(page, '端到端器材公司').all()) await one.getByRole('checkbox').check()
  await expect(page.getByText('已选 2 条，合计 720.00 元')).toBeVisible()
  await page.getByRole('button', { name: '批量删除' }).click()
  await page.getByRole('dialog', { name: '确定批量删除？' }).getByRole('button', { name: '确定' }).click()
  await expect.poll(() => countOf(page)).toBe(before)
  expect(complaints).toEqual([])
})

test('pictures are dropped and pasted, looked at, enlarged and turned', { tag: '@hard' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPayments(page, CLERK)
  await page.getByRole('button', { name: '新增付款明细' }).click()
  const field = drawer(page).getByRole('group', { name: /凭证图片/ })
  const picture = await png(400, 300, '#c88d0f')
  await drop(page, field, picture, ['拖入.png', '清单.pdf'])
  await expect(page.getByText('清单.pdf：请上传规定的格式文件')).toBeVisible()
  await expect(field.getByRole('button', { name: '预览拖入.png' })).toBeVisible()
  await drawer(page).getByLabel('摘要').focus()
  await pastePicture(page, picture)
  await expect(field.getByRole('button', { name: '预览image.png' })).toBeVisible()
  await expect(field.getByRole('button', { name: /^预览/ })).toHaveCount(2)

  await field.getByRole('button', { name: '预览拖入.png' }).click()
  const preview = page.getByRole('dialog', { name: '拖入.png' })
  const shape = () => page.locator('.ant-image-preview-img').getAttribute('style')
  await expect(preview.getByRole('status')).toHaveText('拖入.png1 / 2')
  await preview.getByRole('button', { name: '放大' }).click()
  await expect.poll(shape).toMatch(/scale3d\(1\.5, 1\.5, 1\)/)
  await preview.getByRole('button', { name: '向右旋转' }).click()
  await expect.poll(shape).toMatch(/rotate\(90deg\)/)
  await page.keyboard.press('[')
  await expect.poll(shape).toMatch(/rotate\(0deg\)/)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'image.png' }).getByRole('status')).toHaveText(
    'image.png2 / 2',
  )
  await expect.poll(shape).toMatch(/scale3d\(1, 1, 1\)/)
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-image-preview-img')).toHaveCount(0)
  await field.getByRole('button', { name: '删除拖入.png' }).click()
  await expect(field.getByRole('button', { name: /^预览/ })).toHaveCount(1)
})

test('wrong fields are named, the first is in focus, and closing asks', { tag: '@hard' }, async ({
  page,
}) => {
  await openPayments(page, CLERK)
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await drawer(page).getByRole('button', { name: '确定' }).click()
  for (const text of ['请输入付款方', '请选择科目', '请输入付款金额', '请选择付款方式', '请选择付款类型'])
    await expect(drawer(page).getByText(text, { exact: true }).first()).toBeVisible()
  await expect(
    drawer(page)
      .getByLabel(/付款方/)
      .first(),
  ).toBeFocused()
  await page.keyboard.type('某人')
  await drawer(page)
    .getByLabel(/付款金额/)
    .fill('1.234')
  await drawer(page).getByLabel('备注').focus()
  await expect(drawer(page).getByText('最多两位小数')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '内容尚未保存' })
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(question).toBeHidden()
  await expect(
    drawer(page)
      .getByLabel(/付款方/)
      .first(),
  ).toHaveValue('某人')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '放弃修改' }).click()
  await expect(drawer(page)).toBeHidden()
})

test('filters, sort and page are in the address', { tag: '@hard' }, async ({ page }) => {
  await openPayments(page, CLERK)
  const all = await countOf(page)
  await page.getByRole('combobox', { name: '付款方式' }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('现金', { exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(/pay_channels=1/)
  await expect.poll(() => countOf(page)).toBeLessThan(all)
  const found = await countOf(page)
  const address = page.url()
  await page.getByRole('columnheader', { name: /付款时间/ }).click()
  await expect(page).toHaveURL(/pay_at_order=asc/)
  await page.goto(address)
  await expect.poll(() => countOf(page)).toBe(found)
  await page.getByRole('button', { name: '重置' }).click()
  await expect(page).not.toHaveURL(/pay_channels/)
  await expect.poll(() => countOf(page)).toBe(all)
})

test('an invalid date is reported and filters nothing', { tag: '@hard' }, async ({ page }) => {
  await openPayments(page, CLERK)
  // The picker itself: what stands in its place until it is loaded cannot be filtered by.
  const start = page.locator('.ant-picker').getByPlaceholder('开始日期')
  await start.fill('2026-02-30')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page.getByText('付款时间：日期不存在')).toBeVisible()
  await expect(start).toHaveValue('2026-02-30')
  await expect(page).not.toHaveURL(/start_pay_at/)
  await page.getByRole('button', { name: '重置' }).click()
  await expect(start).toHaveValue('')
  await start.fill('20261101')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(/start_pay_at=2026-11-01/)
})

test('a calendar that opens under a resting pointer leaves what is typed alone', { tag: '@hard' }, async ({
  page,
}) => {
  await openPayments(page, CLERK)
  const start = page.getByPlaceholder('开始日期')
  const end = page.getByPlaceholder('结束日期')
  await start.click()
  const day = await page
    .locator('.ant-picker-dropdown:visible .ant-picker-cell-in-view')
    .first()
    .boundingBox()
  if (!day) throw new Error('no day in sight')
  await page.keyboard.press('Escape')
  await page.getByLabel('付款编号').focus()
  await page.mouse.move(day.x + day.width / 2, day.y + day.height / 2)
  await start.focus()
  // The first key opens the calendar below the pointer, and the browser then fires mouseenter on a day.
  await page.keyboard.press('2')
  await expect(page.locator('.ant-picker-cell:hover')).toBeVisible()
  await page.keyboard.type('0261103')
  await page.keyboard.press('Enter')
  await expect(start).toHaveValue('2026-11-03')
  await expect(end).toBeFocused()
  await page.keyboard.type('20261105')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page).toHaveURL(/start_pay_at=2026-11-03&end_pay_at=2026-11-05/)
})

test('several payments are selected, summed and deleted together', { tag: '@hard' }, async ({ page }) => {
  await openPayments(page, CLERK)
  const before = await countOf(page)
  await page.getByRole('button', { name: '批量删除' }).click()
  await expect(page.getByText('请选择删除项')).toBeVisible()
  const box = (index: number) => page.getByRole('row').nth(index).getByRole('checkbox')
  const bar = page.getByText(/已选 \d+ 条，合计/)

  // The previous filter's rows stay until the next ones load, and cannot be selected.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/cost_executions\?/, async (route) => {
    await answered
    await route.continue()
  })
  await box(2).check()
  await page.getByPlaceholder('付款编号、付款方、摘要或备注').fill('道具')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/keywords=/)
  await expect(bar).toHaveCount(0)
  await expect(box(2)).toBeDisabled()
  answer()
  await expect(box(2)).toBeEnabled()
  await page.unrouteAll({ behavior: 'wait' })
  await box(2).check()
  await expect(bar).toBeVisible()
  await page.goBack()
  await expect(bar).toHaveCount(0)
  await expect.poll(() => countOf(page)).toBe(before)

  // A payment that a colleague deletes is deselected; the others stay selected.
  for (const index of [2, 3, 4]) await box(index).check()
  const gone = await page
    .getByRole('row')
    .nth(2)
    .getByText(/^FK\d+$/)
    .textContent()
  const { origin, searchParams } = new URL(page.url())
  const deleted = await page.request.delete(`/api/manager/cost_executions/${gone}`, {
    headers: { origin, 'x-project': searchParams.get('project') ?? '' },
  })
  expect(deleted.ok()).toBe(true)
  await page.getByRole('button', { name: '批量删除' }).click()
  const confirm = page.getByRole('dialog', { name: '确定批量删除？' })
  await confirm.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('所选 3 条中有 1 条已被删除，其余 2 条未删除，请核对后重试。')).toBeVisible()
  await expect(confirm).toBeHidden()
  await expect(bar).toContainText('已选 2 条')
  await page.getByRole('button', { name: '取消选择' }).click()
  await expect(bar).toHaveCount(0)
  await expect.poll(() => countOf(page)).toBe(before - 1)

  for (const index of [2, 3]) await box(index).check()
  await expect(page.getByText(/已选 2 条，合计/)).toBeVisible()
  await page.getByRole('button', { name: '批量删除' }).click()
  await expect(confirm).toContainText('2')
  await confirm.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => countOf(page)).toBe(before - 3)
})

test('several payments are changed together; one that a colleague has changed is named and left out', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  const rows = page.getByRole('row')
  for (const index of [2, 3]) await rows.nth(index).getByRole('checkbox').check()
  const numberIn = async (index: number) =>
    (await rows
      .nth(index)
      .getByText(/^FK\d+$/)
      .textContent()) ?? ''
  const [first, second] = [await numberIn(2), await numberIn(3)]
  const bar = page.getByText(/已选 \d+ 条，合计/)
  await page.getByRole('button', { name: '批量修改' }).click()
  const dialog = page.getByRole('dialog', { name: '批量修改' })
  await expect(dialog.getByText(/^将修改 2 笔付款（\d+ 条明细），合计 [\d,]+\.\d\d 元$/)).toBeVisible()

  const { origin, searchParams } = new URL(page.url())
  const saved = await page.request.put('/api/manager/cost_executions/batch', {
    headers: { origin, 'x-project': searchParams.get('project') ?? '' },
    data: { records: [{ code: first }], changes: { post: '同事改的组' } },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await choose(dialog, '修改字段', '部门/岗位')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入部门/岗位')).toBeVisible()
  await dialog.getByRole('textbox', { name: '部门/岗位' }).fill('一起改的组')
  await page.keyboard.press('Enter')
  const refusal = dialog.getByRole('alert').filter({ hasText: '所选 2 条均未修改' })
  await expect(refusal).toContainText(`${first} 该记录已被他人修改，请刷新后重试。`)
  await expect(bar).toContainText('已选 2 条')
  await expect(rows.nth(3)).not.toContainText('一起改的组')

  await refusal.getByRole('button', { name: '取消选择这 1 条' }).click()
  await expect(dialog.getByText(/^将修改 1 笔付款/)).toBeFocused()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已修改 1 笔付款', { exact: true })).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(second) })).toContainText('一起改的组')
  await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText('同事改的组')
})
