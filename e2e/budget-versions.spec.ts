import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { call, ownCompany, subjectsOf } from './books.ts'
import { choose, watchConsole } from './person.ts'
import { tab } from './statistics.ts'
import { expect, type Page, test } from './test.ts'

const CAMERA = '24000101'
const LIGHTS = '24000201'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const confirm = (page: Page, name: string) =>
  dialog(page, name).getByRole('button', { name: '确定', exact: true }).click()
const add = (page: Page) => page.getByRole('button', { name: '新增费用预算', exact: true })

test('the budget is locked, moved between subjects, compared and unlocked', { tag: '@short' }, async ({
  page: producer,
}) => {
  const complaints = watchConsole(producer)
  const { project } = await ownCompany(producer, '预算锁定试账')
  const [camera = '', lights = ''] = await subjectsOf(producer, project, [CAMERA, LIGHTS])
  for (const [subject_three_code, unit_price] of [
    [camera, '100000'],
    [lights, '5000.50'],
  ])
    await call(producer, 'cost_budgets', project, {
      subject_three_code,
      unit_price,
      quantity: '1',
      unit: '项',
    })
  await producer.goto(`/budget/version?project=${project}`)
  await press(producer, '锁定预算')
  await dialog(producer, '锁定预算').getByLabel('版本名称').fill('开机预算')
  await confirm(producer, '锁定预算')
  await expect(row(producer, '开机预算')).toContainText('105,000.50')

  await tab(producer, '预算调剂').click()
  await press(producer, '预算调剂')
  const move = dialog(producer, '预算调剂')
  await choose(move, '调出科目', LIGHTS)
  await choose(move, '调入科目', CAMERA)
  await move.getByLabel('调剂金额（元）').fill('2000.50')
  await move.getByLabel('调剂原因').fill('换机位')
  await confirm(producer, '预算调剂')
  await expect(row(producer, 'DJ0001')).toContainText('2,000.50')
  await tab(producer, '版本对比').click()
  await expect(row(producer, CAMERA)).toContainText('2,000.50')
  await expect(row(producer, LIGHTS)).toContainText('-2,000.50')

  // The budget says why its lines are not edited, and is unlocked where one notices.
  await producer.goto(`/budget/cost?project=${project}&activeName=second`)
  const refused = producer.getByRole('button', { name: '新增费用预算：预算已锁定，请使用预算调剂或先解锁' })
  await expect(refused).toHaveAttribute('aria-disabled', 'true')
  await expect(producer.getByRole('checkbox', { name: /^选择/ })).toHaveCount(0)
  await press(producer, '解锁')
  await dialog(producer, '解锁预算').getByLabel('解锁原因').fill('补拍，重做预算')
  await confirm(producer, '解锁预算')
  await expect(add(producer).first()).toBeVisible()
  await expect(refused).toBeHidden()
  expect(complaints).toEqual([])
})

test('the budget is locked, moved between subjects, compared and unlocked; while it is locked nobody edits it', {
  tag: '@all',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '预算锁定试账')
  const [camera = '', lights = ''] = await subjectsOf(page, project, [CAMERA, LIGHTS])
  for (const [subject_three_code, unit_price] of [
    [camera, '100000'],
    [lights, '5000.50'],
  ])
    await call(page, 'cost_budgets', project, { subject_three_code, unit_price, quantity: '1', unit: '项' })
  await page.goto(`/budget/cost?project=${project}&activeName=second`)
  await expect(page.getByText('预算已锁定')).toBeHidden()

  // A clerk types a line while the producer locks the budget.
  await add(page).click()
  const typed = dialog(page, '新增费用预算')
  await choose(typed, '科目', CAMERA)
  await typed.getByLabel('单价（元）').fill('1')
  await typed.getByLabel('数量').fill('1')
  const producer = await page.context().newPage()
  await producer.goto(`/budget/version?project=${project}`)
  await expect(producer.getByText('预算未锁定')).toBeVisible()
  await press(producer, '锁定预算')
  await confirm(producer, '锁定预算')
  await expect(dialog(producer, '锁定预算').getByText('请输入版本名称', { exact: true })).toBeVisible()
  await dialog(producer, '锁定预算').getByLabel('版本名称').fill('开机预算')
  await confirm(producer, '锁定预算')
  await expect(dialog(producer, '锁定预算')).toBeHidden()
  await expect(row(producer, '开机预算')).toContainText('105,000.50')
  await expect(producer.getByRole('button', { name: '锁定预算', exact: true })).toBeHidden()
  await confirm(page, '新增费用预算')
  await expect(page.getByText('预算已锁定，请使用预算调剂')).toBeVisible()
  await typed.getByRole('button', { name: '取消', exact: true }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()

  // The buttons stay, with the event of the colleague's change each says why it cannot be used; no row can be selected.
  const line = page.getByRole('status').filter({ hasText: '预算已锁定：开机预算' })
  await expect(line).toContainText('原始 105,000.50')
  await expect(line).toContainText('科目间调剂 0 笔')
  const reason = '预算已锁定，请使用预算调剂或先解锁'
  for (const name of ['新增费用预算', '批量新增', '批量删除'])
    await expect(page.getByRole('button', { name: `${name}：${reason}` })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  const actions = page.getByRole('button', { name: /^(编辑|复制|删除) / })
  await expect(actions).toHaveCount(6)
  for (const one of await actions.all()) await expect(one).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('checkbox', { name: /^选择/ })).toHaveCount(0)
  await page.getByRole('button', { name: `新增费用预算：${reason}` }).press('Enter')
  await expect(page.getByText(reason, { exact: true }).last()).toBeVisible()
  await tab(page, '统计').click()
  await expect(line).toBeVisible()

  await line.getByRole('link', { name: '预算调剂' }).click()
  await expect(tab(page, '预算调剂')).toHaveAttribute('aria-selected', 'true')
  await press(page, '预算调剂')
  const move = dialog(page, '预算调剂')
  await choose(move, '调出科目', LIGHTS)
  await choose(move, '调入科目', LIGHTS)
  await move.getByLabel('调剂金额（元）').fill('6000.50')
  // Under 调入科目; under 调出科目 it goes on.
  await expect(move.getByText(/^预算剩余 5,000\.50$/)).toHaveCount(1)
  await expect(move.getByText('，本次将超出 1,000.00 元')).toHaveCount(1)
  await move.getByLabel('调剂原因').fill('换机位')
  await confirm(page, '预算调剂')
  await expect(move.getByText('调入科目不能与调出科目相同')).toBeVisible()
  await choose(move, '调入科目', CAMERA)
  await confirm(page, '预算调剂')
  // More than the subject had: saved, and said.
  await expect(page.getByText(/^调出科目的预算 -1,000.00 元已低于/)).toBeVisible()
  await expect(move).toBeHidden()
  await call(page, 'budget_moves', project, {
    from_code: camera,
    to_code: lights,
    amount: '1000',
    reason: '补回',
    moved_at: '2026-11-20',
  })
  await expect(row(page, 'DJ0002')).toContainText('补回')
  await expect(row(page, '合计').last()).toContainText('7,000.50')

  // By words, then by the subject that gave; the sum, the export and the address follow.
  await page.getByPlaceholder('调剂原因或编号').fill('补回')
  await page.keyboard.press('Enter')
  await expect(row(page, 'DJ0001')).toBeHidden()
  await expect(row(page, '筛选合计')).toContainText('1,000.00')
  await page.getByRole('button', { name: '重置', exact: true }).click()
  await expect(row(page, '筛选合计')).toContainText('7,000.50')
  await page.goto(`/budget/version?project=${project}&tab=moves&from_codes=${lights}`)
  await expect(row(page, 'DJ0002')).toBeHidden()
  await expect(row(page, '筛选合计')).toContainText('6,000.50')
  await expect(page.getByText(`${LIGHTS} `).first()).toBeVisible()
  const filteredFile = page.waitForEvent('download')
  await press(page, '导出')
  const moved = (await readXlsx(await readFile(await (await filteredFile).path()))).sheets[0]
  expect(moved?.rows.map(([number]) => number)).toEqual(['调剂编号', 'DJ0001', '合计'])
  await page.getByRole('button', { name: '重置', exact: true }).click()

  await row(page, 'DJ0001')
    .getByRole('button', { name: /^删除 DJ0001/ })
    // It is only said to be disabled: a click says why.
    .click({ force: true })
  await expect(page.getByText('只能删除最后一笔调剂').last()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await row(page, 'DJ0002')
    .getByRole('button', { name: /^删除 DJ0002/ })
    .click()
  await page.getByRole('button', { name: '确定', exact: true }).click()
  await expect(row(page, 'DJ0002')).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: '预算已锁定' })).toContainText('现行 105,000.50')

  await tab(page, '版本对比').click()
  await expect(row(page, CAMERA)).toContainText('6,000.50')
  await expect(row(page, LIGHTS)).toContainText('-6,000.50')
  await expect(row(page, '合计')).toContainText('0.00')
  await expect(page.getByLabel('原版本')).toContainText('第1版 开机预算')
  await press(page, '收起 2400 设备器材租赁')
  await expect(row(page, CAMERA)).toBeHidden()
  const download = page.waitForEvent('download')
  await press(page, '导出')
  const { sheets } = await readXlsx(await readFile(await (await download).path()))
  expect(sheets[0]?.rows.some((cells) => cells.some((cell) => cell === CAMERA))).toBe(true)
  const version = await page.getByLabel('原版本').inputValue()
  await page.getByLabel('对比版本').selectOption(version)
  await expect(page).toHaveURL(new RegExp(`b=${version}`))
  await page.getByRole('button', { name: '有差异', exact: true }).click()
  await expect(page.getByText('两个版本没有差异')).toBeVisible()

  await tab(page, '预算版本').click()
  await row(page, '开机预算').getByRole('button', { name: /^解锁/ }).click()
  await confirm(page, '解锁预算')
  await expect(dialog(page, '解锁预算').getByText('请输入解锁原因', { exact: true })).toBeVisible()
  await dialog(page, '解锁预算').getByLabel('解锁原因').fill('补拍，重做预算')
  await confirm(page, '解锁预算')
  await expect(row(page, '开机预算')).toContainText('补拍，重做预算')
  await page.goto(`/budget/version?project=${project}&locked=1`)
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: '清除筛选' }).click()
  await expect(row(page, '开机预算')).toBeVisible()
  await tab(page, '预算调剂').click()
  await expect(row(page, 'DJ0001')).toBeVisible()
  await expect(page.getByRole('button', { name: '预算调剂', exact: true })).toBeHidden()
  await page.goto(`/budget/cost?project=${project}&activeName=second`)
  await expect(row(page, '调剂DJ0001')).toHaveCount(2)
  await expect(add(page).first()).toBeVisible()
  await expect(page.getByText('预算已锁定')).toBeHidden()
})
