import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PASSWORD, startTestApp } from '../../harness/harness.ts'

/** Where the refused logins below come from, one address for each. */
export const FROM = {
  wrongPassword: '203.0.113.1',
  unknownPhone: '203.0.113.2',
  wrongCaptcha: '203.0.113.3',
  locked: '2001:db8::4',
  hostile: '203.0.113.5',
} as const
/** Whoever can write an address into the log can have it shut out. */
export const INJECTED = '9.9.9.9'

/** Logs in, refused in each way and once not; returns the server's file of failed logins, and the phone numbers. */
export async function failLogins() {
  const app = await startTestApp()
  const phone = (await app.company()).admin.phone
  const other = (await app.company()).admin.phone
  const log = join(app.services.config.dataDir, 'failed-logins.log')
  const logIn = async (
    remoteAddress: string,
    { captcha = 'TEST', ...body }: { phone: string; password?: string; captcha?: string },
  ) => {
    const post = async (url: string, payload: object) =>
      (await app.http.inject({ method: 'POST', url, remoteAddress, payload })).json()
    const { data } = await post('/api/common/captchas', {})
    const login = { password: PASSWORD, captcha, captcha_token: data.token, ...body }
    return (await post('/api/manager/sessions', login)).code as number
  }
  const wrong = 'wrong-password'
  const codes = [
    await logIn(FROM.wrongPassword, { phone, password: wrong }),
    await logIn(FROM.unknownPhone, { phone: '13000000000' }),
    await logIn(FROM.wrongCaptcha, { phone, captcha: 'nope' }),
  ]
  for (let tries = 0; tries < 6; tries += 1)
    codes.push(await logIn(FROM.locked, { phone: other, password: wrong }))
  codes.push(
    await logIn(FROM.hostile, { phone: `1\n地址=${INJECTED} ` }),
    await logIn('203.0.113.9', { phone }),
  )
  const text = await readFile(log, 'utf8')
  return {
    app,
    log,
    text,
    phone,
    other,
    codes,
    end: async () => {
      await rm(log)
      await app.close()
    },
  }
}
