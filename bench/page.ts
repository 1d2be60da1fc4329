import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Locator, type Page } from '@playwright/test'
import { chromiumExecutable } from '../e2e/browser.ts'
import { CLERK, openPayments } from '../e2e/person.ts'
import { type Bench, type Figure, median } from './bench.ts'

const ASSETS = fileURLToPath(new URL('../apps/web/dist/assets/', import.meta.url))
/** `anyone`: open without a login. */
const PAGES: { name: string; goal: number; address: string; until(page: Page): Locator; anyone?: boolean }[] =
  [
    {
      name: 'login',
      goal: 65,
      address: '/login',
      until: (page: Page) => page.getByText('换一张'),
      anyone: true,
    },
    {
      name: '/study',
      goal: 100,
      address: '/study',
      until: (page: Page) => page.getByRole('button', { name: '下一张' }),
      anyone: true,
    },
    {
      name: '明细',
      goal: 360,
      address: '/implement/cost?activeName=second',
      until: (page: Page) => page.getByText(/FK\d+/),
    },
    {
      name: '统计',
      goal: 380,
      address: '/implement/cost?activeName=first',
      until: (page: Page) => page.getByText('演员酬金'),
    },
  ]

async function open(bench: Bench) {
  const { executablePath, args, env } = await chromiumExecutable()
  const browser = await chromium.launch({ executablePath, args, env })
  const context = async () =>
    browser.newContext({
      baseURL: bench.address,
      locale: 'zh-CN',
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
  return { browser, context }
}

/**
 * `bytes`: JavaScript and CSS of a first visit, compressed with Brotli as the server sends them; 1 KB is 1,024
 * bytes.
 */
export async function byteFigures(bench: Bench): Promise<Figure[]> {
  const sizes = new Map(
    readdirSync(ASSETS)
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [
        name,
        statSync(`${ASSETS}${readdirSync(ASSETS).includes(`${name}.br`) ? `${name}.br` : name}`).size,
      ]),
  )
  const { browser, context } = await open(bench)
  const figures: Figure[] = []
  for (const { name, goal, address, until, anyone } of PAGES) {
    const fresh = await context()
    const page = await fresh.newPage()
    if (!anyone) {
      // Logs in beforehand, so that the login page's files are not counted.
      const before = await fresh.newPage()
      await openPayments(before, CLERK)
      await before.close()
    }
    const loaded = new Set<string>()
    const visitor = await browser.newContext({
      baseURL: bench.address,
      storageState: await fresh.storageState(),
    })
    const visit = anyone ? page : await visitor.newPage()
    visit.on('request', (request) => {
      const file = /\/assets\/([^?]+)$/.exec(request.url())?.[1]
      if (file) loaded.add(file)
    })
    await visit.goto(address)
    await until(visit).first().waitFor()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const bytes = [...loaded].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
    figures.push({
      what: `first visit of ${name}, JavaScript and CSS`,
      goal: `≤ ${goal} KB`,
      ratio: `${(bytes / 1024).toFixed(1)} KB`,
      detail: `${loaded.size} files`,
      means: 'The first visit over a slow line is short; later ones load nothing.',
    })
    await fresh.close()
    await visitor.close()
  }
  await browser.close()
  return figures
}

/** Measures in the page, in ms, from each key press or click to the next painted frame. */
const WATCH = `
  window.painted = []
  for (const kind of ['keydown', 'pointerdown'])
    addEventListener(kind, ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.painted.push(performance.now() - timeStamp)
        port2.postMessage(0)
      })
    }, true)`

/** `page`: a keystroke in the editor with 100 lines, and a list of 1,000 rows from the click to the paint. */
export async function pageFigures(bench: Bench): Promise<Figure[]> {
  const { browser, context } = await open(bench)
  const page = await (await context()).newPage()
  await openPayments(page, CLERK)
  await page.getByText(/FK\d+/).first().waitFor()
  const rows: number[] = []
  for (let round = 0; round < 5; round += 1) {
    await page.goto('/implement/cost?activeName=second&per_page=20')
    await page.getByText(/FK\d+/).first().waitFor()
    await page.getByLabel('每页条数').click()
    await page.locator('.ant-select-dropdown:visible').getByText('1000 条/页').waitFor()
    // From choosing the page size, including the request, to the frame whose sum row counts 1,000 rows.
    const elapsed = await page.evaluate(`new Promise((done) => {
      const option = [...document.querySelectorAll('.ant-select-item-option')].find((one) => one.textContent === '1000 条/页')
      const start = performance.now()
      const there = () =>
        [...document.querySelectorAll('[role=row], tr')].some(({ textContent }) => /本页合计.*1,000 条/.test(textContent))
      const look = () =>
        there() ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look)
      option.click()
      look()
    })`)
    rows.push(Number(elapsed))
  }
  const keys = await keystrokes(page)
  await browser.close()
  return [
    {
      what: '1,000 rows from the click to painted',
      goal: '≤ 300 ms',
      ratio: `${Math.round(median(rows))} ms`,
      detail: `of ${rows.length}, the call included`,
      means: 'A thousand rows on one page are no wait.',
    },
    {
      what: 'a keystroke in the editor with 100 lines to its paint',
      goal: '≤ 30 ms',
      ratio: `${median(keys).toFixed(1)} ms`,
      detail: `of ${keys.length}, the slowest ${Math.max(...keys).toFixed(1)} ms`,
      means: 'Typing in a payment of a hundred lines does not lag.',
    },
  ]
}

async function keystrokes(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: '新增付款明细' }).click()
  const editor = page.getByRole('dialog', { name: '新增付款明细' })
  await editor.getByRole('tabpanel').waitFor()
  await editor.getByRole('button', { name: '添加明细' }).focus()
  const lines = Array.from(
    { length: 100 },
    (_, index) => `24000101\t${1000 + index}.50\t网银\t进度款\t\t13%\t\t\t备注${index}`,
  )
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(lines.join('\n'))})`)
  await page.keyboard.press('Control+V')
  const pasting = page.getByRole('dialog', { name: '从表格粘贴' })
  await pasting.getByRole('button', { name: '添加明细' }).click()
  await pasting.waitFor({ state: 'hidden' })
  await page.getByRole('tab', { name: /^详情100/ }).waitFor()
  await page.locator('#line-remark').focus()
  await page.evaluate(WATCH)
  for (const letter of 'abcdefghijklmnopqrstuvwxyz'.repeat(2)) {
    await page.keyboard.press(letter)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  return (await page.evaluate('window.painted')) as number[]
}
