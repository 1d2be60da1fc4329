import { makeCompany } from './company.ts'
import { signIn } from './person.ts'
import { expect, type Locator, type Page } from './test.ts'

export const ring = (page: Page) => page.getByRole('img', { name: /^科目支出占比：/ })
export const panel = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
export const crumbs = (page: Page) => page.getByRole('navigation', { name: '科目层级' })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const total = (page: Page) => page.getByRole('button', { name: /^总支出金额/ })
export const textOf = async (locator: Locator) => ((await locator.textContent()) ?? '').trim()
export const fen = (text: string | null | undefined): bigint => BigInt((text ?? '').replace(/[^\d-]/g, ''))

/** Clicks right of the ring's hole. The largest slice begins at the top, so the click hits it or the next one. */
export async function clickRing(page: Page): Promise<void> {
  await expect(ring(page).locator('path').first()).toBeVisible()
  const box = await ring(page).boundingBox()
  if (!box) throw new Error('no ring')
  await page.mouse.click(box.x + box.width / 2 + 80, box.y + box.height / 2)
}

/** Clicks a row of a bar chart, on its label at the left. */
export async function clickBar(page: Page, title: string, row: number): Promise<void> {
  const chart = panel(page, title).getByRole('img')
  await expect(chart.locator('path').first()).toBeVisible()
  await chart.click({ position: { x: 30, y: 4 + row * 32 + 16 } })
}

/** Names and amounts of a chart's table, its sum last. */
export async function figures(table: Locator): Promise<{ name: string; amount: bigint }[]> {
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const rows = await table.getByRole('row').all()
  return await Promise.all(
    rows.slice(1).map(async (row) => ({
      // 合计 says of how many rows it is.
      name: (await textOf(row.getByRole('rowheader'))).replace(/ ?· 共 .*$/, ''),
      amount: fen(await textOf(row.getByRole('cell').first())),
    })),
  )
}

export async function showTable(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `${title}：表格` }).click()
  return panel(page, title).getByRole('table')
}

/** Creates payments by fetch inside the page (cookie and the tab's project), without the form. `subject`: index of a level-one subject. */
export const book = (page: Page, lines: { payer: string; amount: string; subject: number }[]) =>
  page.evaluate(`(async () => {
    const call = async (path, body) => {
      const response = await fetch('/api/manager/' + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'Content-Type': 'application/json', 'X-Project': sessionStorage.getItem('project') },
        body: body && JSON.stringify(body),
      })
      return (await response.json()).data
    }
    const [tree, categories] = await Promise.all([call('selects/subject_trees'), call('selects/pay_categories')])
    for (const { payer, amount, subject } of ${JSON.stringify(lines)})
      await call('cost_executions', {
        pay_at: '2026-11-21', payer, post: '', summary: '',
        cost_execution_details: [{
          subject_three_code: tree.items[subject].children[0].children[0].value, pay_channel: '1', pay_amount: amount,
          pay_category_id: categories.items.find((one) => /^\\d+$/.test(one.value)).value,
        }],
      })
  })()`)

/** Opens the payments of an empty project of a fresh company. */
export async function emptyProject(page: Page): Promise<void> {
  const { phone } = await makeCompany(1)
  await signIn(page, phone)
  await page.getByRole('button', { name: '新建项目' }).click()
  const form = page.getByRole('dialog', { name: '新建项目' })
  await form.getByLabel('项目名称').fill('空账')
  await form.getByRole('button', { name: '确定' }).click()
  await page.getByRole('article', { name: '空账' }).getByRole('button', { name: '空账', exact: true }).click()
  await page.getByRole('link', { name: '付款', exact: true }).click()
}
