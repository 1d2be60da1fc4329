import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { complaints } from './axe.ts'
import { BASE } from './sights-base.ts'
import { FEATURES } from './sights-features.ts'
import { expect, test } from './test.ts'

/** Where pictures of all sights are kept, for whoever wants to look at them. */
const PICTURES = process.env.SIGHT_PICTURES

for (const [width, viewport] of [
  ['wide', { width: 1440, height: 900 }],
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
          expect.soft(await complaints(page), sight.name).toEqual([])
        }
      })
  })
