import { CLERK, openPayments } from './person.ts'
import { expect, test } from './test.ts'

// 00:30 in Shanghai is 08:30 of the day before in Los Angeles, the browser's time zone.
test.use({ timezoneId: 'America/Los_Angeles', locale: 'en-US', alone: true })

test('on a computer of another time zone and with a wrong date a day is that of Shanghai', {
  tag: '@hard',
}, async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-24T16:30:00Z'))
  await page.route('/api/**', async (route) => {
    if (route.request().url().includes('event_source')) return route.continue()
    const response = await route.fetch()
    await route.fulfill({
      response,
      headers: { ...response.headers(), date: 'Sat, 21 Nov 2026 16:30:00 GMT' },
    })
  })
  await openPayments(page, CLERK)
  await page.getByRole('button', { name: '新增付款明细' }).click()
  const editor = page.getByRole('dialog', { name: '新增付款明细' })
  await expect(editor.getByLabel('付款时间')).toHaveValue('2026-11-22')
  // Typed, saved, read again: the same day.
  await editor.getByLabel('付款时间').fill('2026-10-01')
  await editor.getByLabel('付款时间').press('Enter')
  await expect(editor.getByLabel('付款时间')).toHaveValue('2026-10-01')
})
