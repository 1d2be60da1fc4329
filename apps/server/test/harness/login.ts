import { type Answer, type Caller, PASSWORD, type TestApp } from './harness.ts'

/** Logs in over HTTP as the login page does, with the captcha that `CAPTCHA_FIXED` fixes. */
export async function logIn(app: TestApp, phone: string, password = PASSWORD): Promise<Answer> {
  const { data } = await app.nobody.post('/api/common/captchas')
  const body = { phone, password, captcha: 'test', captcha_token: data.token }
  return await app.nobody.post('/sessions', body)
}

/** The Authorization header for the session that this login has made. */
export const bearer = ({ data }: Answer) => ({ authorization: `Bearer ${data.token}` })

/** Headers of a browser: the session's cookie, and `from`, such as Origin. */
export const asPage = (person: Pick<Caller, 'token'>, from: Record<string, string> = {}) => ({
  cookie: `token=${person.token}`,
  ...from,
})

/** The `Set-Cookie` headers of an answer. */
export const cookiesOf = (answer: Answer): string[] => [answer.headers['set-cookie'] ?? []].flat().map(String)

/** Whether the answer deletes the session cookie. */
export const forgets = (answer: Answer): boolean =>
  cookiesOf(answer).some((cookie) => /^token=;.*Expires=Thu, 01 Jan 1970/.test(cookie))
