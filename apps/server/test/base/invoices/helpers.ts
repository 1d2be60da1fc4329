import { invoicePicture } from '../../../src/start/demo/invoice-picture.ts'
import { type Answer, type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { formOf } from '../attachments/helpers.ts'

/** A QR code of a 数电 invoice, its fields overridden by position. */
export const electronic = (number: string, amount = '1234.50', date = '20241102', type = '32') =>
  `01,${type},,${number},${amount},${date},,A1B2`
/** A QR code of a paper invoice with the check code 12345678901234567890. */
export const paper = (code: string, number: string, amount = '1000.00', date = '20241102', type = '04') =>
  `01,${type},${code},${number},${amount},${date},12345678901234567890,A1B2`

/** A scan of an invoice with this QR code. */
export const scan = (coded: string) =>
  invoicePicture({ coded, number: coded.split(',')[3] ?? '', date: '2024-11-02', amount: '1234.50' })

/** Uploads a file as this person, who needs a project; returns its attachment code. */
export async function upload(app: TestApp, person: Caller, file: Buffer, name = '发票.jpg'): Promise<string> {
  const extension = name.split('.').at(-1)
  const key = `manager/attachments/${name.replace(/\.[^.]*$/, '')}-1732150000000.${extension}`
  const { data } = await person.post('/api/common/qinius', { key })
  const form = formOf([
    ['token', data.token],
    ['key', key],
    ['file', file, 'blob'],
  ])
  const answer = await app.http.inject({ method: 'POST', url: '/api/common/uploads', ...form })
  const { code } = answer.json().data
  if (typeof code !== 'string') throw new Error(answer.body)
  return code
}

/** Uploads scans with these QR codes and makes invoices of them. */
export async function add(app: TestApp, person: Caller, ...coded: string[]): Promise<Answer> {
  const attachment_codes: string[] = []
  for (const text of coded) attachment_codes.push(await upload(app, person, await scan(text)))
  return await person.post('/invoices', { attachment_codes })
}

export interface InvoiceWorld {
  companyId: bigint
  admin: Caller
  /** May write invoices and payments of the project. */
  clerk: Caller
  project: string
}

export async function invoiceWorld(app: TestApp): Promise<InvoiceWorld> {
  const { id: companyId, admin } = await app.company(100)
  const project = await newProject(admin)
  const grants = {
    invoice: ['read', 'write'],
    cost_execution: ['read', 'write', 'delete'],
    subject: ['read'],
    pay_category: ['read'],
  }
  const clerk = await app.person(companyId, grants, [project])
  return { companyId, admin: admin.on(project), clerk: clerk.on(project), project }
}
