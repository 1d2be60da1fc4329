import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromiumExecutable } from './browser.ts'
import { ADMIN, enter, openPayments, openStatistics, signIn } from './person.ts'
import { readNotices } from './read-notices.ts'
import { startServer } from './start-server.ts'

// Takes the screenshots of docs/使用指南.md, the README and the landing page from a server with the demo: `npm run pictures`, or
// only some of them: `npm run pictures -- landing`.
process.env.CAPTCHA_FIXED ??= '7K3P'
const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const SHEET = fileURLToPath(new URL('../apps/server/test/fixtures/', import.meta.url))
const WIDE = { viewport: { width: 1280, height: 800 } }
const SOME = process.argv.slice(2)
const NARROW = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const server = await startServer()
await readNotices(server.address)
const { executablePath, args, env } = await chromiumExecutable()
const browser = await chromium.launch({ executablePath, args, env })

/** `of`: the part of the page to show, all of it without; `height`: how much of that from the top, in pixels of the file. */
async function take(
  name: string,
  options: BrowserContextOptions,
  go: (page: Page) => Promise<unknown>,
  { quality = 82, of, height }: { quality?: number; of?: (page: Page) => Locator; height?: number } = {},
) {
  if (SOME.length > 0 && !SOME.some((start) => name.startsWith(start))) return
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
  const picture = await (of ? of(page).screenshot() : page.screenshot())
  const image = sharp(picture)
  const { width } = await image.metadata()
  if (height) image.extract({ left: 0, top: 0, width, height })
  await image.webp({ quality }).toFile(`${FOLDER}${name}.webp`)
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

/** Four pages as the landing page shows them: on a wide screen for screens of both densities, and on a phone. */
async function landing() {
  const pages: [string, (page: Page) => Promise<unknown>][] = [
    ['overview', openOverview],
    [
      'statistics',
      async (page) => {
        await openStatistics(page, ADMIN)
        await page.getByRole('button', { name: '关闭提示' }).click()
        await page.mouse.move(0, 0)
        await page.getByRole('img').first().waitFor()
      },
    ],
    [
      'payments',
      async (page) => {
        await openPayments(page, ADMIN)
        await page.getByText(/FK\d+/).first().waitFor()
      },
    ],
    ['editor', openEditor],
  ]
  // The width in which the landing page shows the pictures, so that their text is drawn in its final size and not scaled.
  const wide = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1168 / 1440 }
  for (const [name, go] of pages) {
    await take(`landing-${name}`, wide, go)
    await take(`landing-${name}-fine`, { ...wide, deviceScaleFactor: (2 * 1168) / 1440 }, go, { quality: 70 })
    const phone = { ...NARROW, viewport: { width: 390, height: 620 }, deviceScaleFactor: 2 }
    const below = name === 'overview' ? [go, scrollToComparison] : [go]
    const onPhone = async (page: Page) => {
      for (const step of below) await step(page)
    }
    await take(`landing-${name}-phone`, phone, onPhone, { quality: 70 })
  }
  await take(
    'landing-comparison',
    { viewport: { width: 1440, height: 1100 }, deviceScaleFactor: 2 },
    openOverview,
    { quality: 75, height: 1018, of: (page) => page.getByRole('region', { name: '费用对比' }) },
  )
}

/** Puts the comparison of costs under the bar at the top of a phone. */
async function scrollToComparison(page: Page) {
  const top = (await page.getByRole('region', { name: '费用对比' }).boundingBox())?.y ?? 0
  await page.mouse.wheel(0, top - 60)
  await expect(page.getByRole('region', { name: '费用对比' })).toBeInViewport()
}

async function openOverview(page: Page) {
  await enter(page, ADMIN, '/general/index', '项目总览')
  await page.getByText('演员酬金').first().waitFor()
  // The box of missing invoices comes last.
  await page.getByText(/^欠票\d+笔$/).waitFor()
  await page.getByRole('button', { name: '关闭提示' }).click()
  await page.mouse.move(0, 0)
}

async function openEditor(page: Page) {
  await openPayments(page, ADMIN)
  const edit = page.getByRole('button', { name: /^编辑 FK/ })
  const more = page.getByRole('button', { name: /^操作 FK/ })
  await edit.or(more).first().waitFor()
  if (await edit.first().isVisible()) await edit.nth(6).click()
  else {
    await more.nth(6).click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
  }
  await page.getByRole('tab', { name: /详情1/ }).waitFor()
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
  await take('buy', WIDE, async (page) => {
    await signIn(page, ADMIN)
    await page.goto('/project/buy')
    await page.getByLabel('项目数量').fill('8')
  })
  await take('overview', { viewport: { width: 1280, height: 1180 } }, openOverview)
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
    await page.getByText('北京橙帧视频科技有限公司').first().waitFor()
  })
  await take('receipts', WIDE, async (page) => {
    await enter(page, ADMIN, '/implement/investment?activeName=second', '收款')
    await page.getByRole('row').nth(3).waitFor()
  })
  await take('petty-cash-statistics', WIDE, async (page) => {
    await enter(page, ADMIN, '/implement/cash?activeName=s', '备用金')
    await page.getByRole('button', { name: '凭证类型支出：表格' }).waitFor()
  })
  await take('petty-cash', WIDE, async (page) => {
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
  await take('add-pictures', WIDE, async (page) => {
    await enter(page, ADMIN, '/invoice/index', '发票管理')
    const thumb = page.getByRole('button', { name: /^预览发票图片/ }).first()
    const src = (await thumb.locator('img').getAttribute('src')) ?? ''
    const buffer = await (await page.request.get(src.replace('/thumb', ''))).body()
    await openPayments(page, ADMIN)
    await page.getByRole('button', { name: '补凭证图片' }).click()
    const walk = page.getByRole('dialog', { name: '补凭证图片' })
    await walk.locator('input[type=file]').setInputFiles({ name: '发票.png', mimeType: 'image/png', buffer })
    await walk.getByRole('img', { name: '发票.png' }).waitFor()
    await page.getByText(/^已为 FK/).waitFor({ state: 'hidden' })
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
  await take('editor', WIDE, openEditor)
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
    await page.getByRole('dialog').getByLabel('发票号码').waitFor()
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
  await landing()
  await take('thumb', NARROW, async (page) => {
    await openPayments(page, ADMIN)
    await page.getByText(/FK\d+/).first().waitFor()
  })
} finally {
  await browser.close()
  await server.stop()
}
