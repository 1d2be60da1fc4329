import { complaints } from './axe.ts'
import { watchConsole } from './person.ts'
import { expect, type Page, test } from './test.ts'

// Moves the clock, and looks at pictures that are not there yet.
test.use({ alone: true })

/** What these tests read of an `img`; the types of the DOM belong to the page. */
interface Picture {
  naturalWidth: number
}
interface Strip {
  clientWidth: number
  scrollTo(left: number, top: number): void
}

const HOUR = 3_600_000
const PICTURES = /\.webp$/
/** In the page: its pictures, without the partners' logos, which are in the document itself. */
const REQUESTED = "[...document.images].filter(({ currentSrc }) => !currentSrc.startsWith('data:'))"
const carousel = (page: Page, index: number) =>
  page.getByRole('region', { name: `产品截图 (第 ${index} 张，共 4 张)` })

/** Records layout shifts from the first paint on. */
const watchShifts = (page: Page) =>
  page.addInitScript(`
    window.shifts = []
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
      .observe({ type: 'layout-shift', buffered: true })`)

const shifts = (page: Page): Promise<number[]> => page.evaluate('window.shifts')

test('the landing page is read before its pictures arrive, which then move nothing', { tag: '@all' }, async ({
  page,
}) => {
  const errors = watchConsole(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(PICTURES, async (route) => {
    await held
    await route.continue()
  })
  await watchShifts(page)
  const answer = await page.goto('/study', { waitUntil: 'domcontentloaded' })
  expect(await answer?.allHeaders()).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'self'; .*frame-ancestors 'none'/),
    'cache-control': 'no-cache',
    'content-encoding': expect.stringMatching(/^(br|gzip)$/),
  })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: '报表不用另做' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '首次登录' })).toBeVisible()
  await expect
    .poll(() => page.evaluate("performance.getEntriesByName('first-contentful-paint').length"))
    .toBe(1)
  expect(await page.evaluate(`${REQUESTED}.some(({ naturalWidth }) => naturalWidth > 0)`)).toBe(false)
  release()
  // Through the whole page, which requests the lazy pictures.
  for (const image of await page.locator('main img').all()) {
    await image.scrollIntoViewIfNeeded()
    const drawn = () => image.evaluate((element) => (element as unknown as Picture).naturalWidth)
    await expect.poll(drawn).toBeGreaterThan(0)
  }
  const sizes = (await page.evaluate(`${REQUESTED}.map((image) => ({
    source: image.currentSrc, given: image.getAttribute('width') / image.getAttribute('height'),
    real: image.naturalWidth / image.naturalHeight }))`)) as { source: string; given: number; real: number }[]
  for (const { source, given, real } of sizes) expect(given, source).toBeCloseTo(real, 2)
  expect(sizes.length).toBe(16)
  expect(await shifts(page)).toEqual([])
  // What the observer reports when something does move.
  await page.evaluate(
    "document.querySelector('main').prepend(Object.assign(document.createElement('p'), { textContent: '移动' }))",
  )
  await page.evaluate('scrollTo(0, 0)')
  await page.evaluate(
    "document.querySelector('main').prepend(Object.assign(document.createElement('p'), { textContent: '移动' }))",
  )
  await expect.poll(async () => (await shifts(page)).length).toBeGreaterThan(0)
  expect(errors).toEqual([])
})

test('the carousel advances every five seconds, and waits under the pointer, focus and reduced motion', {
  tag: '@hard',
}, async ({ page }) => {
  await page.clock.install({ time: 0 })
  await page.goto('/study')
  await expect(page.getByRole('button', { name: '下一张' })).toBeVisible()
  await page.clock.pauseAt(HOUR)
  await expect(carousel(page, 1)).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(page.getByRole('button', { name: '暂停轮播' })).toBeVisible()
  await page.clock.fastForward(4_900)
  await expect(carousel(page, 1)).toBeVisible()
  await page.clock.fastForward(100)
  await expect(carousel(page, 2)).toBeVisible()
  await expect(page.getByRole('img', { name: /^付款统计/ })).toBeInViewport()
  for (const index of [3, 4, 1]) {
    await page.clock.fastForward(5_000)
    await expect(carousel(page, index)).toBeVisible()
  }

  await carousel(page, 1).hover()
  await page.clock.fastForward(20_000)
  await expect(carousel(page, 1)).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(5_000)
  await expect(carousel(page, 2)).toBeVisible()

  const next = page.getByRole('button', { name: '下一张' })
  await next.focus()
  await page.clock.fastForward(20_000)
  await page.keyboard.press('Enter')
  await expect(carousel(page, 3)).toBeVisible()
  await page.getByRole('list', { name: '产品截图，可左右滑动' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(carousel(page, 2)).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(carousel(page, 2)).toBeVisible()
  await page.evaluate('document.activeElement.blur()')

  await hide(page, true)
  await page.clock.fastForward(20_000)
  await expect(carousel(page, 2)).toBeVisible()
  await hide(page, false)
  await page.clock.fastForward(5_000)
  await expect(carousel(page, 3)).toBeVisible()

  await page.getByRole('button', { name: '暂停轮播' }).click()
  await page.mouse.move(0, 0)
  await page.evaluate('document.activeElement.blur()')
  await page.clock.fastForward(20_000)
  await expect(carousel(page, 3)).toBeVisible()
  await page.getByRole('button', { name: '继续轮播' }).click()
  await page.mouse.move(0, 0)
  await page.evaluate('document.activeElement.blur()')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.getByRole('button', { name: '暂停轮播' })).toBeHidden()
  await page.clock.fastForward(20_000)
  await expect(carousel(page, 3)).toBeVisible()
  await page.getByRole('button', { name: '第 4 张：编辑付款' }).click()
  await expect(carousel(page, 4)).toBeVisible()
  await next.click()
  await expect(carousel(page, 1)).toBeVisible()
  await page.getByRole('button', { name: '上一张' }).click()
  await expect(carousel(page, 4)).toBeVisible()
  // As a finger does.
  await page.getByRole('list', { name: '产品截图，可左右滑动' }).evaluate((element) => {
    const strip = element as unknown as Strip
    strip.scrollTo(strip.clientWidth, 0)
  })
  await expect(carousel(page, 2)).toBeVisible()
})

async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
}

test('from the landing page to about us and to the login', async ({ page }) => {
  const errors = watchConsole(page)
  const { data: site } = (await (await page.request.get('/api/common/site')).json()) as {
    data: { company: string; hotline: string; icp: string }
  }
  await page.goto('/study')
  await expect(page.getByRole('heading', { name: '报表不用另做' })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  for (const text of [site.company, site.hotline, site.icp]) await expect(footer).toContainText(text)
  await footer.getByRole('link', { name: '关于我们' }).click()
  await expect(page).toHaveTitle('关于我们 - 片账')
  await expect(page.locator('main')).toContainText(/软件版本\s*\d+\.\d+\.\d+/)
  await page.getByRole('banner').getByRole('link', { name: '企业登录' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
  expect(errors).toEqual([])
})

test('footer, about and the way to the login', { tag: '@all' }, async ({ page }) => {
  const { data: site } = (await (await page.request.get('/api/common/site')).json()) as {
    data: { company: string; hotline: string; icp: string; email: string; address: string }
  }
  await page.goto('/study')
  const footer = page.getByRole('contentinfo')
  for (const text of [site.company, site.hotline, site.icp, site.email, site.address, '友情产品'])
    await expect(footer).toContainText(text)
  const partners = page.getByRole('region', { name: '合作伙伴' })
  await expect(partners.getByRole('img')).toHaveCount(6)
  await expect(partners.getByRole('img', { name: '橙帧视频' })).toHaveJSProperty('naturalWidth', 320)
  await footer.getByText('开放接口').click()
  await expect(footer.getByText('如有需要API对接，请联系客服沟通。')).toBeVisible()
  await expect(footer.getByText('如有需要API对接，请联系客服沟通。')).toContainText(site.hotline)
  expect.soft(await complaints(page), 'study').toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect.soft(await complaints(page), 'study on a phone').toEqual([])
  for (const width of [390, 320, 720]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} wide`).toBe(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await footer.getByRole('link', { name: '关于我们' }).click()
  await expect(page).toHaveTitle('关于我们 - 片账')
  await expect(page.getByRole('heading', { name: '关于我们', level: 1 })).toBeVisible()
  await expect(page.locator('main')).toContainText(site.hotline)
  await expect(page.locator('main')).toContainText(/软件版本\s*\d+\.\d+\.\d+/)
  expect.soft(await complaints(page), 'about').toEqual([])
  await page.getByRole('link', { name: '使用指南' }).first().click()
  await expect(page).toHaveURL(/\/study#guide$/)
  await expect(page.getByRole('heading', { name: '使用指南' })).toBeInViewport()
  await page.getByRole('banner').getByRole('link', { name: '企业登录' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('text, links and pictures are there', { tag: '@hard' }, async ({ page }) => {
    await page.goto('/study')
    await expect(carousel(page, 1).getByRole('img').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: '记付款' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('©')
    // Controls that would do nothing.
    await expect(page.getByRole('button', { name: '下一张' })).toBeHidden()
    await page.getByRole('contentinfo').getByText('开放接口').click()
    await expect(page.getByText('如有需要API对接，请联系客服沟通。')).toBeVisible()
  })
})
