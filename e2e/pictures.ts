import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromiumExecutable } from './browser.ts'
import { ADMIN, enter, openPayments, openStatistics, signIn } from './person.ts'
import { startServer } from './start-server.ts'

// Takes the screenshots of docs/使用指南.md and the README from a server with the demo: `npm run pictures`.
process.env.CAPTCHA_FIXED ??= '7K3P'
const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const SHEET = fileURLToPath(new URL('../apps/server/src/testing/fixtures/', import.meta.url))
const WIDE = { viewport: { width: 1280, height: 800 } }
const NARROW = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const server = await startServer()
const { executablePath, args, env } = await chromiumExecutable()
const browser = await chromium.launch({ executablePath, args, env })

async function take(name: string, options: BrowserContextOptions, go: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  await go(page)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('load')
  const picture = await page.screenshot()
  await sharp(picture).webp({ quality: 82 }).toFile(`${FOLDER}${name}.webp`)
  await context.close()
  console.log(name)
}

const importOf = (file: string, shown: string) => async (page: Page) => {
  await openPayments(page, ADMIN)
  await page.getByRole('button', { name: '批量新增' }).click()
  const box = page.getByRole('dialog', { name: '批量新增付款明细' })
  await box.locator('input[type=file]').setInputFiles(SHEET + file)
  await box.getByText(shown).waitFor()
}

try {
  await take('login', WIDE, async (page) => {
    await page.goto('/login')
    await page
      .getByRole('button', { name: /验证码图片/ })
      .locator('img')
      .waitFor()
  })
  await take('projects', WIDE, async (page) => {
    await signIn(page, ADMIN)
    await page.getByRole('article').first().waitFor()
  })
  await take('overview', { viewport: { width: 1280, height: 1180 } }, async (page) => {
    await enter(page, ADMIN, '/general/index', '项目总览')
    await page.getByRole('row').filter({ hasText: '演员酬金' }).waitFor()
    await page.getByRole('button', { name: '关闭提示' }).click()
  })
  await take('investment-budgets', WIDE, async (page) => {
    await enter(page, ADMIN, '/budget/investment', '投资预算')
    await page.getByRole('row').nth(3).waitFor()
  })
  await take('budget-statistics', WIDE, async (page) => {
    await enter(page, ADMIN, '/budget/cost?activeName=first', '费用预算')
    await page.getByText('演员酬金').first().waitFor()
  })
  await take('budgets', WIDE, async (page) => {
    await enter(page, ADMIN, '/budget/cost?activeName=second', '费用预算')
    await page.getByRole('row').nth(3).waitFor()
  })
  await take('receipts-statistics', WIDE, async (page) => {
    await enter(page, ADMIN, '/implement/investment?activeName=first', '收款')
    await page.getByText('某某视频平台有限公司').first().waitFor()
  })
  await take('receipts', WIDE, async (page) => {
    await enter(page, ADMIN, '/implement/investment?activeName=second', '收款')
    await page.getByRole('row').nth(3).waitFor()
  })
  await take('imprest-statistics', WIDE, async (page) => {
    await enter(page, ADMIN, '/implement/cash?activeName=s', '备用金')
    await page.getByRole('button', { name: '凭证类型支出：表格' }).waitFor()
  })
  await take('imprests', WIDE, async (page) => {
    await enter(page, ADMIN, '/implement/cash?activeName=d', '备用金')
    await page.getByRole('row').nth(3).waitFor()
  })
  await take('reminders', WIDE, async (page) => {
    await enter(page, ADMIN, '/contract/ContractCautions', '合同消息提醒')
    await page.getByRole('region', { name: '合同提醒' }).waitFor()
  })
  await take('statistics', WIDE, async (page) => {
    await openStatistics(page, ADMIN)
    await page.getByText('演员酬金').first().waitFor()
  })
  await take('payments', WIDE, async (page) => {
    await openPayments(page, ADMIN)
    for (const index of [2, 3, 4]) await page.getByRole('row').nth(index).getByRole('checkbox').check()
  })
  await take('contracts', WIDE, async (page) => {
    await enter(page, ADMIN, '/contract/index', '合同管理')
    await page.getByRole('row').nth(3).waitFor()
    await page.getByRole('columnheader', { name: '未付金额（元）' }).scrollIntoViewIfNeeded()
  })
  await take('contract', WIDE, async (page) => {
    await enter(page, ADMIN, '/contract/index?keywords=HT-2026-037', '合同管理')
    await page.getByRole('link', { name: 'HT-2026-037', exact: true }).first().click()
    await page.getByRole('heading', { name: '修改记录' }).waitFor()
  })
  await take('editor', WIDE, async (page) => {
    await openPayments(page, ADMIN)
    await page
      .getByRole('button', { name: /^编辑 FK/ })
      .nth(6)
      .click()
    await page.getByRole('tab', { name: /详情1/ }).waitFor()
  })
  await take('invoices', WIDE, async (page) => {
    await enter(page, ADMIN, '/invoice/index', '发票管理')
    await page.getByRole('row').nth(3).waitFor()
  })
  await take('invoice-check', WIDE, async (page) => {
    await enter(page, ADMIN, '/invoice/index', '发票管理')
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: /^预览发票图片/ }) })
      .first()
      .getByRole('button', { name: /^查验/ })
      .click()
    await page.getByLabel('发票号码').waitFor()
  })
  await take('import', WIDE, importOf('payments-clean-600.xlsx', '检查通过'))
  await take('import-errors', WIDE, importOf('payments-errors-40.xlsx', '导入失败'))
  await take('subjects', WIDE, async (page) => {
    await openPayments(page, ADMIN)
    await page.goto('/setting/subject')
    await page.getByRole('button', { name: '展开 1400 演员酬金' }).click()
    await page.getByRole('button', { name: /^展开 140001/ }).click()
  })
  await take('accounts', WIDE, async (page) => {
    await signIn(page, ADMIN)
    await page.goto('/manage/account')
    await page.getByRole('row').nth(3).waitFor()
  })
  await take('role', WIDE, async (page) => {
    await signIn(page, ADMIN)
    await page.goto('/manage/role')
    await page.getByRole('link', { name: '财务', exact: true }).click()
    await page.getByRole('checkbox', { name: '付款 查看', exact: true }).waitFor()
  })
  await take('thumb', NARROW, async (page) => {
    await openPayments(page, ADMIN)
    await page.getByText(/FK\d+/).first().waitFor()
  })
} finally {
  await browser.close()
  await server.stop()
}
