import { makeCompany } from './company.ts'
import { logInByApi } from './person.ts'
import { expect, type Page } from './test.ts'

/** The address of this worker's server, also while the page is still empty. */
const originOf = (page: Page) => process.env.E2E_ADDRESS ?? new URL(page.url()).origin

/** Calls the API with the browser's session, in `project` if given; the page is not involved. */
export async function call<T>(
  page: Page,
  path: string,
  project?: string,
  data?: object,
  method = data ? 'POST' : 'GET',
): Promise<T> {
  const answer = await page.request.fetch(`/api/manager/${path}`, {
    method,
    headers: { origin: originOf(page), ...(project ? { 'x-project': project } : {}) },
    ...(data ? { data } : {}),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: T }).data
}

/** Logs in as the head of a new company that has these features beside the first ones, with a project; no page is opened. */
export async function ownCompany(
  page: Page,
  name: string,
  features: readonly string[] = [],
): Promise<{ phone: string; project: string }> {
  const { phone } = await makeCompany(2)
  await logInByApi(page, phone)
  const items = features.map((feature) => ({ feature, on: true }))
  if (items.length > 0) await call(page, 'company/features', undefined, { items }, 'PUT')
  return { phone, project: await newProject(page, name) }
}

/** A new project's code. */
export const newProject = async (page: Page, name: string): Promise<string> =>
  (await call<{ code: string }>(page, 'projects', undefined, { name })).code

/** The code of a project that this person may enter. */
export async function projectCode(page: Page, name: string): Promise<string> {
  const { items } = await call<{ items: { name: string; code: string }[] }>(page, 'projects')
  return items.find((project) => project.name === name)?.code ?? ''
}

export interface Node {
  value: string
  out_code: string
  children?: Node[]
}
export const firstLeaf = (node: Node): string =>
  node.children?.[0] ? firstLeaf(node.children[0]) : node.value

/** Creates a payment of one line, with these fields beside the required ones, perhaps to a payee; returns its code. */
export async function book(
  page: Page,
  project: string,
  payer: string,
  amount: string,
  line: object = {},
  payee_code?: string,
): Promise<string> {
  const [trees, types] = await Promise.all([
    call<{ items: Node[] }>(page, 'selects/subject_trees', project),
    call<{ items: { value: string }[] }>(page, 'selects/pay_categories', project),
  ])
  const [tree] = trees.items
  const payment = await call<{ code: string }>(page, 'cost_executions', project, {
    pay_at: '2026-11-21',
    payer,
    post: '',
    summary: '',
    payee_code,
    cost_execution_details: [
      {
        subject_three_code: tree ? firstLeaf(tree) : '',
        pay_channel: '1',
        pay_amount: amount,
        pay_category_id: types.items.find(({ value }) => /^\d+$/.test(value))?.value,
        ...line,
      },
    ],
  })
  return payment.code
}

/** How many payments a project has. */
export const bookedIn = async (page: Page, project: string): Promise<number> =>
  (await call<{ listTotal: number }>(page, 'cost_executions', project)).listTotal

/** The codes of subjects by their numbers. */
export async function subjectsOf(page: Page, project: string, numbers: string[]): Promise<string[]> {
  const { items } = await call<{ items: { label: string; value: string }[] }>(
    page,
    'selects/subjects?per_page=1000',
    project,
  )
  return numbers.map((number) => items.find(({ label }) => label.startsWith(`${number} `))?.value ?? '')
}

/** Creates a contract; returns its code. */
export async function addContract(
  page: Page,
  project: string,
  out_code: string,
  category: string,
): Promise<string> {
  const body = { out_code, category, customer: '华映', amount: '100' }
  return (await call<{ code: string }>(page, 'contracts', project, body)).code
}

/** Uploads a picture as a form does; returns its code. */
export async function upload(page: Page, project: string, name: string, buffer: Buffer): Promise<string> {
  const key = `manager/attachments/${name}-1732150000000.png`
  const headers = { origin: originOf(page), 'x-project': project }
  const asked = await page.request.post('/api/common/qinius', { headers, data: { key } })
  const { token } = ((await asked.json()) as { data: { token: string } }).data
  const file = { name: 'blob', mimeType: 'image/png', buffer }
  const answer = await page.request.post('/api/common/uploads', { headers, multipart: { token, key, file } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: { code: string } }).data.code
}

/** Registers an invoice of a picture; returns its code. */
export async function addInvoice(page: Page, project: string, picture: Buffer): Promise<string> {
  const attachment_codes = [await upload(page, project, '发票', picture)]
  const { items } = await call<{ items: { code: string }[] }>(page, 'invoices', project, { attachment_codes })
  return items[0]?.code ?? ''
}
