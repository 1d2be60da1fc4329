import { call, newProject } from './books.ts'
import { makeCompany } from './company.ts'
import { CLERK, enter, signIn } from './person.ts'
import { expect, type Locator, type Page } from './test.ts'

/** A page or dialog whose accessibility `sights.spec.ts` checks with axe, at both widths. */
export interface Sight {
  name: string
  /** Leads there from wherever the page is. */
  go: (page: Page) => Promise<unknown>
  /** What is there when it is complete. */
  there: (page: Page) => Locator
}

/** Sights that one test reaches one after the other, as one signed-in person. */
export interface Walk {
  name: string
  enter: (page: Page) => Promise<unknown>
  sights: readonly Sight[]
}

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name }).first()

/** Opens an address, unless it is open: then only what lies over it is closed. */
export async function show(page: Page, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, page.url())
  const now = new URL(page.url())
  const isOpen =
    now.pathname === pathname &&
    [...searchParams].every(([name, value]) => now.searchParams.get(name) === value)
  if (!isOpen) await page.goto(address)
  const dialogs = page.getByRole('dialog')
  const discard = page.getByRole('button', { name: '放弃修改' })
  await expect(async () => {
    if (await discard.isVisible()) await discard.click()
    else if (await dialogs.last().isVisible()) await page.keyboard.press('Escape')
    await expect(dialogs).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Clicks an action of the first row, or of the one named `of`: its button in the table, or in the menu 操作 of a card or of a row. */
export async function act(page: Page, name: string, of = ''): Promise<void> {
  const direct = button(page, new RegExp(`^${name} ${of}`))
  const more = button(page, new RegExp(`^(操作|更多操作) ${of}`))
  await expect(direct.or(more).first()).toBeVisible()
  if (await direct.isVisible()) return direct.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** A list, then dialogs that its rows open. */
export const rowsOf = (
  name: string,
  address: string,
  first: (page: Page) => Locator,
  actions: Record<string, string | RegExp>,
) => [
  { name, go: (page: Page) => show(page, address), there: first },
  ...Object.entries(actions).map(([action, title]) => ({
    name: `${name}: ${action}`,
    go: async (page: Page) => {
      await show(page, address)
      await act(page, action)
    },
    there: (page: Page) => dialog(page, title),
  })),
]

/** What a button of the page opens. */
export const opened = (address: string, press: string | RegExp, title: string | RegExp = press): Sight => ({
  name: `${address.split('?')[0]}: ${press}`,
  go: async (page) => {
    await show(page, address)
    await button(page, press).click()
  },
  there: (page) => dialog(page, title),
})

export const record = (page: Page) => page.locator('[data-row-key]').first()
export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first()
export const at = (name: string, address: string, there: (page: Page) => Locator): Sight => ({
  name,
  go: (page) => show(page, address),
  there,
})
export const inProject = (page: Page) => enter(page, CLERK, '/general/index', '项目总览')

export const pressed = (
  address: string,
  name: string,
  press: string | RegExp,
  there: (page: Page) => Locator,
): Sight => ({
  name,
  go: async (page) => {
    await show(page, address)
    await button(page, press).click()
  },
  there,
})

/** Signs in to a new company with these features on and selects a new project of it; returns its code. */
export async function ownProject(
  page: Page,
  name: string,
  features: readonly string[] = [],
): Promise<string> {
  const { phone } = await makeCompany(1)
  await signIn(page, phone)
  const items = features.map((feature) => ({ feature, on: true }))
  if (items.length > 0) await call(page, 'company/features', undefined, { items }, 'PUT')
  const made = await newProject(page, name)
  await call(page, `projects/${made}/selected`, undefined, {})
  return made
}

/** The question before a record is deleted. */
export const CANCEL = '确定删除该条记录？'
