import { readFileSync } from 'node:fs'
import { mkdir, rm, stat, truncate } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logIn } from '../../harness/login.ts'
import { FROM, failLogins, INJECTED } from './failed-logins.ts'

let made: Awaited<ReturnType<typeof failLogins>>
beforeAll(async () => {
  made = await failLogins()
})
afterAll(async () => await made.end())

test('each refused login is a line with its time, address, phone number and reason; others are none', async () => {
  const { text, phone, other, codes, log } = made
  expect(codes).toEqual([422, 422, 422, 422, 422, 422, 422, 422, 429, 422, 0])
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00 登录失败 /
  const lines = text.trimEnd().split('\n')
  expect(lines.filter((line) => !at.test(line))).toEqual([])
  const wrong = '手机号或密码错误'
  expect(lines.map((line) => line.replace(at, ''))).toEqual([
    `地址=${FROM.wrongPassword} 手机号=${phone} 原因=${wrong}`,
    `地址=${FROM.unknownPhone} 手机号=13000000000 原因=${wrong}`,
    `地址=${FROM.wrongCaptcha} 手机号=${phone} 原因=验证码错误`,
    ...Array(5).fill(`地址=${FROM.locked} 手机号=${other} 原因=${wrong}`),
    `地址=${FROM.locked} 手机号=${other} 原因=尝试次数过多，请15分钟后再试。`,
    // What is no digit of a phone number is not repeated.
    `地址=${FROM.hostile} 手机号=1???9?9?9?9 原因=${wrong}`,
  ])
  expect((await stat(log)).mode & 0o777).toBe(0o600)
})

test('the example for fail2ban finds the address in each line', () => {
  const filter = readFileSync(
    new URL('../../../../../docs/examples/fail2ban-filter.conf', import.meta.url),
    'utf8',
  )
  const pattern = /^failregex = (.+)$/m.exec(filter)?.[1] ?? ''
  expect(pattern).toContain('<ADDR>')
  // As fail2ban does: the time is cut out of the line first. fail2ban itself: failed-logins.hard.test.ts.
  const regex = new RegExp(pattern.replace('<ADDR>', '(?<address>[0-9a-f.:]+)'))
  const found = made.text
    .trimEnd()
    .split('\n')
    .map((line) => regex.exec(line.replace(/^\S+/, ''))?.groups?.address)
  const { wrongPassword, unknownPhone, wrongCaptcha, locked, hostile } = FROM
  expect(found).toEqual([wrongPassword, unknownPhone, wrongCaptcha, ...Array(6).fill(locked), hostile])
  expect(found).not.toContain(INJECTED)
})

test('a long file is put aside once', async () => {
  const { app, log, phone } = made
  await truncate(log, 10_000_001)
  for (let tries = 0; tries < 2; tries += 1) await logIn(app, phone, 'wrong-password')
  expect([(await stat(`${log}.1`)).size, (await stat(log)).size < 1_000]).toEqual([10_000_001, true])
})

test('a login is answered the same where the file cannot be written, and the server says so', async () => {
  const { app, log, phone } = made
  const said = vi.spyOn(console, 'error').mockReturnValue()
  await rm(log)
  await mkdir(log)
  expect(await logIn(app, phone, 'wrong-password')).toMatchObject({ status: 422, msg: '手机号或密码错误' })
  expect(said).toHaveBeenCalledExactlyOnceWith('a failed login could not be noted:', expect.anything())
  said.mockRestore()
  await rm(log, { recursive: true })
  await logIn(app, phone, 'wrong-password')
})
