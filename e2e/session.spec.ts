import { makeCompany } from './company.ts'
import { AUDITOR, CLERK, fillLogin, logIn, openPayments } from './person.ts'
import { expect, test } from './test.ts'

test('without a session a page leads to the login and back to it afterwards', async ({ page }) => {
  await page.goto('/implement/cost?keywords=道具')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page).toHaveTitle('登录 - 片账')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请输入用户名').first()).toBeVisible()
  await expect(page.getByText('请输入密码').first()).toBeVisible()
  await expect(page.getByText('请输入验证码').first()).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill('1234567')
  await page.keyboard.press('Enter')
  await expect(page.getByText('密码不能少于8位').first()).toBeVisible()
})

test('the password can be shown, a click changes the captcha and empties its field', {
  tag: '@hard',
}, async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('密码', { exact: true })
  await password.fill('not-for-all')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: '显示密码' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: '隐藏密码' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  const picture = page.getByRole('button', { name: '验证码图片，点击换一张' }).locator('img')
  for (const button of ['验证码图片，点击换一张', '换一张']) {
    const before = (await picture.getAttribute('src')) ?? ''
    const typed = page.getByLabel('验证码', { exact: true })
    await typed.fill('abcd')
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(picture).not.toHaveAttribute('src', before)
    // Of the picture before.
    await expect(typed).toHaveValue('')
  }
})

test('a wrong password shows one message and a new, empty captcha', { tag: '@hard' }, async ({ page }) => {
  await page.goto('/login')
  const picture = page.getByRole('button', { name: /验证码图片/ }).locator('img')
  const first = await picture.getAttribute('src')
  await page.getByLabel('手机号').fill('13800009999')
  await page.getByLabel('密码', { exact: true }).fill('wrong-password')
  await page.getByLabel('验证码', { exact: true }).fill(process.env.CAPTCHA_FIXED ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('手机号或密码错误').first()).toBeVisible()
  await expect(page.getByLabel('验证码', { exact: true })).toHaveValue('')
  const password = page.getByLabel('密码', { exact: true })
  await expect(password).toHaveValue('wrong-password')
  await expect(password).toBeFocused()
  await expect(picture).not.toHaveAttribute('src', first ?? '')
})

test('the session is a cookie that scripts cannot read; logging out ends it', { tag: '@hard' }, async ({
  page,
  context,
}) => {
  await logIn(page, CLERK)
  const token = (await context.cookies()).find((cookie) => cookie.name === 'token')
  expect(token).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  // Ended by itself it leaves the phone number, and the password is typed next.
  await context.clearCookies()
  await page.goto('/implement/cost')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByLabel('手机号')).toHaveValue(CLERK)
  await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
  await fillLogin(page, CLERK)
  await page.getByRole('button', { name: /沈慧/ }).click()
  await page.getByText('退出登录').click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('手机号')).toHaveValue('')
  await page.goto('/implement/cost')
  await expect(page).toHaveURL(/\/login/)
})

test('after the session has ended, opening a page leads to the login with a message, and back afterwards', {
  tag: '@hard',
}, async ({ page, context }) => {
  await openPayments(page, CLERK)
  const address = new URL(page.url())
  // Ended outside of the page, whose next call would notice it.
  await page.goto('about:blank')
  const ended = await page.request.delete('/api/manager/sessions', { headers: { Origin: address.origin } })
  expect(ended.ok()).toBe(true)
  // The browser still has the cookie, so the page assumes a session.
  await context.addCookies([{ name: 'token', value: 'x'.repeat(43), url: address.origin }])
  await page.goto(address.href)
  await expect(page).toHaveURL(/\/login\?redirect=%2Fimplement%2Fcost/)
  await expect(page.getByText('登录状态已失效，请重新登录。')).toHaveCount(1)
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
  // Shown once: not when the login page is opened again.
  await page.reload()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(page.getByText('登录状态已失效，请重新登录。')).toHaveCount(0)
})

test('with read permission only, there is no button that writes', async ({ page }) => {
  await openPayments(page, AUDITOR)
  await expect(page.getByRole('button', { name: '详情' }).first()).toBeVisible()
  for (const name of ['新增付款明细', '批量新增', '编辑', '删除'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('an expired project is read-only, an archived one is locked, an unknown page has a message', {
  tag: '@hard',
}, async ({ page }) => {
  await logIn(page, CLERK)
  await expect(page.getByText('已归档')).toBeVisible()
  await page.getByRole('main').getByText('候鸟北归', { exact: true }).click()
  await expect(page.getByText('项目已到期，仅可查看和导出。')).toBeVisible()
  for (const [name, add] of [
    ['收款', '新增收款'],
    ['付款', '新增付款明细'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
    await page.getByRole('tab', { name: '明细' }).click()
    await expect(page.getByRole('button', { name: '导出' })).toBeVisible()
    await expect(page.getByRole('button', { name: add })).toHaveCount(0)
  }
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
})

test('an unknown address leads to /404 with a session, to the login page without', { tag: '@hard' }, async ({
  page,
}) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fno%2Fsuch%2Fpage/)
  await logIn(page, CLERK, '/login?redirect=%2Fno%2Fsuch%2Fpage')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page).toHaveTitle('页面不存在 - 片账')
  await expect(page.getByText('请检查网址是否正确')).toBeVisible()
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/\/project\/index$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/project\/index$/)
})

test('an initial password must be changed before anything else works', async ({ page }) => {
  const { phone, password } = await makeCompany(1, null)
  await page.goto('/login')
  await fillLogin(page, phone, password)
  await expect(page).toHaveURL(/\/login\/password$/)
  await expect(page).toHaveTitle('修改初始密码 - 片账')
  await page.goto('/project/index')
  await expect(page).toHaveURL(/\/login\/password$/)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('原密码').fill(password)
  await field('新密码').fill('1234567')
  await field('确认新密码').fill('12345678')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('密码不能少于8位').first()).toBeVisible()
  await expect(page.getByText('两次输入的密码不一致').first()).toBeVisible()
  for (const [typed, why] of [
    ['12345678', '密码不能是连续的数字或字母'],
    [phone.slice(-8), '密码不能是手机号或其中的几位'],
    ['sunshine', '密码过于常见，请换一个'],
  ] as const) {
    await field('新密码').fill(typed)
    await field('确认新密码').fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByText(why).first()).toBeVisible()
  }
  await field('新密码').fill('own-password')
  await field('确认新密码').fill('own-password')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/project\/index$/)
  await page.goto('/login/password')
  await expect(page).toHaveURL(/\/project\/index$/)
})

test('the footer shows the site settings, the login page also the registration numbers', {
  tag: '@hard',
}, async ({ page }) => {
  const { data } = (await (await page.request.get('/api/common/site')).json()) as {
    data: { company: string; icp: string; police: string; hotline: string }
  }
  await page.goto('/login')
  for (const text of [data.company, data.icp, data.police, data.hotline])
    await expect(page.locator('footer')).toContainText(text)
  // With spaces, as when it is pasted.
  await logIn(page, ` ${CLERK.slice(0, 3)} ${CLERK.slice(3)} `)
  for (const text of [data.company, data.icp, data.hotline])
    await expect(page.locator('footer')).toContainText(text)
  if (data.police) await expect(page.locator('footer')).not.toContainText(data.police)
})

test('the user guide is one click away, with its pictures', { tag: '@all' }, async ({ page, context }) => {
  await openPayments(page, CLERK)
  await page.getByRole('button', { name: /账号：/ }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('menuitem', { name: '使用指南' }).click()
  const guide = await opened
  await expect(guide.getByRole('heading', { name: '片账使用指南' })).toBeVisible()
  for (const picture of await guide.getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(300)
  }
})
