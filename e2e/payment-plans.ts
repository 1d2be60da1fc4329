import { addDays, today } from '@pianzhang/contract/calendar'
import { call, ownCompany, subjectsOf } from './books.ts'
import type { Page } from './test.ts'

export const RENT = '24000101'
/** The day so many days from today. */
export const day = (days: number) => addDays(today(new Date()), days)

/** A project of a company with payment plans, with contracts of 100,000.01 and 5,000 to pay. */
export async function planned(page: Page, name: string) {
  const { phone, project } = await ownCompany(page, name, ['payable'])
  const contract = async (out_code: string, customer: string, amount: string, category = '2') =>
    (await call<{ code: string }>(page, 'contracts', project, { out_code, customer, amount, category })).code
  const large = await contract('HT-001', '置景公司', '100000.01')
  const small = await contract('HT-002', '车辆公司', '5000')
  const income = await contract('TZ-001', '投资公司', '50000', '3')
  return { phone, project, large, small, income }
}

/** Saves a plan through the API; answers the codes of its instalments. */
export async function plan(
  page: Page,
  project: string,
  contract: string,
  items: readonly object[],
): Promise<string[]> {
  const [subject] = await subjectsOf(page, project, [RENT])
  const types = await call<{ items: { value: string }[] }>(page, 'selects/pay_categories', project)
  const body = {
    items: items.map((item) => ({
      kind: 'date',
      subject_code: subject,
      pay_category_id: types.items.find(({ value }) => /^\d+$/.test(value))?.value,
      ...item,
    })),
  }
  const saved = await call<{ items: { code: string }[] }>(
    page,
    `contracts/${contract}/instalments`,
    project,
    body,
    'PUT',
  )
  return saved.items.map(({ code }) => code)
}
