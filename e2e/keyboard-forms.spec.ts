import { call, newProject } from './books.ts'
import { makeCompany } from './company.ts'
import { FORMS } from './keyboard-forms.ts'
import { signIn } from './person.ts'
import { expect, type Page, test } from './test.ts'

/** Ten keys a second. */
const DELAY = { delay: 100 }

/** The name of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const element = document.activeElement
    const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent
    return (label ?? element.textContent).replace(/\\s/g, '')
  })()`)

for (const { title, address, open = title, make, typed, list, saved } of FORMS)
  test(`by keyboard alone: ${title}`, { tag: '@hard' }, async ({ page }) => {
    // Two hundred keys at ten a second, beside what else the machine does.
    test.setTimeout(180_000)
    const { phone } = await makeCompany(1)
    await signIn(page, phone)
    const project = await newProject(page, '只用键盘')
    await make?.(page, project)
    await page.goto(`${address}${address.includes('?') ? '&' : '?'}project=${project}`)
    await page.getByRole('button', { name: open, exact: true }).first().focus()
    const { keyboard } = page
    await keyboard.press('Enter')
    const box = page.getByRole('dialog', { name: title })
    await expect(box.locator('form :focus')).toBeVisible()
    // Between the last field and 确定 there are at most an upload and the other buttons of the foot.
    const stops: string[] = []
    const missing = new Map(typed)
    for (let step = 0; step < 24; step++) {
      const stop = await focused(page)
      if (stop === '确定') break
      stops.push(stop)
      const text = missing.get(stop)
      missing.delete(stop)
      if (text) await keyboard.type(text, DELAY)
      await keyboard.press('Tab')
    }
    expect(stops.slice(0, typed.length)).toEqual(typed.map(([label]) => label))
    await keyboard.press('Enter')
    await expect(box).toBeHidden()
    const { items } = await call<{ items: unknown[] }>(page, list, project)
    expect(items[0]).toMatchObject(saved)
  })
