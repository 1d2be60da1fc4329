import { book, call, ownCompany } from './books.ts'
import { cutOff, fill, pagesOf, row } from './overview.ts'
import { panel } from './statistics.ts'
import { expect, test } from './test.ts'

test('paper cuts no amount: thirteen digits and names of forty characters are on one page', {
  tag: '@hard',
}, async ({ page }) => {
  await page.addInitScript('window.asked = 0; window.print = () => { window.asked++ }')
  const { project } = await ownCompany(page, '总览大额')
  const LARGEST = '9999999999999.99'
  const long = '星河万里影视文化传播有限公司长安分公司第一制作中心与联合出品部'
  await fill(page, project, { price: '999999999999', long })
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const name = `${n}${long}华北東方西部南海`
    await call(page, 'investment_budgets', project, { investor: name, amount: LARGEST })
    const made = await call<{ code: string }>(page, 'contracts', project, {
      out_code: `HT-2026-00${n}`,
      customer: name,
      category: '2',
      amount: LARGEST,
    })
    if (n < 4) await book(page, project, name, LARGEST, { contract_code: made.code })
  }
  // All subjects have long names.
  await page.route(/cost_compare_subject_one/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const item of body.data.items) item.name = `${item.name}${long}`.slice(0, 40)
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(`/general/index?project=${project}`)
  await expect(row(page, '费用对比', long.slice(0, 9)).first()).toBeVisible()
  await page.getByRole('button', { name: '打印', exact: true }).click()
  await expect.poll(() => page.evaluate('window.asked')).toBe(1)
  const sheet = page.locator('.print-job')
  expect(await cutOff(page)).toEqual([])
  const table = (name: string) => sheet.getByRole('table', { name })
  // Cost budgets of 28 × 9,999,999,999,990.00, and three payments with the first project's own and its petty cash.
  await expect(table('费用对比').getByRole('row').last()).toContainText(
    '30,000,000,012,345.72279,999,999,999,720.00',
  )
  await expect(table('合同付款对比').getByRole('row').nth(1)).toContainText('9,999,999,999,999.99')
  await expect(table('合同付款对比')).toContainText(/其他 \d+ 个合同/)
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)

  await expect(sheet).toHaveCount(0)
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 390, height: 844 })
  // Its tables have room for the names, and cut no amount.
  for (const name of ['费用对比', '投资对比', '合同付款对比']) {
    await page.getByRole('button', { name: `${name}：表格` }).click()
    const frame = page.getByRole('region', { name: `${name}表格` })
    const room = await frame.evaluate((box) => [
      box.scrollWidth - box.clientWidth,
      box.querySelector('tbody th')?.clientWidth ?? 0,
    ])
    expect(room[0], name).toBe(0)
    expect(room[1], name).toBeGreaterThan(80)
    await page.getByRole('button', { name: `${name}：图表` }).click()
  }
  // At 390 px no level of 费用对比 is wider than the screen; the last is a table of payments.
  const costs = panel(page, '费用对比')
  const booked = costs.getByRole('table', { name: /^付款，合计/ })
  for (const depth of [1, 2, 3]) {
    await costs.locator('tbody').getByRole('button').first().click()
    await expect(costs.getByRole('navigation', { name: '科目层级' }).getByRole('listitem')).toHaveCount(
      depth + 1,
    )
    if (depth === 3) await expect(booked.getByRole('row').nth(1)).toContainText(`3${long}`)
    else await expect(costs.locator('tbody').getByRole('button').first()).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  }
  expect(await booked.evaluate(({ parentElement }) => parentElement?.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 320, height: 844 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})
