import { expect } from 'vitest'
import { type Remote, remote } from '../machines/remote.ts'
import { newLine } from './company-on.ts'

// The first company of a server in another process, started with CAPTCHA_FIXED=7K3P, and its administrator's work there.

export const PHONE = '13600000001'
export const PASSWORD = 'of-the-release-1'
/** The operator's command that creates the company; it reads `PASSWORD` from its standard input. */
export const COMPANY_CREATE = [
  'company:create',
  ...['--name', '甲影业', '--admin', '管理员', '--phone', PHONE, '--password', '--quota', '2'],
]

/** Logs in and opens the company's project, which is created the first time. */
export async function signIn(address: string): Promise<Remote> {
  const anonymous = remote(() => address, { token: '', project: null })
  const { data: captcha } = await anonymous.post('/api/common/captchas')
  const login = { phone: PHONE, password: PASSWORD, captcha: '7K3P', captcha_token: captcha.token }
  const { data } = await anonymous.post('/sessions', login)
  const person = remote(() => address, { token: data.token, project: null })
  const { data: projects } = await person.get('/projects')
  const project =
    projects.items[0]?.code ?? ((await person.post('/projects', { name: '长河' })).data.code as string)
  return remote(() => address, { token: data.token, project })
}

/** Saves a payment of one line. */
export async function savePayment(who: Remote, amount: string): Promise<void> {
  const line = { ...(await newLine(who)), pay_amount: amount }
  const body = { pay_at: '2026-07-08', payer: '某公司', cost_execution_details: [line] }
  expect(await who.post('/cost_executions', body)).toMatchObject({ status: 200, code: 0 })
}

/** The sum of all payments, in yuan. */
export const total = async (who: Remote) => (await who.get('/cost_executions')).data.total_amount_yuan
