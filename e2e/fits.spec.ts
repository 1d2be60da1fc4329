import { call, firstLeaf, type Node, ownCompany } from './books.ts'
import { CLERK, enter } from './person.ts'
import { png } from './png.ts'
import { panel } from './statistics.ts'
import { expect, type Locator, type Page, test } from './test.ts'

const LARGEST = '9999999999999.99'

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** A project with amounts of trillions in each ledger that has several in a row. */
async function trillions(page: Page): Promise<string> {
  const { project } = await ownCompany(page, '万亿')
  for (const out_code of ['HT-1', 'HT-2'])
    await call(page, 'contracts', project, { out_code, category: '0', customer: '华映', amount: LARGEST })
  const { items } = await call<{ items: Node[] }>(page, 'selects/subject_trees', project)
  const [tree] = items
  const line = { subject_three_code: tree ? firstLeaf(tree) : '', unit: '集', remark: '' }
  await call(page, 'cost_budgets', project, { ...line, unit_price: LARGEST, quantity: '1' })
  return project
}

/** Names of the columns of which a part lies below the frozen actions. */
const cut = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const heads = [...document.querySelectorAll('thead th')]
    const edge = heads.at(-1).getBoundingClientRect().left
    return heads.slice(0, -1).filter((head) => {
      const { left, right } = head.getBoundingClientRect()
      return left < edge - 1 && right > edge + 1
    }).map((head) => head.textContent)
  })()`)

/** Texts of the sum rows that reach into the cell before them. */
const overlapping = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('tfoot td')].filter((cell) => {
    const text = cell.querySelector('span')
    const before = cell.previousElementSibling?.querySelector('span')
    return text && before && text.getBoundingClientRect().left < before.getBoundingClientRect().right
  }).map((cell) => cell.textContent)`)

test.describe('1,280 × 720', { tag: '@hard' }, () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('a dialog keeps its title and its buttons in sight, also with pictures', async ({ page }) => {
    await enter(page, CLERK, '/implement/cash?activeName=d', '备用金')
    await page.getByRole('button', { name: '新增备用金明细' }).click()
    const form = page.getByRole('dialog', { name: '新增备用金明细' })
    const inSight = async () => {
      for (const part of [
        form.getByText('新增备用金明细').first(),
        form.getByRole('button', { name: '确定' }),
      ])
        await expect(part).toBeInViewport({ ratio: 1 })
    }
    await expect(form.getByRole('button', { name: '确定' })).toBeVisible()
    await inSight()
    const buffer = await png(400, 300, '#0b6470')
    const file = (name: string) => ({ name: `${name}.png`, mimeType: 'image/png', buffer })
    await form.locator('input[type=file]').setInputFiles(['甲', '乙', '丙', '丁', '戊', '己'].map(file))
    await expect(form.getByRole('button', { name: /己/ }).first()).toBeVisible()
    await inSight()
    // The first wrong field is led to, above the buttons.
    await form.getByRole('button', { name: '确定' }).click()
    await expect(form.getByText('请输入付款金额')).toBeInViewport()
    await form.getByLabel('备注').focus()
    const remark = await boxOf(form.getByLabel('备注'))
    const foot = await boxOf(form.getByRole('button', { name: '确定' }))
    expect(remark.y + remark.height).toBeLessThanOrEqual(foot.y)
  })
})

test('amounts of trillions fit tables and sums; no column is cut at the frozen one', {
  tag: '@hard',
}, async ({ page }) => {
  const project = await trillions(page)
  for (const [address, there] of [
    ['/contract/index', 'HT-1'],
    ['/budget/cost?activeName=second', '9,999,999,999,999.99'],
  ] as const) {
    await page.goto(`${address}${address.includes('?') ? '&' : '?'}project=${project}`)
    await expect(page.getByText(there).first()).toBeVisible()
    for (const width of [1440, 1425, 1280, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => cut(page), `${address} ${width}`).toEqual([])
      expect(await overlapping(page), `${address} ${width}`).toEqual([])
    }
  }
})

test('of a table beside a chart only whole rows are in sight', { tag: '@hard' }, async ({ page }) => {
  await enter(page, CLERK, '/budget/cost?activeName=first', '费用预算')
  const table = panel(page, '科目预算').getByRole('region', { name: '科目预算表格' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const sum = await boxOf(table.getByRole('row').last())
  const cutRows = []
  for (const row of await table.locator('tbody tr').all()) {
    const { y, height } = await boxOf(row)
    if (y < sum.y - 1 && y + height > sum.y + 1) cutRows.push(await row.textContent())
  }
  expect(cutRows).toEqual([])
})

test.describe('390 px', { tag: '@hard' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('statistics do not move while they load', async ({ page }) => {
    await enter(page, CLERK, '/implement/cost?activeName=second', '付款')
    // Its room is kept on the pages after the first.
    await expect(page.getByLabel('合同提醒')).toBeVisible()
    await page.addInitScript(`window.shifts = []; window.moved = []; new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput) {
        window.shifts.push(value)
        window.moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 40)))
      }
    }).observe({ type: 'layout-shift', buffered: true })`)
    const drawn = (page: Page) => page.getByRole('main').getByRole('img').locator('path').first()
    const row = (page: Page) => page.getByRole('row').filter({ hasText: '演员酬金' })
    for (const [address, there] of [
      ['/budget/cost?activeName=first', drawn],
      ['/implement/cost?activeName=first', drawn],
      ['/implement/investment?activeName=first', drawn],
      ['/implement/cash?activeName=s', drawn],
      ['/general/index', row],
    ] as const) {
      await page.goto(address)
      await expect(there(page)).toBeVisible()
      const moved = Number(await page.evaluate('window.shifts.reduce((sum, one) => sum + one, 0)'))
      expect.soft(moved, `${address}: ${await page.evaluate('window.moved.join()')}`).toBeLessThan(0.02)
    }
  })
})
