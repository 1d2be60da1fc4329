import { fileURLToPath } from 'node:url'
import { makeCompany } from './company.ts'
import { choose, countOf, follow, signIn, watchConsole } from './person.ts'
import { png } from './png.ts'
import { expect, type Page, test } from './test.ts'

const SHEET = fileURLToPath(new URL('../apps/server/test/fixtures/payments-clean-600.xlsx', import.meta.url))
const SUBJECT = '24000405'
const drawer = (page: Page) => page.getByRole('dialog', { name: /付款明细/ })
const total = (page: Page) => page.getByRole('row').filter({ hasText: '筛选合计' })

async function newProject(page: Page, name: string): Promise<void> {
  await page.goto('/project/index')
  await page.getByRole('button', { name: '新建项目' }).click()
  const form = page.getByRole('dialog', { name: '新建项目' })
  await form.getByLabel('项目名称').fill(name)
  await form.getByRole('button', { name: '确定' }).click()
  await page.getByRole('article', { name }).getByRole('button', { name, exact: true }).click()
  await page.getByRole('link', { name: '付款', exact: true }).click()
  await expect(page.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
}

/** Adds a subject and a payment type to the defaults. */
async function addSubjectAndType(page: Page): Promise<void> {
  await follow(page, '科目管理')
  await page.getByRole('button', { name: '新增科目' }).click()
  const subject = page.getByRole('dialog', { name: '新增科目' })
  await choose(subject, '二级科目', '240004')
  await subject.getByLabel('科目编号').fill(SUBJECT)
  await subject.getByLabel('科目名称').fill('穿越机租赁费')
  await subject.getByRole('button', { name: '确定' }).click()
  await expect(subject).toBeHidden()
  await follow(page, '付款类型管理')
  await page.getByRole('button', { name: '新增付款类型' }).click()
  const type = page.getByRole('dialog', { name: '新增付款类型' })
  await type.getByLabel('类型名称').fill('航拍预付')
  await type.getByRole('button', { name: '确定' }).click()
  await expect(type).toBeHidden()
  await follow(page, '付款')
}

async function importSheet(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增付款明细' })
  await box.locator('input[type=file]').setInputFiles(file)
  await expect(box.getByText('检查通过')).toBeVisible()
  await box.getByRole('button', { name: '开始导入' }).click()
  await expect(box.getByText(/批量新增成功，共 \d+ 行。/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
}

test(
  'a ledger imported into an empty project, exported and imported into another has the same totals',
  { tag: '@all' },
  async ({ page }, testInfo) => {
    const complaints = watchConsole(page)
    const { phone } = await makeCompany(2)
    await signIn(page, phone)
    await newProject(page, '第一部')
    await addSubjectAndType(page)
    await importSheet(page, SHEET)
    await expect.poll(() => countOf(page)).toBe(364)
    await expect(total(page)).toContainText('45,600,670.98')

    // Changes one payment: another amount, the new subject and type, two pictures, and a second line.
    const first = page.getByRole('row').filter({ hasText: /FK\d+/ }).first()
    await first.getByRole('button', { name: '编辑' }).click()
    const line = drawer(page).getByRole('tabpanel')
    await choose(line, /科目/, SUBJECT)
    await choose(line, /付款类型/, '航拍预付')
    const picture = (background: string) => png(600, 400, background)
    await line.locator('input[type=file]').setInputFiles([
      { name: '收据 1.png', mimeType: 'image/png', buffer: await picture('#c88d0f') },
      { name: '收据 2.png', mimeType: 'image/png', buffer: await picture('#0f8dc8') },
    ])
    for (const name of ['收据 1.png', '收据 2.png'])
      await expect(line.getByRole('button', { name: `预览${name}` })).toBeVisible()
    await page.keyboard.press('Alt+n')
    await choose(line, /科目/, SUBJECT)
    await line.getByLabel(/付款金额/).fill('-0.07')
    await choose(line, /付款方式/, '网银')
    await choose(line, /付款类型/, '押金退回')
    await drawer(page).getByRole('button', { name: '确定' }).click()
    await expect(drawer(page)).toBeHidden()
    await expect(total(page)).not.toContainText('45,600,670.98')
    const sum = (await total(page).textContent()) ?? ''

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出' }).click()
    const file = testInfo.outputPath('export.xlsx')
    await (await download).saveAs(file)

    await newProject(page, '第二部')
    await addSubjectAndType(page)
    await importSheet(page, file)
    await expect.poll(() => countOf(page)).toBe(364)
    await expect(total(page)).toHaveText(sum)
    // The changed payment has a new code in this project; it is found by its new subject.
    await page.getByRole('button', { name: '展开筛选' }).click()
    await choose(page.getByRole('main'), '付款类型', '航拍预付')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '筛选', exact: true }).click()
    await expect.poll(() => countOf(page)).toBe(1)
    expect(complaints).toEqual([])
  },
)
