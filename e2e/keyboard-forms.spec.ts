import { call, ownCompany } from './books.ts'
import { inProject, walk } from './keyboard.ts'
import { FORMS } from './keyboard-forms.ts'
import { expect, test } from './test.ts'

for (const form of FORMS)
  test(`by keyboard alone: ${form.title}`, { tag: '@hard' }, async ({ page }) => {
    // Two hundred keys at ten a second, beside what else the machine does.
    const { title, open = title, dialog = title, typed, save = '确定' } = form
    const { project } = await ownCompany(page, '只用键盘')
    await form.make?.(page, project)
    await page.goto(inProject(form.address, project))
    if (open !== null) {
      const button = page.getByRole('button', { name: open, exact: true }).first()
      // A disabled button takes no focus, and Playwright's `focus` does not wait until it is enabled.
      await expect(button).toBeEnabled()
      await button.focus()
      await page.keyboard.press('Enter')
    }
    const box = open === null ? page.locator('main') : page.getByRole('dialog', { name: dialog })
    await expect(box.locator(':is(form, [data-field]) :focus')).toBeVisible()
    for (const key of form.first ?? []) {
      await page.keyboard.press(key)
      // Ten keys a second, as a person types; `walk` has the same pace.
      await page.waitForTimeout(100)
    }
    const stops = await walk(box, { typed, save, by: form.by })
    expect(stops.slice(0, typed.length)).toEqual(typed.map(([name]) => name))
    await expect(open === null ? page.getByRole('heading', { name: title }) : box).toBeHidden()
    const answer = await call<{ items?: unknown[] }>(page, form.list, project)
    expect(answer.items ? answer.items[0] : answer).toMatchObject(form.saved)
  })
