import { Secret, TOTP } from 'otpauth'
import { call, ownCompany } from './books.ts'
import { fillLogin, PASSWORD } from './person.ts'
import { secondFactorIsDue } from './rights.ts'
import { expect, test } from './test.ts'

/** What the app shows at this many seconds from now: a code is accepted once, and one of the next half minute, too. */
const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 })

test('two-step verification is turned on, asked for at login, and again for a colleague’s password', async ({
  page,
}) => {
  const { phone } = await ownCompany(page, '雪线')
  await call(page, 'users', undefined, { name: '沈出纳', phone: `17${phone.slice(2)}` })
  await page.goto('/manage/account')

  await page.getByRole('button', { name: /^账号：/ }).click()
  await page.getByRole('menuitem', { name: '两步验证' }).click()
  const own = page.getByRole('dialog', { name: '两步验证' })
  await own.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(own.getByRole('img', { name: /二维码/ })).toBeVisible()
  const secret = ((await own.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '')
  await own.getByLabel('动态码').fill('000000')
  await page.keyboard.press('Enter')
  await expect(own.getByText(/动态码不正确/)).toBeVisible()
  await own.getByLabel('动态码').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  const codes = own.getByRole('list', { name: '备用码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  // Nothing but its button closes what is shown once.
  await page.keyboard.press('Escape')
  await own.getByRole('button', { name: '已保存，完成' }).click()
  await expect(own).toBeHidden()

  await page.context().clearCookies()
  await page.goto('/login')
  await fillLogin(page, phone)
  await expect(page.getByRole('heading', { name: '两步验证', level: 1 })).toBeVisible()
  await page.getByLabel('动态码').fill(codeOf(secret, 30))
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/login/)

  await secondFactorIsDue(phone)
  await page.goto('/manage/account')
  await page.getByRole('button', { name: /^重置密码 沈出纳/ }).click()
  await page.getByRole('dialog', { name: '确定重置密码？' }).getByRole('button', { name: '确定' }).click()
  const asked = page.getByRole('dialog', { name: '请输入动态码' })
  await asked.getByLabel('动态码').fill(recovery)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /初始密码/ })).toBeVisible()
  await expect(asked).toBeHidden()
})
