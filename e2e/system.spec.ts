import { complaints } from './axe.ts'
import { ADMIN, CLERK, signIn } from './person.ts'
import { expect, test } from './test.ts'

test('whoever runs the server sees its state and what needs somebody; a clerk does not', async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN)
  await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '系统状态' }).click()
  await expect(page.getByRole('heading', { name: '系统状态', level: 1 })).toBeVisible()
  const server = page.getByRole('region', { name: '服务器' })
  await expect(server).toContainText(/版本\d+\.\d+\.\d+/)
  await expect(server).toContainText(/数据库正常 \d+\.\d MB/)
  await expect(page.getByRole('region', { name: '最近 10 分钟使用的人' })).toContainText('林岚')
  expect(await complaints(page)).toEqual([])
  if (process.env.SIGHT_PICTURES) {
    await page.screenshot({ path: `${process.env.SIGHT_PICTURES}/system-wide.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${process.env.SIGHT_PICTURES}/system-narrow.png`, fullPage: true })
  }
  const other = await browser.newContext()
  const clerk = await other.newPage()
  await signIn(clerk, CLERK)
  await expect(clerk.getByRole('link', { name: '项目列表' })).toBeVisible()
  await expect(clerk.getByRole('link', { name: '系统状态' })).toHaveCount(0)
  await clerk.goto('/manage/system')
  await expect(clerk).toHaveURL(/\/project\/index/)
  await other.close()
})
