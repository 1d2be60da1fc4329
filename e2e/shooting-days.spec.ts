import { book } from './books.ts'
import { budgeted, row } from './cost-reports.ts'
import { copyCells } from './editor.ts'
import { expect, test } from './test.ts'

test('shooting days are added by range and pasted, and share the cost', { tag: '@hard' }, async ({
  page,
  context,
}) => {
  const { project, subjects } = await budgeted(page, '拍摄日试账')
  await book(page, project, '剧组', '3000', { subject_three_code: subjects[0] })
  await page.goto(`/report/cost?project=${project}&tab=daily`)
  await page.getByRole('button', { name: '拍摄日', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '拍摄日' })
  await dialog.getByRole('textbox', { name: '新增拍摄日：开始日期' }).fill('2026-11-19')
  await dialog.getByRole('textbox', { name: '新增拍摄日：结束日期' }).fill('2026-11-21')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: '添加' }).click()
  await expect(dialog.getByText('共 3 天')).toBeVisible()
  await dialog.getByRole('textbox', { name: '说明 2026-11-21' }).fill('码头夜戏')
  await dialog.getByRole('button', { name: '移除 2026-11-20' }).click()
  // Pasted cells: titles are skipped, a day that is there gets number and remark, a number that is missing goes on from the last one.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await copyCells(page, [
    ['日期', '天数', '内容'],
    ['2026/11/19', '第7天', '开机'],
    ['2026年11月18日', '', '试拍'],
  ])
  await dialog.getByRole('button', { name: '粘贴表格' }).click()
  await expect(page.getByText('已读入 2 天，1 行没有日期')).toBeVisible()
  await expect(dialog.getByText('共 3 天')).toBeVisible()
  const no = (day: string) => dialog.getByRole('textbox', { name: `第几天 ${day}` })
  await expect(no('2026-11-19')).toHaveValue('7')
  await expect(no('2026-11-18')).toHaveValue('8')
  await expect(no('2026-11-21')).toHaveValue('3')
  await dialog.getByRole('button', { name: '移除 2026-11-18' }).click()
  await dialog.getByRole('button', { name: '按日期重新编号' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, '2026-11-21')).toContainText('第2天')
  await expect(row(page, '2026-11-21')).toContainText('码头夜戏')
  await expect(row(page, '2026-11-19')).toContainText('第1天')
  await expect(row(page, '2026-11-19')).toContainText('开机')
  await expect(row(page, '合计')).toContainText('每拍摄日成本 1,500.00 = 拍摄日发生 3,000.00 ÷ 2')
  await page.reload()
  await expect(page.getByRole('img', { name: /累计发生 3,000.00 元.*拍摄 2 天/ })).toBeVisible()
})

test('pasted shooting days: by Ctrl+V where the clipboard cannot be read, and what cannot be saved is said', {
  tag: '@hard',
}, async ({ page }) => {
  const { project } = await budgeted(page, '粘贴拍摄日')
  await page.goto(`/report/cost?project=${project}&tab=daily`)
  await page.getByRole('button', { name: '拍摄日', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '拍摄日' })
  const paste = async (text: string) => {
    await dialog.getByRole('button', { name: '粘贴表格' }).click()
    await dialog.getByRole('textbox', { name: '粘贴表格内容' }).fill(text)
  }
  await paste('开机\t第1天\n杀青\t第2天')
  await expect(page.getByText('没有可识别的日期，第一列须为日期')).toBeVisible()
  await expect(dialog.getByText('共 0 天')).toBeVisible()
  await paste('2026-11-19\t4\t棚内\n2026-11-20\t4')
  await expect(page.getByText('已读入 2 天')).toBeVisible()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('2026-11-19 与 2026-11-20 的拍摄日序号相同')).toBeVisible()
  await dialog.getByRole('textbox', { name: '第几天 2026-11-20' }).fill('5')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: '拍摄日', exact: true }).click()
  await expect(dialog.getByText('共 2 天')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: '第几天 2026-11-20' })).toHaveValue('5')
  await expect(dialog.getByRole('textbox', { name: '说明 2026-11-19' })).toHaveValue('棚内')
})
