import { book, call, firstLeaf, type Node } from './books.ts'
import { panel } from './statistics.ts'
import type { Page } from './test.ts'

/** A row of the table of a panel. */
export const row = (page: Page, chart: string, name: string) =>
  panel(page, chart).getByRole('row').filter({ hasText: name })
export const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

/** What of the sheet is cut at the right on a page of A4: cells with wider content, a sheet wider than the page. */
export async function cutOff(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  // A4 without its margins of 12 mm.
  await page.setViewportSize({ width: 702, height: 1008 })
  return page
    .locator('.print-job')
    .evaluate((sheet) =>
      [sheet, ...sheet.querySelectorAll('*')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )
}

/**
 * Books of a project by the API: a budget on more subjects of level one than paper has rows for, payments and open petty
 * cash on the first, more investors and contracts than a panel shows.
 */
export async function fill(page: Page, project: string, { price = '1000', long = '' } = {}): Promise<void> {
  const add = <T>(path: string, data: object) => call<T>(page, path, project, data)
  for (const number of ['9600', '9700']) {
    let parent_code: string | undefined
    for (const [category, end] of ['', '01', '01'].entries()) {
      const out_code = `${number}${['', '01', '0101'][category] ?? end}`
      const made = await add<{ code: string }>('subjects', {
        category,
        out_code,
        parent_code,
        name: `新设${out_code}${long}`,
      })
      parent_code = made.code
    }
  }
  const { items: tree } = await call<{ items: Node[] }>(page, 'selects/subject_trees', project)
  for (const one of tree)
    await add('cost_budgets', { subject_three_code: firstLeaf(one), unit_price: price, quantity: '10' })
  for (let n = 1; n <= 10; n += 1) {
    await add('investment_budgets', { investor: `第${n}家影业${long}`, amount: `${n}0000` })
    await add('contracts', {
      out_code: `HT-${n}`,
      customer: `北京某某器材${long}`,
      category: '2',
      amount: `${n}000`,
    })
  }
  const { items: types } = await call<{ items: { value: string }[] }>(
    page,
    'selects/investment_categories',
    project,
  )
  await add('investment_executions', {
    investment_at: '2026-11-21',
    investor: '第10家影业',
    investment_category_id: types[0]?.value,
    amount: '60000',
  })
  const { items: contracts } = await call<{ items: { code: string; out_code: string }[] }>(
    page,
    'contracts',
    project,
  )
  const contract_code = contracts.find(({ out_code }) => out_code === 'HT-10')?.code
  await book(page, project, '北京某某器材', '12000.5', { contract_code })
  await add('imprests', {
    pay_at: '2026-11-21',
    payer: '王某某',
    subject_three_code: tree[0] ? firstLeaf(tree[0]) : '',
    pay_channel: '1',
    pay_amount: '345.25',
  })
}
