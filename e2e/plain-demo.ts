import type { ApprovalRules } from '@pianzhang/contract/payment-requests'

/**
 * Switches the rules of the demo's project off and reads its people's notices, so that payments of any amount are saved at once and the bell counts
 * what a test sends. Approvals are tested in companies of their own.
 */
export async function plainDemo(address: string): Promise<void> {
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
  const admin = await logIn('13800000001')
  for (const session of [admin, await logIn('13800000002')])
    await call('POST', 'manager/notifications/read', session, {})
  const { items } = await call<{ items: { name: string; code: string }[] }>('GET', 'manager/projects', admin)
  const project = { ...admin, 'x-project': items.find(({ name }) => name === '长河灯火')?.code ?? '' }
  const path = 'manager/payment_requests/rules'
  const { self_approve, bands, version } = await call<ApprovalRules>('GET', path, project)
  await call('PUT', path, project, {
    on: false,
    self_approve,
    bands: bands.map(({ from_yuan, steps }) => ({
      from: from_yuan,
      steps: steps.map((step) => step.map(({ code }) => code)),
    })),
    version,
  })
}
