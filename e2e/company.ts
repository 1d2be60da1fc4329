import { ask } from './operator.ts'
import { PASSWORD } from './person.ts'

/** Runs an operator's command on this worker's server; returns what `--json` prints. */
export async function operate(
  command: string,
  options: Record<string, string>,
): Promise<{ code: string; initial_password?: string }> {
  const { code, ...data } = await ask({ command, options })
  return { ...data, code: String(code) }
}

interface Company {
  code: string
  /** Phone number of its super administrator. */
  phone: string
  /** Its own, or the initial one. */
  password: string
  quota: number
}

/** Creates a company for one test. `password` null: an initial one, which must be changed. */
export async function makeCompany(quota: number, password: string | null = PASSWORD): Promise<Company> {
  const phone = `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const { code, initial_password = '' } = await operate('company:create', {
    name: '浏览器影业',
    admin: '周岚',
    phone,
    quota: String(quota),
    ...(password === null ? {} : { password }),
  })
  return { code, phone, password: password ?? initial_password, quota }
}
