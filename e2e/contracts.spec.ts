import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { book, call, newProject, ownCompany } from './books.ts'
import { choose, countOf, watchConsole } from './person.ts'
import { png } from './png.ts'
import { expect, type Page, test } from './test.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const WRONG_ID = '11010519491231002A'
const form = (page: Page) => page.getByRole('dialog', { name: /^(新增|编辑)合同$/ })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const tags = (page: Page) => page.getByRole('list', { name: '已选筛选条件' })
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

async function fill(page: Page, out_code: string, customer: string, type: string, amount: string) {
  await page.getByRole('button', { name: '新增合同' }).first().click()
  await form(page).getByLabel('合同编号').fill(out_code)
  await form(page).getByLabel('合同主体').fill(customer)
  await choose(form(page), '合同类型', type)
  await form(page).getByLabel('合同总额（元）').fill(amount)
}
async function save(page: Page) {
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
}

test('a contract is added, changed, seen with its whole numbers and deleted', { tag: '@short' }, async ({
  page,
}) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '合同试账')
  await page.goto(`/contract/index?project=${project}`)
  await fill(page, 'HT-001', '演员甲', '演员合同', '=100*3000')
  await form(page).getByLabel('证件号码', { exact: true }).fill(WRONG_ID)
  await expect(form(page).getByText('证件号码校验未通过，请核对（可继续保存）')).toBeVisible()
  await form(page).getByLabel('收款账号', { exact: true }).fill('6222000000001234')
  await form(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '合同.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') })
  await expect(form(page).getByRole('button', { name: /^预览/ })).toHaveCount(1)
  await save(page)
  await fill(page, 'TZ-001', '华东某某影业', '投资合同', '5000000')
  await save(page)
  await page.getByRole('button', { name: '编辑 HT-001 演员甲' }).click()
  // What is not typed anew stays as it was stored.
  await expect(form(page).getByLabel('证件号码', { exact: true })).toHaveValue('110***********002A')
  await form(page).getByLabel('备注').fill('含补拍')
  await save(page)
  await page.getByRole('link', { name: 'HT-001', exact: true }).click()
  await page.reload()
  await expect(fact(page, '备注')).toHaveText('含补拍')
  await page.getByRole('button', { name: '查看完整号码' }).click()
  await expect(fact(page, '证件号码')).toHaveText(WRONG_ID)
  await expect(fact(page, '收款账号')).toHaveText('6222000000001234')
  await expect(page.getByRole('region', { name: '修改记录' })).toContainText('备注：空 → 含补拍')
  await page.getByRole('link', { name: '返回合同列表' }).click()
  await expect(row(page, '筛选应付合计')).toContainText('300,000.00')
  await expect(row(page, '筛选应收合计')).toContainText('5,000,000.00')
  await page.getByRole('button', { name: '删除 HT-001 演员甲' }).click()
  const question = page.getByRole('dialog', { name: '确定删除该条记录？' })
  await expect(question).toContainText('HT-001 演员甲，300,000.00 元')
  await question.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => countOf(page)).toBe(1)
  expect(complaints).toEqual([])
})

test('contracts are added, found, changed, linked, paid, exported, imported and deleted', {
  tag: '@all',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '合同试账')
  await page.goto(`/contract/index?project=${project}`)
  await expect(page.getByText('暂无数据')).toBeVisible()

  await fill(page, 'HT-001', '演员甲', '演员合同', '=100*3000')
  await form(page).getByLabel('证件号码', { exact: true }).fill(WRONG_ID)
  await expect(form(page).getByText('证件号码校验未通过，请核对（可继续保存）')).toBeVisible()
  await form(page).getByLabel('收款账号', { exact: true }).fill('6222000000001234')
  const picture = await png(400, 300, '#0b6470')
  await form(page)
    .locator('input[type=file]')
    .setInputFiles([
      { name: '合同.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') },
      { name: '签字页.png', mimeType: 'image/png', buffer: picture },
    ])
  await expect(form(page).getByRole('button', { name: /^预览/ })).toHaveCount(2)
  await save(page)
  await fill(page, 'HT-001-补1', '演员甲', '演员合同', '-20000')
  await save(page)
  await fill(page, 'TZ-001', '华东某某影业', '投资合同', '5000000')
  await save(page)
  await page.reload()
  await expect(row(page, '筛选应付合计')).toContainText('280,000.00')
  await expect(row(page, '筛选应收合计')).toContainText('5,000,000.00')

  // A link presets the types of contracts that cost money.
  await page.goto(`/contract/index?project=${project}&filter=1&amount_order=asc`)
  await expect(page).toHaveURL(/categories=0&categories=1&categories=2/)
  await expect(page).not.toHaveURL(/filter=/)
  await expect(tags(page).getByRole('listitem')).toHaveText([
    '合同类型：演员合同',
    '合同类型：职员合同',
    '合同类型：制作合同',
  ])
  await expect.poll(() => countOf(page)).toBe(2)
  await expect(page.getByRole('row').nth(1)).toContainText('-20,000.00')
  await page.getByRole('button', { name: '合同总额（元）' }).click()
  await expect(page).toHaveURL(/amount_order=desc/)
  await expect(page.getByRole('row').nth(1)).toContainText('300,000.00')
  await page.getByRole('button', { name: '重置' }).click()
  await page.getByRole('textbox', { name: '收款户名' }).fill('无此户名')
  await page.keyboard.press('Enter')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).first().click()

  const revealed: string[] = []
  page.on('request', (request) => void (request.url().includes('reveal=1') && revealed.push(request.url())))
  await page.getByRole('button', { name: '查看完整证件号码 HT-001' }).dblclick()
  await expect(page.getByRole('cell', { name: WRONG_ID })).toBeVisible()
  // Each is an entry of the operation log.
  expect(revealed).toHaveLength(1)
  // What is not typed anew stays as it was stored.
  await page.getByRole('button', { name: '编辑 HT-001 演员甲' }).click()
  await expect(form(page).getByLabel('证件号码', { exact: true })).toHaveValue('110***********002A')
  await form(page).getByLabel('备注').fill('含补拍')
  await save(page)
  await page.getByRole('button', { name: '编辑 HT-001 演员甲' }).click()
  await form(page).getByRole('button', { name: '查看完整收款账号' }).click()
  await expect(form(page).getByLabel('证件号码', { exact: true })).toHaveValue(WRONG_ID)
  await expect(form(page).getByLabel('收款账号', { exact: true })).toHaveValue('6222000000001234')
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  await page.getByRole('link', { name: 'HT-001', exact: true }).click()
  await expect(fact(page, '备注')).toHaveText('含补拍')
  await expect(fact(page, '证件号码')).toHaveText('110***********002A')
  await page.getByRole('button', { name: '查看完整号码' }).click()
  await expect(fact(page, '证件号码')).toHaveText(WRONG_ID)
  await expect(fact(page, '收款账号')).toHaveText('6222000000001234')
  await expect(page.getByRole('region', { name: '修改记录' })).toContainText('备注：空 → 含补拍')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: '打开合同.pdf' }).click()
  await (await opened).close()
  await page.getByRole('button', { name: '预览签字页.png' }).click()
  await expect(page.getByRole('dialog', { name: '签字页.png' })).toBeVisible()
  await page.keyboard.press('Escape')

  // Its supplement is another contract, and leads back to it.
  await page.getByRole('button', { name: '关联补充协议' }).click()
  const link = page.getByRole('dialog', { name: '关联补充协议' })
  await link.getByRole('combobox').fill('HT-001')
  const found = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect(found).toHaveText(['HT-001-补1 演员甲'])
  await page.keyboard.press('Enter')
  await expect(link.locator('.ant-select')).toContainText('HT-001-补1 演员甲')
  await link.getByRole('button', { name: '确定' }).click()
  await expect(link).toBeHidden()
  await fact(page, '补充协议').getByRole('link', { name: 'HT-001-补1' }).click()
  await expect(fact(page, '主合同')).toHaveText('HT-001')
  const back = await fact(page, '主合同').getByRole('link').getAttribute('href')
  const contract = new URL(back ?? '', page.url()).searchParams.get('code') ?? ''

  // More was paid than signed; what was paid leads to its payments, and these back.
  const paid = await book(page, project, '演员甲', '300000.50', { contract_code: contract })
  await book(page, project, '其他某某', '9')
  await page.getByRole('link', { name: '合同列表', exact: true }).click()
  const cells = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'HT-001', exact: true }) })
    .getByRole('cell')
  await expect(cells.filter({ hasText: '-0.50' })).toBeVisible()
  await page.getByRole('link', { name: '300,000.50' }).click()
  await expect(page).toHaveURL(/implement\/cost\?.*activeName=second/)
  await expect(tags(page).getByRole('listitem')).toHaveText(['合同：HT-001'])
  await expect.poll(() => countOf(page)).toBe(1)
  await page.getByRole('button', { name: paid, exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'HT-001' }).click()
  await expect(page.getByRole('region', { name: '最近付款' })).toContainText(paid)
  await page.evaluate('window.print = () => {}')
  await page.getByRole('button', { name: '打印' }).click()
  const sheet = page.locator('.print-job')
  await expect(sheet).toContainText('叁拾万元零伍角')
  await expect(sheet).toContainText(paid)
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
  await expect(sheet).toHaveCount(0)

  await page.getByRole('link', { name: '返回合同列表' }).click()
  await page.getByRole('button', { name: '删除 HT-001 演员甲' }).click()
  const question = page.getByRole('dialog', { name: '确定删除该条记录？' })
  await expect(question).toContainText('HT-001 演员甲，300,000.00 元')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(new RegExp(`被付款 ${paid} 使用.*HT-001-补1.*不能删除`))).toBeVisible()
  await expect(question).toBeHidden()
  await row(page, 'HT-001')
    .last()
    .getByRole('button', { name: /^取消关联/ })
    .click()
  const unlink = page.getByRole('dialog', { name: '确定取消关联？' })
  await expect(unlink).toContainText('HT-001-补1')
  await unlink.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '删除 HT-001-补1 演员甲' }).click()
  await question.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => countOf(page)).toBe(2)

  // What was exported is imported into another project.
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const buffer = await readFile(await (await download).path())
  const { sheets } = await readXlsx(buffer)
  // The titles, two contracts, and the sums of what comes in and goes out.
  expect(sheets[0]?.rows).toHaveLength(5)
  const next = await newProject(page, '合同试账二')
  await page.goto(`/contract/index?project=${next}`)
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增合同' })
  await box.locator('input[type=file]').setInputFiles({ name: '合同.xlsx', mimeType: XLSX, buffer })
  await expect(box.getByText('检查通过')).toBeVisible()
  await box.getByRole('button', { name: '开始导入' }).click()
  await box.getByRole('button', { name: '查看本次新增的合同' }).click()
  await expect(page).toHaveURL(/import_code=/)
  await expect.poll(() => countOf(page)).toBe(2)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await expect(page.getByText('已选 2 条，应付 300,000.00 元，应收 5,000,000.00 元')).toBeVisible()

  // On a phone the same by cards.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^华东某某影业/ }).click()
  await expect(fact(page, '已收金额（元）')).toHaveText('0.00')
  await page.getByRole('button', { name: '编辑' }).click()
  await form(page).getByLabel('合同总额（元）').fill('6000000')
  await save(page)
  await expect(fact(page, '合同总额（元）')).toHaveText('6,000,000.00')
  await page.getByRole('link', { name: '返回合同列表' }).click()
  await page.getByRole('button', { name: '操作 TZ-001 华东某某影业' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '确定删除该条记录？' }).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('筛选合计 · 共 1 条')).toBeVisible()
})

test('a long number is cut in its column and whole on a card', { tag: '@hard' }, async ({ page }) => {
  const { project } = await ownCompany(page, '合同长号')
  const out_code = '长河灯火影制合字〔2026〕第0123号'
  await call(page, 'contracts', project, { out_code, customer: '某某置景', category: '4', amount: '1' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/contract/index?project=${project}`)
  const link = page.getByRole('link', { name: out_code })
  await expect(link).toHaveAttribute('title', out_code)
  const party = await page.getByRole('cell', { name: '某某置景', exact: true }).boundingBox()
  const number = await link.boundingBox()
  expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThan(party?.x ?? 0)
  await page.setViewportSize({ width: 390, height: 844 })
  const text = page.getByRole('list', { name: '合同' }).getByText(out_code)
  expect(await text.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await expect(text).toBeInViewport({ ratio: 1 })
})
