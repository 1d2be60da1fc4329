import { sql } from 'kysely'
import { LEDGERS } from '../../src/ledgers.ts'
import { jpg } from '../base/attachments/helpers.ts'
import { upload } from '../base/invoices/helpers.ts'
import { type Answer, type Caller, newProject, PASSWORD, type TestApp } from '../harness/harness.ts'
import { book, paymentTypeId, subjectCode } from '../harness/ledger.ts'
import type { References } from '../harness/sample.ts'
import { isCreated, pathOf, SAMPLES } from '../harness/samples.ts'
import { addressOf, type Operation } from './operations.ts'
import { sampleOf } from './samples.ts'

/** Part of the names of another company's records; no answer may contain it. */
export const SECRET = '机密'

/** Of the person who makes the records: start the server with it in `OPERATOR_PHONES`, so that the operator's routes are not just refused. */
export const OPERATOR_PHONE = '13500000000'

/** What names a record in paths: a code, or the id where it has none. */
type Named = { column: 'code' | 'id'; key: string }

/** A record that a path or a body names. */
interface Kept extends Named {
  table: string
  make: () => Promise<Named>
  /** The transaction that wrote its row, when the tests last looked; '' if there is no row. */
  row: string
}

/**
 * A project with a record of every kind, beside another company whose records are named `SECRET`. A write over HTTP may delete, archive or
 * lock a record, after which further calls would only be refused: `restore` makes those anew whose rows have changed.
 */
export class KeptRecords {
  readonly #app: TestApp
  /** By the path segment before them; what only bodies name has a name of its own. In the order in which they need each other. */
  readonly #kept = new Map<string, Kept>()
  #fixed: Record<'subject' | 'parent' | 'paymentType' | 'investmentType' | 'file' | 'invoice', string>
  #payee: string | null = null
  #session = ''
  #samples = 0
  #logged = ''
  #companyId: bigint
  admin: Caller

  private constructor(app: TestApp, companyId: bigint, admin: Caller) {
    this.#app = app
    this.#companyId = companyId
    this.admin = admin
    this.#fixed = { subject: '', parent: '', paymentType: '', investmentType: '', file: '', invoice: '' }
  }

  static async make(app: TestApp): Promise<KeptRecords> {
    const company = await app.company(10_000)
    await app.services.db
      .updateTable('users')
      .set({ phone: OPERATOR_PHONE })
      .where('id', '=', company.admin.userId)
      .execute()
    const admin = company.admin.on(await newProject(company.admin))
    const kept = new KeptRecords(app, company.id, admin)
    await kept.#begin()
    const stranger = (await app.company()).admin
    const other = stranger.on(await newProject(stranger, SECRET))
    await other.post('/pay_categories', { name: SECRET })
    await book(other, { remark: SECRET })
    return kept
  }

  async #begin(): Promise<void> {
    const { admin } = this
    const file = await upload(this.#app, admin, await jpg())
    const made = await admin.post('/invoices', { attachment_codes: [file] })
    const [type] = (await admin.get('/selects/investment_categories')).data.items
    this.#fixed = {
      subject: await subjectCode(admin, '24000101'),
      parent: await this.#parent(),
      paymentType: await paymentTypeId(admin, '定金'),
      investmentType: type.value,
      file,
      invoice: made.data.items[0].code,
    }
    this.#session = (await admin.get('/sessions')).data.items[0].code
    this.#logged = (await admin.get('/audit_logs', { resource: 'invoice' })).data.items[0].id
    const person = { name: '何川', kind: '0', id_type: '1', id_number: '110105199003070010' }
    this.#payee = (await this.#done('post', '/payees', person)).code
    await this.#done('put', '/labor_tax/setting', { vat: 'withhold', surcharge: '3.5' })
    this.#keep('payees', 'payees', () => this.#add('payees', { name: crypto.randomUUID(), kind: '2' }))
    const contract = (category: number) => () =>
      this.#add('contracts', { out_code: crypto.randomUUID(), customer: '某某器材', category, amount: 1 })
    this.#keep('named contract', 'contracts', contract(2))
    this.#keep('incoming contract', 'contracts', contract(3))
    this.#keep('supplement', 'contracts', contract(2))
    for (const { resource, table } of LEDGERS) {
      if (resource === 'invoice' || resource === 'subject' || !isCreated(resource)) continue
      const path = pathOf({ resource })
      const make = () => this.#add(path, SAMPLES[resource].body(this.#references(), crypto.randomUUID()))
      this.#keep(path, table, make)
    }
    this.#keep('roles', 'roles', () =>
      this.#add('roles', { name: crypto.randomUUID(), desc: '记账', permissions: [] }),
    )
    this.#keep('users', 'users', () => {
      const phone = `137${String(Date.now()).slice(-8)}`
      return this.#add('users', { name: '苏晓', phone, role_code: this.#code('roles') })
    })
    this.#keep('orders', 'orders', () =>
      this.#add('orders', { project_quantity: 1, payment_type: 'transfer' }),
    )
  }

  /** The code of a subject of the second level. */
  async #parent(): Promise<string> {
    const { code } = await this.#app.services.db
      .selectFrom('subjects as s')
      .innerJoin('projects as p', 'p.id', 's.project_id')
      .select('s.code')
      .where('p.code', '=', this.admin.project ?? '')
      .where('s.out_code', '=', '240001')
      .executeTakeFirstOrThrow()
    return code
  }

  #keep(name: string, table: string, make: () => Promise<Named>): void {
    this.#kept.set(name, { table, make, column: 'code', key: '', row: '' })
  }

  async #add(path: string, body: object): Promise<Named> {
    const data = await this.#done('post', `/${path}`, body)
    return data.code === undefined ? { column: 'id', key: data.id } : { column: 'code', key: data.code }
  }

  /** The data of a call that must succeed. */
  async #done(method: 'post' | 'put', path: string, body: object): Promise<Answer['data']> {
    const { code, msg, data } = await this.admin[method](path, body)
    if (code !== 0) throw new Error(`${method} ${path}: ${msg}`)
    return data
  }

  readonly #code = (name: string): string => this.#kept.get(name)?.key ?? ''

  #references(): References {
    return {
      ...this.#fixed,
      contract: this.#code('named contract'),
      incoming: this.#code('incoming contract'),
      invoice: null,
      payee: this.#payee,
    }
  }

  /** Makes those records anew whose rows are gone or have changed; session, project and budget are open again. */
  async restore(): Promise<void> {
    const { db } = this.#app.services
    await db
      .updateTable('sessions')
      .set({ ended_at: null, end_reason: null })
      .where('user_id', '=', this.admin.userId)
      .where('ended_at', 'is not', null)
      .execute()
    await db
      .updateTable('projects')
      .set({ archive_at: null, deleted_at: null })
      .where('company_id', '=', this.#companyId)
      .where((either) =>
        either.or([either('archive_at', 'is not', null), either('deleted_at', 'is not', null)]),
      )
      .execute()
    const locked = await db
      .selectFrom('budget_versions as v')
      .innerJoin('projects as p', 'p.id', 'v.project_id')
      .select('v.code')
      .where('p.code', '=', this.admin.project ?? '')
      .where('v.unlocked_at', 'is', null)
      .execute()
    for (const { code } of locked)
      await this.#done('post', `/budget_versions/${code}/unlock`, { reason: '重编' })
    const before = await this.#rows()
    const changed = [...this.#kept].filter(([name, { row }]) => row === '' || row !== before.get(name))
    if (changed.length === 0) return
    for (const [, record] of changed) Object.assign(record, await record.make())
    // Of all, as making one record updates sums in the rows of others.
    const after = await this.#rows()
    for (const [name, record] of this.#kept) record.row = after.get(name) ?? ''
  }

  /** The transaction that wrote each record's row. */
  async #rows(): Promise<ReadonlyMap<string, string>> {
    const selects = [...this.#kept]
      .filter(([, { key }]) => key !== '')
      .map(
        ([name, { table, column, key }]) =>
          sql`select ${name}::text as name, xmin::text as row from ${sql.table(table)} where ${sql.ref(column)} = ${key}`,
      )
    if (selects.length === 0) return new Map()
    const all = sql<{ name: string; row: string }>`${sql.join(selects, sql` union all `)}`
    const { rows } = await all.execute(this.#app.services.db)
    return new Map(rows.map(({ name, row }) => [name, row]))
  }

  /** What names the records, by the path segment before it. */
  #keys(): Record<string, string> {
    return {
      ...Object.fromEntries([...this.#kept].map(([name, { key }]) => [name, key])),
      projects: this.admin.project ?? '',
      sessions: this.#session,
      subjects: this.#fixed.subject,
      invoices: this.#fixed.invoice,
      months: '2026-11',
      audit_logs: this.#logged,
    }
  }

  /** The path with the codes of records. */
  address(path: string): string {
    return addressOf(path, this.#keys())
  }

  /** A valid body, whose free texts no other sample has. */
  async sample({ path, body: schema = {} }: Pick<Operation, 'path' | 'body'>): Promise<unknown> {
    const needsCaptcha = schema.properties?.captcha_token !== undefined
    const captcha = needsCaptcha && (await this.#app.nobody.post('/api/common/captchas')).data.token
    this.#samples += 1
    const known = { ...this.#known(), ...this.#ownOf(path), ...(captcha && { captcha_token: captcha }) }
    return sampleOf(schema, known, `样本${this.#samples}`)
  }

  /** What the bodies of one kind of record or call have beside the common sample. */
  #ownOf(path: string): Record<string, unknown> {
    const [of = '', last = ''] = path.split('/').slice(-2)
    const contract_code = this.#code('named contract')
    if (last === 'batch') return { code: this.#keys()[of], codes: [this.#keys()[of]] }
    // Filters of lists: of no contract, for any reason.
    if (/\/(export|write_offs|preview)$/.test(path)) return { contract_code: undefined, reason: undefined }
    // Other records name no contract, or one of another kind.
    if (of === 'contract_cautions' || last === 'contract_cautions') return { contract_code }
    if (last === 'subjects') return { category: 2, out_code: '' }
    if (last === 'scans' || last === 'vouchers') {
      const codes = [this.#fixed.file]
      return { scan_attachment_codes: codes, voucher_attachment_codes: codes }
    }
    if (of === 'missing_invoices') return { check_invoice_code: this.#fixed.invoice }
    if (of === 'estimates') return { amount: '' }
    if (of === 'payables') return { code: 'sample' }
    if (path.includes('/second_factor')) return { code: '000000' }
    if (last === 'approve') return { code: this.#code('payment_requests') }
    return {}
  }

  #known(): Record<string, unknown> {
    return {
      investment_at: '2026-11-21',
      investment_category_id: this.#fixed.investmentType,
      subject_three_code: this.#fixed.subject,
      unit_price: '1.00',
      quantity: '1',
      epis: 24,
      investor: crypto.randomUUID(),
      pay_category_id: this.#fixed.paymentType,
      pay_at: '2026-11-21',
      month: '2026-11',
      payment_code: null,
      as_of: undefined,
      pay_amount: '1.00',
      amount: '1.00',
      invoice_vat: '0.00',
      percent: '30',
      variate: '1.00',
      face_tax_rate: '6%',
      code: null,
      contract_code: null,
      instalment_code: null,
      check_invoice_code: null,
      invoices: [],
      voucher_attachment_codes: [],
      scan_attachment_codes: [],
      supplement_contract_code: this.#code('supplement'),
      attachment_codes: [this.#fixed.file],
      result: 0,
      reason: '作废',
      invoice_number: '',
      invoice_code: '',
      invoice_type: '',
      billing_date: '2024-11-02',
      seller_tax_no: '',
      check_code: '',
      total_amount: '1.00',
      amount_without_tax: '1.00',
      version: undefined,
      project_quantity: 1,
      payment_type: 'transfer',
      role_code: null,
      payee_code: this.#payee,
      project_codes: [],
      phone: `138${String(this.#samples).padStart(8, '0')}`,
      password: PASSWORD,
      captcha: 'TEST',
      key: 'manager/attachments/a-1763700000000.png',
      parent_code: this.#fixed.parent,
      bank_code: '',
      account: '',
      pay_account: '62220000111122223333',
      urgent: false,
      resident: true,
      tax_no: '91110000000000000X',
      surcharge: '3.5',
      rest: '1.00',
      from: '0.00',
      submit: false,
      early: true,
      imprest_limit: null,
    }
  }
}
