import { ADMIN, CLERK, choose, countOf, openPayments } from './person.ts'
import { type Browser, expect, type Page, test } from './test.ts'

// Listens to the context.
test.use({ alone: true })

const drawer = (page: Page) => page.getByRole('dialog', { name: /付款明细/ })

/** A page in another browser context, for another person. */
const colleague = async (browser: Browser) => (await browser.newContext()).newPage()

async function addPayment(page: Page, payer: string): Promise<void> {
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await drawer(page)
    .getByLabel(/付款方/)
    .first()
    .fill(payer)
  const line = drawer(page).getByRole('tabpanel')
  await choose(line, /科目/, '24000101')
  await line.getByLabel(/付款金额/).fill('66.6')
  await choose(line, /付款方式/, '现金')
  await choose(line, /付款类型/, '报销')
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()
}

test("a colleague's payment appears without a reload; selection and typed text stay", {
  tag: '@all',
}, async ({ page, browser }) => {
  await openPayments(page, CLERK)
  const other = await colleague(browser)
  await openPayments(other, ADMIN)
  const before = await countOf(page)
  for (const index of [2, 3]) await page.getByRole('row').nth(index).getByRole('checkbox').check()
  const selected = (await page.getByText(/已选 2 条，合计/).textContent()) ?? ''
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { checked: true }) })
  const codes = await rows.getByText(/^FK\d+$/).allTextContents()
  await page.getByRole('button', { name: '新增付款明细' }).click()
  await drawer(page).getByLabel('摘要').fill('写到一半')
  await drawer(page)
    .getByLabel(/付款金额/)
    .fill('12.')

  await addPayment(other, '同事录入的公司')
  await expect(page.getByRole('row', { name: /同事录入的公司/, includeHidden: true })).toHaveCount(1)
  await expect(drawer(page).getByLabel('摘要')).toHaveValue('写到一半')
  await expect(drawer(page).getByLabel(/付款金额/)).toHaveValue('12.')
  await expect(drawer(page).getByLabel(/付款金额/)).toBeFocused()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByText(/已选 2 条，合计/)).toHaveText(selected)
  expect(await rows.getByText(/^FK\d+$/).allTextContents()).toEqual(codes)
  // The bar sums the selected rows, the sum row all of them.
  await expect(page.getByRole('row').filter({ hasText: '筛选合计' })).toContainText(
    `${(before + 1).toLocaleString('en-US')} 条`,
  )
  await other.context().close()
})

/** Creates a payment by fetch inside the page, so that it is the page's own write (cookie and the tab's project), without its form. */
const book = (page: Page, payer: string) =>
  page.evaluate(`(async () => {
    const call = async (path, body) => {
      const response = await fetch('/api/manager/' + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'Content-Type': 'application/json', 'X-Project': sessionStorage.getItem('project') },
        body: body && JSON.stringify(body),
      })
      return (await response.json()).data
    }
    const deepest = (node) => (node.children?.length ? deepest(node.children[0]) : node.value)
    const [tree, categories] = await Promise.all([call('selects/subject_trees'), call('selects/pay_categories')])
    await call('cost_executions', {
      pay_at: '2026-11-21', payer: ${JSON.stringify(payer)}, post: '', summary: '',
      cost_execution_details: [{
        subject_three_code: deepest(tree.items[0]), pay_channel: '1', pay_amount: '1.00',
        pay_category_id: categories.items.find((one) => /^\\d+$/.test(one.value)).value,
      }],
    })
  })()`)

test('a save loads the list once in its own tab, and updates another tab of the browser', {
  tag: '@hard',
}, async ({ page, context }) => {
  await openPayments(page, CLERK)
  const second = await context.newPage()
  await second.goto(page.url())
  const before = await countOf(second)
  await page.bringToFront()
  let lists = 0
  page.on('request', (request) => {
    // Without the form's look for equal payments, which asks for an amount.
    const isList =
      /\/api\/manager\/cost_executions\?/.test(request.url()) && !/[?&]pay_amount=/.test(request.url())
    if (request.method() === 'GET' && isList) lists++
  })
  await addPayment(page, '只加载一次')
  // By then the event has arrived in this tab as well, as both share one stream.
  await second.bringToFront()
  await expect.poll(() => countOf(second)).toBe(before + 1)
  await page.bringToFront()
  await expect.poll(() => countOf(page)).toBe(before + 1)
  // A colleague's next change is loaded after all earlier ones.
  await book(second, '别的标签页')
  await expect.poll(() => countOf(page)).toBe(before + 2)
  expect(lists).toBe(2)
})

test('two tabs of one browser share an event stream, and both are updated', { tag: '@hard' }, async ({
  page,
  context,
}) => {
  let streams = 0
  context.on('request', (request) => {
    if (request.url().includes('/api/common/event_source/project')) streams++
  })
  await openPayments(page, CLERK)
  const second = await context.newPage()
  await second.goto(page.url())
  const before = await countOf(second)
  await book(second, '两个标签页')
  for (const tab of [page, second]) await expect.poll(() => countOf(tab)).toBe(before + 1)
  expect(streams).toBe(1)

  // The tab that held the stream is closed: the other one opens it.
  await page.close()
  await expect.poll(() => streams).toBe(2)
  await book(second, '换了领头的')
  await expect.poll(() => countOf(second)).toBe(before + 2)
})

test('a project that is archived becomes read-only in open pages', { tag: '@hard' }, async ({
  page,
  browser,
}) => {
  const other = await colleague(browser)
  await openPayments(other, ADMIN)
  await openPayments(page, CLERK)
  await expect(page.getByRole('button', { name: '新增付款明细' })).toBeVisible()
  await other.getByRole('button', { name: /切换项目/ }).click()
  await other.getByText('我的项目', { exact: true }).click()
  const card = other.getByRole('listitem').filter({ hasText: '长河灯火' })
  await card.getByRole('button', { name: '归档' }).click()
  await other.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('项目已归档，仅可查看和导出。')).toBeVisible()
  await expect(page.getByRole('button', { name: '新增付款明细' })).toHaveCount(0)
  await card.getByRole('button', { name: '撤销归档' }).click()
  const question = other.getByRole('dialog').getByRole('button', { name: '确定' })
  if (await question.isVisible()) await question.click()
  await expect(page.getByRole('button', { name: '新增付款明细' })).toBeVisible()
  await other.context().close()
})
