import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, today } from '@pianzhang/contract/calendar'
import { book, call, ownCompany } from './books.ts'
import { choose, logInByApi, watchConsole } from './person.ts'
import { expect, type Locator, type Page, test } from './test.ts'

const strip = (page: Page) => page.getByRole('region', { name: '合同提醒' })
const form = (page: Page) => page.getByRole('dialog', { name: /^(新增|编辑)提醒$/ })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).last()

const addContract = async (page: Page, project: string, out_code: string, customer: string) =>
  (
    await call<{ code: string }>(page, 'contracts', project, {
      ...{ out_code, customer, category: '2', amount: '128000' },
    })
  ).code

/** Waits for the next day in Shanghai if it is near: what is due today would vanish in the midst of a test. */
async function inOneDay(): Promise<void> {
  const left = Date.parse(`${addDays(today(new Date()), 1)}T00:00:00+08:00`) - Date.now()
  if (left < 180_000) await sleep(left)
}

const save = async (page: Page) => {
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page)).toBeHidden()
}

/** The dates of a period, typed. */
async function fillPeriod(within: Locator, from: string, to: string): Promise<void> {
  await within.getByLabel('起止日期：开始日期').fill(from)
  await within.getByLabel('起止日期：开始日期').press('Enter')
  await within.getByLabel('起止日期：结束日期').fill(to)
  await within.getByLabel('起止日期：结束日期').press('Enter')
}

test('a reminder is added and deleted; what is due today is above the page', { tag: '@short' }, async ({
  page,
}) => {
  await inOneDay()
  const complaints = watchConsole(page)
  const { project } = await ownCompany(page, '提醒试账')
  const contract = await addContract(page, project, 'HT-2026-018', '北京某某影视器材有限公司')
  await page.goto(`/contract/ContractCautions?project=${project}`)
  await page.getByRole('button', { name: '新增合同消息提醒' }).click()
  await choose(form(page), '合同编号', 'HT-2026-018')
  await form(page).getByLabel('备注').fill('第三期租金')
  await save(page)
  await expect(row(page, 'HT-2026-018')).toContainText('单次提醒-第三期租金')
  await expect(strip(page).getByRole('link')).toHaveText(
    '合同HT-2026-018（北京某某影视器材有限公司）第三期租金，未付金额 128,000.00 元。',
  )
  // A payment changes the unpaid amount.
  await book(page, project, '北京某某影视器材有限公司', '126765.50', { contract_code: contract })
  await expect(strip(page)).toContainText('未付金额 1,234.50 元。')
  await row(page, '第三期租金').getByRole('button', { name: /^编辑/ }).click()
  await form(page).getByLabel('备注').fill('末期租金')
  await save(page)
  await page.reload()
  await expect(row(page, 'HT-2026-018')).toContainText('末期租金')
  await row(page, '末期租金').getByRole('button', { name: /^删除/ }).click()
  const question = page.getByRole('dialog', { name: '确定删除该条记录？' })
  await expect(question).toContainText('HT-2026-018 单次提醒，末期租金')
  await question.getByRole('button', { name: '确定' }).click()
  await expect(strip(page)).toBeHidden()
  expect(complaints).toEqual([])
})

test('reminders are added, changed and deleted; what is due today runs above the pages of all', {
  tag: '@all',
}, async ({ page, browser, address }) => {
  await inOneDay()
  const { phone, project } = await ownCompany(page, '提醒试账')
  const contract = await addContract(page, project, 'HT-2026-018', '北京某某影视器材有限公司')
  const day = today(new Date())

  // A second browser stays on the payments and is not reloaded.
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' })
  const other = await context.newPage()
  await logInByApi(other, phone)
  await other.goto(`/implement/cost?activeName=second&project=${project}`)
  await expect(other.getByText('暂无数据')).toBeVisible()
  await expect(strip(other)).toBeHidden()

  await page.goto(`/contract/ContractCautions?project=${project}`)
  await page.getByRole('button', { name: '新增合同消息提醒' }).click()
  await expect(form(page).getByRole('combobox', { name: '提醒方式' })).toBeDisabled()
  await expect(form(page).getByLabel('提醒日', { exact: true })).toBeDisabled()
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page).getByText('请选择合同编号', { exact: true }).last()).toBeVisible()
  await choose(form(page), '合同编号', 'HT-2026-018')
  await form(page).getByLabel('备注').fill('第三期租金')
  await save(page)
  await expect(toast(page, '操作成功')).toBeVisible()
  await expect(row(page, 'HT-2026-018')).toContainText(`单次提醒-第三期租金`)
  const text = '合同HT-2026-018（北京某某影视器材有限公司）第三期租金，未付金额 128,000.00 元。'
  await expect(strip(page).getByRole('link')).toHaveText(text)
  await expect(strip(other).getByRole('link')).toHaveText(text)
  // A payment changes the unpaid amount.
  await book(page, project, '北京某某影视器材有限公司', '126765.50', { contract_code: contract })
  await expect(strip(other)).toContainText('未付金额 1,234.50 元。')

  // Recurring: mode and day are asked for, within their limits.
  await page.getByRole('button', { name: '新增提醒' }).click()
  await choose(form(page), '合同编号', 'HT-2026-018')
  await form(page).getByRole('radio', { name: '循环提醒' }).check()
  await form(page).getByRole('combobox', { name: '提醒方式' }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('按月').click()
  await fillPeriod(form(page), day, addDays(day, 300))
  await form(page).getByLabel('提醒日', { exact: true }).fill('32')
  await form(page).getByRole('button', { name: '确定' }).click()
  await expect(form(page).getByText('按月提醒时，提醒日须为1至31的整数')).toBeVisible()
  await form(page)
    .getByLabel('提醒日', { exact: true })
    .fill(String(Number(day.slice(8))))
  await form(page).getByLabel('备注').fill('每月核对')
  await save(page)
  await expect(row(page, '每月核对')).toContainText(`循环提醒按月，每月 ${Number(day.slice(8))} 日`)
  await expect(strip(other).getByRole('link')).toHaveCount(2)

  // The clock of a page is that of its context.
  const third = await browser.newContext({ baseURL: address, reducedMotion: 'no-preference' })
  await runsAndRests(await third.newPage(), phone, project)
  await third.close()

  // A change to single resets and disables mode and day.
  await row(page, '每月核对').getByRole('button', { name: /^编辑/ }).click()
  await expect(form(page).getByLabel('提醒日', { exact: true })).toHaveValue(String(Number(day.slice(8))))
  await form(page).getByRole('radio', { name: '单次提醒' }).check()
  await expect(form(page).getByLabel('提醒日', { exact: true })).toHaveValue('')
  await expect(form(page).getByLabel('提醒日', { exact: true })).toBeDisabled()
  await expect(form(page).getByLabel('提醒日期')).toHaveValue(day)
  await save(page)
  await page.reload()
  await expect(row(page, '每月核对')).toContainText(/单次提醒-每月核对/)

  // A message leads to its contract.
  await strip(other).getByRole('link').first().click()
  await expect(other).toHaveURL(new RegExp(`/contract/detail\\?.*code=${contract}`))
  await expect(other.getByRole('heading', { name: '合同详情' })).toBeVisible()
  await expect(other.getByRole('region', { name: '本合同的提醒' })).toContainText('第三期租金')

  for (const name of ['每月核对', '第三期租金']) {
    await row(page, name).getByRole('button', { name: /^删除/ }).click()
    const question = page.getByRole('dialog', { name: '确定删除该条记录？' })
    await expect(question).toContainText(`HT-2026-018 单次提醒，${name}`)
    await question.getByRole('button', { name: '确定' }).click()
    await expect(row(page, name)).toBeHidden()
  }
  await expect(strip(page)).toBeHidden()
  await expect(strip(other)).toBeHidden()
  await context.close()
})

/** Of two messages, by the page's own clock: the next one every three seconds, but not under the pointer or the focus. */
async function runsAndRests(page: Page, phone: string, project: string): Promise<void> {
  await logInByApi(page, phone)
  await page.clock.install()
  await page.goto(`/implement/cost?activeName=second&project=${project}`)
  await expect(strip(page).getByRole('link')).toHaveCount(2)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  const shown = () =>
    strip(page)
      .getByText(/^[12] \/ 2$/)
      .textContent()
  const rests = async () => {
    const before = await shown()
    await page.clock.runFor(9_000)
    expect(await shown()).toBe(before)
  }
  const runs = async () => {
    const before = await shown()
    await expect
      .poll(async () => {
        await page.clock.runFor(3_000)
        return await shown()
      })
      .not.toBe(before)
  }
  await runs()
  await strip(page).hover()
  await rests()
  await page.mouse.move(400, 600)
  await runs()
  // The link of the shown message is reached by the keyboard, the other one is passed over.
  await strip(page)
    .getByRole('link')
    .nth(Number((await shown())?.[0]) - 1)
    .focus()
  await page.keyboard.press('Tab')
  await expect(strip(page).getByRole('button', { name: /下一条$/ })).toBeFocused()
  await rests()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(strip(page).getByRole('button', { name: '继续滚动' })).toBeFocused()
  await page.keyboard.press('Tab')
  await rests()

  // When the day is over, the messages are asked for again; the page's other timers stand still.
  const asked = page.waitForRequest(/contract_messages/)
  await page.clock.fastForward('24:00:00')
  await asked
}
