/** Reads the notices of the demo's people, so that the bell counts what a test sends. */
export async function readNotices(address: string): Promise<void> {
  const call = async <T>(method: string, path: string, session: object = {}, body?: object): Promise<T> => {
    const answer = await fetch(`${address}/api/${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...session },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }
  const logIn = async (phone: string) => {
    const captcha = await call<{ token: string }>('POST', 'common/captchas')
    const { token } = await call<{ token: string }>(
      'POST',
      'manager/sessions',
      {},
      {
        phone,
        password: 'pianzhang-demo',
        captcha: process.env.CAPTCHA_FIXED,
        captcha_token: captcha.token,
      },
    )
    return { authorization: `Bearer ${token}` }
  }
  for (const phone of ['13800000001', '13800000002'])
    await call('POST', 'manager/notifications/read', await logIn(phone), {})
}
