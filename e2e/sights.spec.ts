import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { complaints } from './axe.ts'
import { BASE } from './sights-base.ts'
import { FEATURES } from './sights-features.ts'
import { expect, type Page, test } from './test.ts'

/** Where pictures of all sights are kept, for whoever wants to look at them. */
const PICTURES = process.env.SIGHT_PICTURES

const WIDE = { width: 1440, height: 900 }
/** From the smallest phone to a large screen, with both sides of each width at which the layout changes. */
const WIDTHS = [360, 390, 767, 768, 991, 992, 1024, 1199, 1280, 1365, 1920]

/** The widths at which this page would scroll sideways. A dialog is as wide as its window, or scrolls itself. */
async function scrolling(page: Page): Promise<number[]> {
  const found: number[] = []
  if (await page.getByRole('dialog').first().isVisible()) return found
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...WIDE, width })
    const over = `document.documentElement.scrollWidth - document.documentElement.clientWidth`
    // What measures itself is drawn anew in the frame after the resize.
    if (
      Number(
        await page.evaluate(
          `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(${over}))))`,
        ),
      ) > 0
    )
      found.push(width)
  }
  await page.setViewportSize(WIDE)
  return found
}

/** By how many pixels the document would scroll under the menu, where the page's own area scrolls in its place. */
const overflowing = (page: Page): Promise<unknown> =>
  page.evaluate(`document.querySelector('nav[aria-label="菜单"]')
    ? document.documentElement.scrollHeight - document.documentElement.clientHeight
    : 0`)

for (const [width, viewport] of [
  ['wide', WIDE],
  ['narrow', { width: 390, height: 844 }],
] as const)
  test.describe(width, { tag: '@hard' }, () => {
    test.use({ viewport })
    for (const { name, enter, sights } of [...BASE, ...FEATURES])
      test(name, async ({ page }) => {
        test.setTimeout(60_000 + 20_000 * sights.length)
        page.setDefaultTimeout(8_000)
        await enter(page)
        for (const sight of sights) {
          const there = await sight
            .go(page)
            .then(() => sight.there(page).waitFor())
            .then(
              () => 'there',
              (error: Error) => error.message,
            )
          if (PICTURES) {
            mkdirSync(PICTURES, { recursive: true })
            await page.screenshot({
              path: join(PICTURES, `${width} ${sight.name.replaceAll(/[/ :]+/g, '-')}.png`),
            })
          }
          expect.soft(there, sight.name).toBe('there')
          if (width === 'wide') {
            expect.soft(await scrolling(page), sight.name).toEqual([])
            expect.soft(await overflowing(page), sight.name).toBe(0)
          }
          expect.soft(await complaints(page), sight.name).toEqual([])
        }
      })
  })
