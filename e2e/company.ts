import { operateOn } from './operate.ts'
import { PASSWORD } from './person.ts'
import { test } from './test.ts'

/** Runs an operator's command on this worker's server; returns the JSON of its last line. */
export async function operate(command: string, options: Record<string, string>): Promise<{ code: string }> {
  const folder = process.env.E2E_DATA_DIR
  test.skip(!folder, 'E2E_DATA_DIR names the data folder of the server at E2E_BASE_URL')
  return operateOn(folder ?? '', command, options)
}

interface Company {
  code: string
  /** Phone number of its super administrator. */
  phone: string
  quota: number
}

/** Creates a company for one test. `password` null: the initial one, the phone number's last 8 digits, which must be changed. */
export async function makeCompany(quota: number, password: string | null = PASSWORD): Promise<Company> {
  const phone = `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const { code } = await operate('company:create', {
    name: '浏览器影业',
    admin: '周岚',
    phone,
    quota: String(quota),
    ...(password === null ? {} : { password }),
  })
  return { code, phone, quota }
}
