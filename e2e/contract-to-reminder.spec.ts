import { invoicePicture } from '../apps/server/src/start/demo/invoice-picture.ts'
import { ownCompany } from './books.ts'
import { drawer } from './editor.ts'
import { choose } from './person.ts'
import { expect, test } from './test.ts'

const NUMBER = '26112000000000777777'

// Each page is walked by a file of its own; this one walks what hangs together.
test('a contract is signed, paid against an invoice that is verified, and its rest is reminded of', {
  tag: '@hard',
}, async ({ page }) => {
  const { project } = await ownCompany(page, '器材租赁')
  await page.goto(`/contract/index?project=${project}`)
  await page.getByRole('button', { name: '新增合同' }).first().click()
  const contract = page.getByRole('dialog', { name: '新增合同' })
  await contract.getByLabel('合同编号').fill('HT-2026-018')
  await contract.getByLabel('合同主体').fill('某某影视器材')
  await choose(contract, '合同类型', '制作合同')
  await contract.getByLabel('合同总额（元）').fill('5000')
  await contract.getByRole('button', { name: '确定' }).click()
  await expect(contract).toBeHidden()
  await expect(page.getByText('操作成功', { exact: true })).toBeVisible()

  // Its payment is begun in its row: payee and contract are there, and it says that too much would be paid.
  await page.getByRole('button', { name: '更多操作 HT-2026-018 某某影视器材' }).click()
  await page.getByRole('menuitem', { name: '新增付款' }).click()
  await expect(drawer(page).getByLabel('付款方', { exact: false }).first()).toHaveValue('某某影视器材')
  const line = drawer(page).getByRole('tabpanel')
  await expect(line.getByText('HT-2026-018')).toBeVisible()
  await expect(line.getByText('总额 5,000.00，已付 0.00，未付 5,000.00')).toBeVisible()
  await choose(line, /科目/, '24000101')
  await line.getByLabel(/付款金额/).fill('6000')
  await expect(line.getByText('该合同将超付 1,000.00 元')).toBeVisible()
  await line.getByLabel(/付款金额/).fill('1000')
  await expect(line.getByText('超付')).toBeHidden()
  await choose(line, /付款方式/, '网银')
  await choose(line, /付款类型/, '尾款')
  // The picture of its voucher becomes an invoice, is verified, and fills what is empty.
  const coded = `01,32,,${NUMBER},1234.50,20261102,,A1B2,`
  const buffer = await invoicePicture({ coded, number: NUMBER, date: '2026-11-02', amount: '1234.50' })
  await line.locator('input[type=file]').setInputFiles({ name: '器材费.jpg', mimeType: 'image/jpeg', buffer })
  await line.getByRole('button', { name: '识别为发票 器材费.jpg' }).click()
  await line.getByRole('button', { name: '查验', exact: true }).click()
  const check = page.getByRole('dialog', { name: '发票查验' })
  await expect(check.getByLabel('发票号码')).toHaveValue(NUMBER)
  await check.getByRole('button', { name: '查验', exact: true }).click()
  await expect(check.getByRole('alert')).toContainText('查验通过')
  await page.keyboard.press('Escape')
  await line.getByRole('button', { name: '选为本条发票' }).click()
  await expect(line.getByText('数电票(普通)', { exact: true })).toBeVisible()
  await expect(line.getByText('用后余 234.50 元')).toBeVisible()
  await line.getByLabel(/付款金额/).fill('1234.5')
  await expect(line.getByText('用后余')).toBeHidden()
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await expect(drawer(page)).toBeHidden()

  // Payment → invoice, and → contract, of which the rest is unpaid.
  await page.goto(`/implement/cost?project=${project}&activeName=second`)
  const details = page.getByRole('dialog', { name: /付款明细详情/ })
  await page
    .getByRole('row')
    .filter({ hasText: '某某影视器材' })
    .getByRole('button', { name: /^详情/ })
    .click()
  await expect(details.getByRole('link', { name: NUMBER })).toBeVisible()
  await details.getByRole('button', { name: '修改记录' }).click()
  await expect(details.getByRole('region', { name: '修改记录' })).toContainText('新增')
  await details.getByRole('link', { name: 'HT-2026-018' }).click()
  await expect(page.getByRole('heading', { name: '合同详情' })).toBeVisible()
  await expect(page.locator('main')).toContainText('3,765.50')

  // Contract → a reminder of it, which is due today.
  await expect(page.getByRole('link', { name: '前往合同消息提醒' })).toBeVisible()
  await page.getByRole('button', { name: '新增提醒' }).click()
  const reminder = page.getByRole('dialog', { name: '新增提醒' })
  await expect(reminder).toContainText('HT-2026-018')
  await expect(reminder).toContainText('未付 3,765.50')
  await reminder.getByLabel('备注').fill('付尾款')
  await reminder.getByRole('button', { name: '确定' }).click()
  await expect(reminder).toBeHidden()
  await expect(page.getByRole('region', { name: '合同提醒' }).getByRole('link')).toHaveText(
    '合同HT-2026-018（某某影视器材）付尾款，未付金额 3,765.50 元。',
  )
})
