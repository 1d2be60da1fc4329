import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { writeSheet } from '@pianzhang/xlsx'
import { book, call, ownCompany } from './books.ts'
import { drawer } from './editor.ts'
import { choose, countOf, watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const options = (page: Page) => page.locator('.ant-select-dropdown:visible .ant-select-item-option')

/** A list of payees as a company keeps it: the same supplier twice, a person, one without an account. */
const LIST = [
  ['横店某某木作工坊', '个体户', '某某银行横店支行', '6222021000000012'],
  ['横店某某木作工坊（东阳）', '个体户', '某某银行东阳支行', '6222021000000020'],
  ['陈立', '个人', '工商银行北京某某支行', '6222021000000038'],
  ['北京某某图文设计中心', '单位', '', ''],
]
const list = async () =>
  await buffer(
    writeSheet([
      {
        name: '收款人',
        columns: ['名称', '类型', '开户行', '收款账号'].map((title) => ({ title, kind: 'text' as const })),
        rows: LIST,
      },
    ]),
  )

async function save(page: Page): Promise<void> {
  await drawer(page).getByRole('button', { name: '确定', exact: true }).click()
}

test('a payee is added, and payments to it are a file for the bank', { tag: '@short' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '网银试账')
  await page.goto(`/setting/payee?project=${project}`)
  await page.getByRole('button', { name: '新增收款人' }).first().click()
  const add = page.getByRole('dialog', { name: '新增收款人' })
  await add.getByRole('textbox', { name: '名称' }).fill('横店某某木作工坊')
  await choose(add, /^[* ]*类型$/, '个体户')
  await add.getByRole('textbox', { name: '开户行' }).fill('某某银行横店支行')
  await add.getByRole('textbox', { name: '收款账号' }).fill('6222021000000012')
  await add.getByRole('button', { name: '确定' }).click()
  await expect(add).toBeHidden()
  await expect(row(page, '横店某某木作工坊')).toContainText('0012')

  const { items } = await call<{ items: { code: string }[] }>(page, 'payees', project)
  await book(page, project, '横店某某木作工坊', '1000.50', { pay_channel: '2' }, items[0]?.code)
  await page.goto(`/implement/cost?activeName=second&project=${project}`)
  await page
    .getByRole('checkbox', { name: /全选|选择本页/ })
    .first()
    .check()
  await page.getByRole('button', { name: '生成网银文件' }).click()
  const batch = page.getByRole('dialog', { name: '生成网银批量文件' })
  await batch.getByLabel('付款账号').fill('0200001234567890123')
  await batch.getByLabel('付款户名').fill('网银试账剧组')
  await batch.getByRole('button', { name: '预览' }).click()
  await expect(batch).toContainText('共 1 笔，合计 1,000.50 元')
  const download = page.waitForEvent('download')
  await batch.getByRole('button', { name: '生成文件' }).click()
  const lines = new TextDecoder('gbk').decode(await readFile(await (await download).path())).split('\r\n')
  expect(lines.filter((line) => line.includes('|6222021000000012|横店某某木作工坊|'))).toHaveLength(1)
  await page.getByRole('link', { name: '网银批量文件', exact: true }).click()
  await expect(page.getByRole('heading', { name: '网银批量文件', level: 1 })).toBeVisible()
  await expect(row(page, '工商银行')).toContainText('1,000.50')
  expect(complaints).toEqual([])
})

test('from an imported list of payees to a file for the bank', { tag: '@all' }, async ({ page }) => {
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '网银试账')
  await page.goto(`/setting/payee?project=${project}`)
  await expect(page.getByRole('heading', { name: '收款人', level: 1 })).toBeVisible()

  // Imported, and found by initials; a part of an account finds nothing.
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增收款人' })
  await box
    .locator('input[type=file]')
    .setInputFiles({ name: '收款人.xlsx', mimeType: XLSX, buffer: await list() })
  await expect(box.getByText('检查通过')).toBeVisible()
  await box.getByRole('button', { name: '开始导入' }).click()
  await expect(box.getByText('批量新增成功，共 4 行。')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(4)
  const search = page.getByRole('textbox', { name: '名称/账号' })
  await search.fill('hdmmmz')
  await search.press('Enter')
  await expect.poll(() => countOf(page)).toBe(2)
  await search.fill('6222021000000038')
  await search.press('Enter')
  await expect.poll(() => countOf(page)).toBe(1)
  await expect(row(page, '陈立')).toContainText('0038')
  await expect(row(page, '陈立')).not.toContainText('6222')
  await search.fill('622202100000003')
  await search.press('Enter')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).first().click()

  // The same supplier twice becomes one.
  await row(page, '横店某某木作工坊（东阳）').getByRole('button', { name: /^合并/ }).click()
  const merge = page.getByRole('dialog', { name: '合并收款人' })
  await merge.getByRole('combobox').fill('hdmmmzgf')
  await options(page).filter({ hasText: '某某银行横店支行' }).click()
  await expect(merge).toContainText('付款 0 笔，合同 0 份')
  await merge.getByRole('button', { name: '合并', exact: true }).click()
  await expect(merge).toBeHidden()
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(3)

  // Its account is changed; the page says so for a week.
  await row(page, '横店某某木作工坊').getByRole('button', { name: /^编辑/ }).click()
  const form = page.getByRole('dialog', { name: '编辑收款人' })
  await form.getByRole('textbox', { name: '收款账号' }).fill('6222 0210 0000 0046')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: '横店某某木作工坊', exact: true }).click()
  const detail = page.getByRole('dialog', { name: /^横店某某木作工坊/ })
  await expect(detail.getByRole('alert')).toContainText('收款账号今天由周岚修改，请电话核实')
  await detail.getByRole('button', { name: '关闭' }).last().click()

  // Payments pick payees; one is made in place.
  await book(page, project, '横店某某木作工坊', '1000.50', { pay_channel: '2' })
  await book(page, project, '场务杂费', '20', { pay_channel: '1' })
  await page.goto(`/implement/cost?activeName=second&project=${project}`)
  await row(page, '横店某某木作工坊').getByRole('button', { name: /^编辑/ }).click()
  await drawer(page).getByLabel('收款人').fill('hdmm')
  await options(page).first().click()
  await expect(drawer(page)).toContainText('收款账号今天由周岚修改，请电话核实')
  await save(page)
  await expect(drawer(page)).toBeHidden()
  await row(page, '场务杂费').getByRole('button', { name: /^编辑/ }).click()
  await drawer(page).getByLabel('收款人').fill('周敏')
  await page.getByRole('button', { name: '新增收款人“周敏”' }).click()
  await expect(page.getByText('已新增收款人 周敏')).toBeVisible()
  await save(page)
  await expect(drawer(page)).toBeHidden()

  // The same payee and amount once more: asked before the save.
  await row(page, '横店某某木作工坊').getByRole('button', { name: /^复制/ }).click()
  // Within a week of the first, which `book` dates.
  await drawer(page).getByLabel('付款时间').fill('2026-11-22')
  await drawer(page).getByLabel('摘要').focus()
  await expect(drawer(page)).toContainText('疑似重复付款')
  await save(page)
  const question = page.getByRole('dialog', { name: '疑似重复付款，确定保存？' })
  await question.getByRole('button', { name: '返回检查' }).click()
  await drawer(page).getByLabel('付款金额').first().fill('500')
  await expect(drawer(page)).not.toContainText('疑似重复付款')
  await save(page)
  await expect(drawer(page)).toBeHidden()
  await page.reload()
  await expect.poll(() => countOf(page)).toBe(3)

  // A file for the bank: what it would refuse is named, then it is made of the rest.
  await page
    .getByRole('checkbox', { name: /全选|选择本页/ })
    .first()
    .check()
  await page.getByRole('button', { name: '生成网银文件' }).click()
  const batch = page.getByRole('dialog', { name: '生成网银批量文件' })
  await expect(batch).toContainText('请先用一笔小额核对')
  await batch.getByLabel('付款账号').fill('0200001234567890123')
  await batch.getByLabel('付款户名').fill('网银试账剧组')
  await batch.getByRole('button', { name: '预览' }).click()
  await expect(
    row(page, '场务杂费')
      .or(batch.getByRole('row').filter({ hasText: '周敏' }))
      .first(),
  ).toBeVisible()
  await expect(batch).toContainText('付款方式不是银行转账或网银（现金）')
  await expect(batch).toContainText('收款人没有收款账号')
  await expect(batch).toContainText('收款账号今天由周岚修改，请电话核实')
  await expect(batch.getByRole('button', { name: '生成文件' })).toBeDisabled()
  await batch.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await row(page, '场务杂费').getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: '生成网银文件' }).click()
  await batch.getByLabel('付款账号').fill('0200001234567890123')
  await batch.getByLabel('付款户名').fill('网银试账剧组')
  await batch.getByRole('button', { name: '预览' }).click()
  await expect(batch).toContainText('共 2 笔，合计 1,500.50 元')
  const download = page.waitForEvent('download')
  await batch.getByRole('button', { name: '生成文件' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^网银试账-PL\d{12}\.bpt$/)
  const lines = new TextDecoder('gbk').decode(await readFile(await file.path())).split('\r\n')
  expect(lines[3]).toMatch(/^RMB\|\d{8}\|1\|150050\|2\|$/)
  expect(lines.filter((line) => line.includes('|6222021000000046|横店某某木作工坊|'))).toHaveLength(2)
  await expect(batch).toBeHidden()

  // A payment is in one living batch; cancelled, it is free again.
  await page.getByRole('link', { name: '网银批量文件', exact: true }).click()
  await expect(page.getByRole('heading', { name: '网银批量文件', level: 1 })).toBeVisible()
  await expect(row(page, '工商银行')).toContainText('1,500.50')
  const [first] = (await call<{ items: { code: string }[] }>(page, 'transfer_batches', project)).items
  await row(page, '工商银行').getByRole('button', { name: /^作废/ }).click()
  await page.getByRole('dialog', { name: '确定作废批量文件？' }).getByRole('button', { name: '作废' }).click()
  await expect(row(page, first?.code ?? '')).toContainText('已作废')
  await page.reload()
  await expect(row(page, first?.code ?? '')).toContainText('已作废')
  expect(complaints).toEqual([])
})

test('Enter before the answer to a search chooses nobody of the former words', { tag: '@all' }, async ({
  page,
}) => {
  const { project } = await ownCompany(page, '查找收款人')
  for (const name of ['安木作', '周敏']) await call(page, 'payees', project, { name, kind: '0' })
  await page.goto(`/implement/cost?activeName=second&project=${project}`)
  await page.getByRole('button', { name: '新增付款明细' }).first().click()
  const picker = drawer(page).getByRole('combobox', { name: /收款人/ })
  await picker.click()
  await expect(options(page)).toHaveCount(2)
  const isFirst = (await options(page).first().textContent())?.includes('周敏') === true
  const [first, other] = isFirst ? ['周敏', '安木作'] : ['安木作', '周敏']
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/selects\/payees/, async (route) => {
    await asked
    await route.continue()
  })
  await picker.fill(other)
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByText(first)).toBeHidden()
  answer()
  // Typed anew, as Enter may have closed the list, and an unchanged text would not open it.
  await picker.fill('')
  await picker.fill(other)
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByText(other, { exact: true })).toBeVisible()
  await expect(drawer(page).getByText(first)).toBeHidden()

  // A search that failed says so: a name that was not looked for is no new payee.
  await page.unroute(/selects\/payees/)
  await page.route(/selects\/payees/, (route) => route.abort())
  await picker.fill('没有查过')
  const list = page.locator('.ant-select-dropdown:visible')
  await expect(list.getByRole('button', { name: '重试' })).toBeVisible()
  await expect(list.getByRole('button', { name: /^新增收款人/ })).toHaveCount(0)
})

test('the bank file’s dialog asks before it loses an account, and offers no other bank’s', {
  tag: '@all',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '网银账户')
  const payee = await call<{ code: string }>(page, 'payees', project, {
    ...{ name: '横店木作', kind: '2', bank_name: '某某银行', account: '6222021000000012' },
  })
  const paid = await book(page, project, '横店木作', '10', { pay_channel: '2' }, payee.code)
  await call(page, 'transfer_batches', project, {
    ...{ bank: 'icbc', pay_account: '0200001234567890123', pay_account_name: '剧组', pay_bank_name: '' },
    ...{ urgent: false, codes: [paid], digest: null },
  })
  await page.goto(`/implement/cost?activeName=second&project=${project}`)
  await page
    .getByRole('checkbox', { name: /全选|选择本页/ })
    .first()
    .check()
  await page.getByRole('button', { name: '生成网银文件' }).click()
  const dialog = page.getByRole('dialog', { name: '生成网银批量文件' })
  await expect(dialog.getByLabel('付款账号')).toHaveValue('0200001234567890123')
  await choose(dialog, '银行', '招商银行')
  await expect(dialog.getByLabel('付款账号')).toHaveValue('')
  await dialog.getByLabel('付款账号').fill('755900000000001')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '继续编辑' }).click()
  await expect(dialog.getByLabel('付款账号')).toHaveValue('755900000000001')
})
