import { randomInt } from 'node:crypto'
import { createCompany } from '../../src/base/companies/create.ts'
import { newCode, newToken, sha256 } from '../../src/platform/codes.ts'
import { inTransaction, openDatabase, Pools } from '../../src/platform/database/database.ts'
import { PasswordHashes } from '../../src/platform/login/passwords.ts'
import type { Services } from '../../src/platform/services.ts'
import { type Remote, remote } from '../machines/remote.ts'

/** The administrator of a fresh company, with a project of it. */
export interface Owner {
  who: Remote
  token: string
  project: string
  line: Line
}

interface Line {
  subject_three_code: string
  pay_category_id: string
  pay_channel: string
}

/** Creates a company in the database of a server in another process, as the operator's command does, and signs its administrator in. */
export async function companyOn(address: () => string, databaseUrl: string): Promise<Owner> {
  const pools = new Pools(databaseUrl)
  const db = openDatabase(pools.open({ max: 1 }))
  const token = newToken()
  const now = new Date()
  const services = {
    clock: () => now,
    notices: { announceOfCompany: () => undefined },
  } as unknown as Services
  const phone = `138${String(randomInt(100_000_000)).padStart(8, '0')}`
  const input = { name: '影业', admin: '管理员', phone, password: 'test-password-1', quota: 10 }
  const { adminId } = await inTransaction(db, (tx) =>
    createCompany(tx, services, input, new PasswordHashes()),
  )
  await db
    .insertInto('sessions')
    .values({ code: newCode(), token_hash: sha256(token), user_id: adminId, created_at: now, seen_at: now })
    .execute()
  await pools.end()
  const made = await remote(address, { token, project: null }).post('/projects', { name: '长河' })
  const project = made.data.code as string
  const who = remote(address, { token, project })
  return { who, token, project, line: await newLine(who) }
}

/** The required references of a payment's line: a subject and a payment type of the person's project. */
export async function newLine(who: Remote): Promise<Line> {
  const subjects = await who.get('/selects/subjects', { keywords: '24000101', per_page: 1000 })
  const categories = await who.get('/pay_categories', { keywords: '定金' })
  return {
    subject_three_code: subjects.data.items[0].value,
    pay_category_id: categories.data.items[0].id,
    pay_channel: '2',
  }
}

/** Uploads a spreadsheet over the network as the page does; returns the attachment's code. */
export async function uploadTo(who: Remote, bytes: Buffer, name = '付款'): Promise<string> {
  const key = `manager/attachments/${name}-1763700000000.xlsx`
  const { data } = await who.post('/api/common/qinius', { key })
  const form = new FormData()
  form.set('token', data.token)
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), `${name}.xlsx`)
  const response = await fetch(data.upload_url, { method: 'POST', body: form })
  const answer = (await response.json()) as { code: number; msg: string; data: { code: string } }
  if (answer.code !== 0) throw new Error(`upload: ${answer.msg}`)
  return answer.data.code
}
