import { drawer, find, tabs } from './editor.ts'
import { CLERK, openPayments } from './person.ts'
import { expect, type Page, test } from './test.ts'

interface Made {
  code: string
  lines: number
}

/** Creates payments with these numbers of lines by fetch inside the page (cookie and the tab's project), without the form. */
const book = (page: Page, payer: string, counts: readonly number[]): Promise<Made[]> =>
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
    const subject_three_code = tree.items[0].children[0].children[0].value
    const pay_category_id = categories.items.find((one) => /^\\d+$/.test(one.value)).value
    const made = []
    for (const lines of ${JSON.stringify(counts)}) {
      const cost_execution_details = Array.from({ length: lines }, (_, at) => ({
        subject_three_code, pay_category_id, pay_channel: '1', pay_amount: String(at + 1), face_tax_rate: '6%', remark: '第' + (at + 1) + '行',
      }))
      const { code } = await call('cost_executions', {
        pay_at: '2026-11-21', payer: ${JSON.stringify(payer)}, post: '', summary: '群演工资', cost_execution_details,
      })
      made.push({ code, lines })
    }
    return made
  })()`)

const row = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

test('a payment of 300 lines keeps all of them when it is opened from the list, changed and saved', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  const [made] = await book(page, '三百行公司', [300])
  const { code } = made as Made
  await find(page, '三百行公司')
  await row(page, code).getByRole('button', { name: '编辑' }).click()
  await expect(tabs(page)).toHaveCount(300)
  await drawer(page).getByLabel('摘要').fill('群演工资（补）')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()

  await page.reload()
  await expect(row(page, code)).toContainText('群演工资（补）')
  await expect(row(page, code)).toContainText('45,150.00')
  await row(page, code).getByRole('button', { name: /^详情/ }).click()
  const detail = page.getByRole('dialog', { name: '付款明细详情' })
  await expect(detail.getByRole('tab')).toHaveCount(300)
  await expect(detail).toContainText('共 300 条明细')
  await detail.getByRole('tab', { name: '详情300', exact: true }).click()
  await expect(detail.getByRole('tabpanel')).toContainText('第300行')
})

test('vouchers are printed with all lines; more lines than the browser can lay out are refused with a message', {
  tag: '@hard',
}, async ({ page }) => {
  await page.addInitScript('window.asked = 0; window.print = () => { window.asked++ }')
  await openPayments(page, CLERK)
  await book(page, '打印行数公司', [30, 1])
  await find(page, '打印行数公司')
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '打印付款单' }).click()
  const question = page.getByRole('dialog', { name: '打印付款单' })
  await question.getByRole('button', { name: '打印' }).click()
  await expect.poll(() => page.evaluate('window.asked')).toBe(1)
  const sheet = page.locator('.print-job')
  await expect(sheet.getByText('第30行')).toHaveCount(1)
  await expect(sheet.locator('th').filter({ hasText: '票面税率' })).toHaveCount(2)
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
  await expect(question).toBeHidden()

  await book(page, '打印行数公司', [1000, 1000, 1000, 1000, 1000])
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: '500,500.00' })).toHaveCount(5)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '打印付款单' }).click()
  await expect(question.getByRole('alert')).toHaveText(
    '一次最多打印 5,000 条明细，所选付款共有 5,031 条，请分批打印',
  )
  await expect(question.getByRole('button', { name: '打印' })).toBeDisabled()
})
