import {
  copyCells,
  copyText,
  dialog,
  drawer,
  field,
  find,
  giveUp,
  openNew,
  removeFound,
  selectOf,
  tabs,
} from './editor.ts'
import { CLERK, choose, openPayments, watchConsole } from './person.ts'
import { expect, test } from './test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('cells of a spreadsheet become lines; a wrong one is marked, corrected and saved', {
  tag: '@all',
}, async ({ page }) => {
  const complaints = watchConsole(page)
  await openPayments(page, CLERK)
  await openNew(page)
  await drawer(page)
    .getByLabel(/付款方/)
    .first()
    .fill('粘贴影视公司')
  await copyCells(page, [
    ['付款序号', '科目编号', '付款金额（元）', '付款方式', '付款类型', '票面税率', '合同编号', '备注'],
    ['1', '24000101', '54,000.00', '银行转账', '进度款', '13%', '', '上半月'],
    ['1', '镜头租赁费', '１，０００．５', '网银', '进度款', '6', '', '两行\n备注'],
    ['1', '摄影', '1.234', '网银', '进度款', '', 'HT-没有', ''],
    ['', '', '', '', '', '', '', ''],
  ])
  await page.keyboard.press('Control+v')
  await expect(dialog(page).getByRole('status')).toHaveText('将新增 3 行，3 处有误，将留空并标出')
  await expect(dialog(page).getByText('忽略的列：付款序号')).toBeVisible()
  for (const why of ['科目不存在', '最多两位小数', '合同编号不存在'])
    await expect(dialog(page).getByText(why, { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('cell', { name: '24000102 镜头租赁费' })).toBeVisible()
  await expect(dialog(page).getByRole('cell', { name: '1,000.50' })).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(tabs(page)).toHaveCount(3)
  await expect(tabs(page).nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, /科目/)).toBeFocused()
  await expect(drawer(page).getByRole('tabpanel').getByText('科目不存在：“摄影”')).toBeVisible()

  // Chosen by pinyin; Enter takes the first option and moves on to the amount.
  await page.keyboard.type('syjzlf')
  await page.keyboard.press('Enter')
  await expect(selectOf(page, 'subject_three_code')).toContainText('摄影机租赁费')
  await expect(field(page, /付款金额/)).toBeFocused()
  await page.keyboard.type('=1.2+0.03')
  await page.keyboard.press('Control+s')

  // The contract is optional, so the form asks before its unread text is dropped.
  const question = page.getByRole('dialog', { name: '1 处粘贴的内容未能识别，将留空保存' })
  await expect(question).toContainText('详情3：合同编号不存在：“HT-没有”')
  await question.getByRole('button', { name: '返回修改' }).click()
  await expect(question).toBeHidden()
  await expect(field(page, '合同编号')).toBeFocused()
  await page.keyboard.press('Control+s')
  await question.getByRole('button', { name: '留空保存' }).click()
  await expect(page.getByText('操作成功')).toBeVisible()
  await expect(drawer(page)).toBeHidden()

  await find(page, '粘贴影视公司')
  await page.reload()
  await expect(page.getByRole('row', { name: /粘贴影视公司/ })).toContainText('55,001.73')
  await removeFound(page, '粘贴影视公司')
  expect(complaints).toEqual([])
})

test('columns without titles are recognized by their content in any order, and can be reassigned', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  await openNew(page)
  await copyCells(page, [
    ['1', '6%', '进度款', '54,000.00', '上半月', '24000101', '现钞'],
    ['2', '免税', '报销', '1000', '下半月', '镜头租赁费', '网银'],
    ['3', '', '报销', '88.8', '', '24000101', '网银'],
  ])
  await page.keyboard.press('Control+v')
  const meaning = (at: number) => dialog(page).getByRole('columnheader').nth(at)
  for (const [at, title] of [
    '忽略',
    '票面税率',
    '付款类型',
    '付款金额',
    '备注',
    '科目',
    '付款方式',
  ].entries())
    await expect(meaning(at + 1)).toContainText(title)
  await expect(dialog(page).getByText('按内容识别')).toHaveCount(6)
  await expect(dialog(page).getByRole('status')).toHaveText('将新增 3 行，1 处有误，将留空并标出')
  await expect(dialog(page).getByText('付款方式不存在')).toBeVisible()
  await expect(dialog(page).getByRole('cell', { name: '24000102 镜头租赁费' })).toBeVisible()

  await dialog(page).getByLabel('第5列').click()
  await page.locator('.ant-select-dropdown:visible').getByText('忽略', { exact: true }).click()
  await expect(dialog(page).getByText('按内容识别')).toHaveCount(5)
  await expect(dialog(page).getByRole('columnheader').nth(5)).toContainText('忽略')
  await dialog(page).getByRole('button', { name: '添加明细' }).click()
  await expect(tabs(page)).toHaveCount(3)
  // A cell that could not be read is shown at its field.
  await expect(tabs(page).nth(0)).toHaveAttribute('aria-selected', 'true')
  await expect(drawer(page).getByRole('tabpanel').getByText('付款方式不存在：“现钞”')).toBeVisible()
  await expect(field(page, /付款金额/)).toHaveValue('54,000.00')
  await expect(field(page, '备注')).toHaveValue('')
  await expect(drawer(page).getByRole('status', { name: /付款总额/ })).toHaveText('55,088.80')
  await giveUp(page)
})

test('a single cell, and several lines in a text field, are pasted at the cursor', { tag: '@hard' }, async ({
  page,
}) => {
  await openPayments(page, CLERK)
  await openNew(page)
  await copyCells(page, [['1,234.50']])
  await field(page, /付款金额/).focus()
  await page.keyboard.press('Control+v')
  await expect(field(page, /付款金额/)).toHaveValue('1,234.50')
  await copyText(page, '第一行\n第二行')
  await field(page, '备注').focus()
  await page.keyboard.press('Control+v')
  await expect(field(page, '备注')).toHaveValue('第一行\n第二行')
  await expect(dialog(page)).toBeHidden()

  // A column of amounts pasted into the amount field: without titles it starts at the cursor. Missing fields are reported once for all lines.
  await copyCells(page, [['100'], ['200'], ['三百']])
  await field(page, /付款金额/).focus()
  await page.keyboard.press('Control+v')
  await expect(dialog(page).getByRole('status')).toHaveText('将新增 3 行，1 处有误，将留空并标出')
  await choose(dialog(page), '付款方式统一填写', '网银')
  await dialog(page).getByRole('button', { name: '添加明细' }).click()
  await expect(tabs(page)).toHaveCount(4)
  await expect(drawer(page).getByRole('status', { name: /付款总额/ })).toHaveText('1,534.50')
  await expect(tabs(page).nth(3)).toHaveAttribute('aria-selected', 'true')
  await expect(selectOf(page, 'pay_channel')).toContainText('网银')
  await giveUp(page)
})

test('a payment of two lines by keyboard alone', { tag: '@hard' }, async ({ page }) => {
  await openPayments(page, CLERK)
  await openNew(page)
  const type = async (...keys: string[]) => {
    for (const key of keys)
      if (/^(Enter|(Shift\+)?Tab|Alt\+|Control\+|Arrow|Delete|Escape|F1$)/.test(key))
        await page.keyboard.press(key)
      else await page.keyboard.type(key)
  }
  // The payee is left out.
  await type('Enter', '键盘公司', 'Enter', '摄影组', 'Enter', 'Tab', '只用键盘', 'Enter')
  await expect(field(page, /科目/)).toBeFocused()
  await type(
    '2400 jt',
    'Enter',
    '1,000',
    'Enter',
    '网银',
    'Tab',
    '进度',
    'Tab',
    'ArrowDown',
    'Tab',
    '3',
    'Tab',
  )
  await expect(field(page, /合同编号/)).toBeFocused()
  await expect(selectOf(page, 'subject_three_code')).toContainText('镜头租赁费')
  await expect(selectOf(page, 'pay_channel')).toContainText('网银')
  await expect(selectOf(page, 'voucher_category')).toContainText('请选择凭证类型')
  await expect(field(page, '票面税率')).toHaveValue('3%')
  await type(
    'Shift+Tab',
    'Shift+Tab',
    'Shift+Tab',
    'Shift+Tab',
    'Shift+Tab',
    'Shift+Tab',
    '10000101',
    'Tab',
    '现',
  )
  await expect(field(page, /付款金额/)).toHaveValue('现')
  await expect(selectOf(page, 'subject_three_code')).toContainText('编剧稿费')
  await field(page, /付款金额/).fill('1,000')
  await type('Shift+Tab', '2400 jt', 'Tab')
  await expect(selectOf(page, 'subject_three_code')).toContainText('镜头租赁费')
  await type('Alt+c')
  await expect(tabs(page)).toHaveCount(2)
  await field(page, /付款金额/).focus()
  await type('=12*30', 'Alt+ArrowUp')
  await expect(tabs(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, /付款金额/)).toBeFocused()
  await expect(tabs(page).nth(1)).toContainText('360.00')
  await type('2,000', 'Tab')
  await expect(drawer(page).getByRole('status', { name: /付款总额/ })).toHaveText('2,360.00')
  await type('F1')
  const keys = page.getByRole('dialog', { name: '键盘快捷键' })
  await expect(keys.getByText('Alt+C')).toBeVisible()
  await type('Escape')
  await expect(keys).toBeHidden()
  // antd gives the focus back after the dialog has closed; until then Ctrl+S would open the browser's own dialog.
  await expect(drawer(page).locator(':focus')).toBeVisible()
  await type('Control+s')
  await expect(drawer(page)).toBeHidden()
  await find(page, '键盘公司')
  await expect(page.getByRole('row', { name: /键盘公司/ })).toContainText('2,360.00')
  await removeFound(page, '键盘公司')
})

test('an amount typed quickly is complete even if the page renders late; entering the field selects its text', {
  tag: '@hard',
}, async ({ page }) => {
  await openPayments(page, CLERK)
  await openNew(page)
  const amount = field(page, /付款金额/)
  await amount.fill('1,000')
  await field(page, '备注').focus()
  await page.evaluate(`{
    const draw = requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (run) => draw(() => setTimeout(run, 250, performance.now()))
  }`)
  await amount.focus()
  await page.keyboard.type('2345.6', { delay: 100 })
  await expect(amount).toHaveValue('2345.6')
  await field(page, '备注').focus()
  await expect(amount).toHaveValue('2,345.60')
  await amount.click()
  await expect
    .poll(() =>
      page.evaluate(
        `document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)`,
      ),
    )
    .toBe('2345.60')
  await giveUp(page)
})
