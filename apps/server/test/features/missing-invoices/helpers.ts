import { addDays, today } from '@pianzhang/contract/calendar'
import type { MissingLine } from '@pianzhang/contract/missing-invoices'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { hasWrongMissing, recomputeMissing } from '../../../src/features/missing-invoices/stored-lines.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import type { Answer, Caller, TestApp } from '../../harness/harness.ts'

export const done = (answer: Answer): Answer => {
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer
}

/** Expects that what is kept of the project's lines is what computing it from nothing gives. */
export async function expectTrue({ services: { db } }: TestApp, world: MissingWorld): Promise<void> {
  const kept = await world.reasons()
  expect(await hasWrongMissing(db, world.projectId)).toBe(false)
  await inTransaction(db, (tx) => recomputeMissing(tx, world.projectId))
  expect(await world.reasons()).toEqual(kept)
}

type Line = Record<string, unknown>
export interface MissingWorld extends Omit<PaymentWorld, 'invoice'> {
  clerk: Caller
  /** May read what is missing alone. */
  viewer: Caller
  /** The day so many days ago. */
  ago(days: number): string
  /** The id of a type by its name. */
  type(name: string): Promise<string>
  /** A checked invoice of this total in fen; with `original` it has an XML file. */
  invoice(fen: bigint, more?: { seller?: string; status?: number; original?: boolean }): Promise<string>
  /** Past the rules, as an older database may have it. */
  setInvoice(code: string, values: { status?: number; voided?: boolean }): Promise<void>
  /** A line of a payment with this amount and type of voucher. */
  lineOf(amount: string, voucher: number | null, more?: object): Line
  /** Saves a payment; answers it. */
  pay(lines: Line[], header?: Line): Promise<Answer['data']>
  put(code: string, lines: Line[], header?: Line): Promise<Answer>
  list(query?: object): Promise<Answer['data']>
  /** `[reason, lacking]` of the lines of the list, oldest first. */
  reasons(query?: object): Promise<string[][]>
  link(...items: Line[]): Promise<Answer>
}

export async function missingWorld(app: TestApp): Promise<MissingWorld> {
  const world = await paymentWorld(app)
  const { db } = app.services
  const all = ['read', 'write', 'delete']
  const grants = {
    cost_execution: all,
    invoice: ['read', 'write'],
    pay_category: all,
    missing_invoice: ['read'],
  }
  const clerk = (await app.person(world.companyId, grants, [world.project])).on(world.project)
  const viewer = (await app.person(world.companyId, { missing_invoice: ['read'] }, [world.project])).on(
    world.project,
  )
  let made = 0
  const ago = (days: number) => addDays(today(app.services.clock()), -days)
  const list = async (query: object = {}) =>
    done(await clerk.get('/missing_invoices', { pay_at_order: 'asc', per_page: 100, ...query })).data
  return {
    ...world,
    clerk,
    viewer,
    ago,
    lineOf: (amount, voucher, more = {}) =>
      world.line({ pay_amount: amount, voucher_category: voucher, ...more }),
    type: async (name) =>
      String(
        (
          await db
            .selectFrom('payment_types')
            .select('id')
            .where('project_id', '=', world.projectId)
            .where('name', '=', name)
            .executeTakeFirstOrThrow()
        ).id,
      ),
    invoice: async (fen, { seller = '', status = 0, original = true } = {}) => {
      made += 1
      const code = await world.invoice(`26${String(made).padStart(18, '0')}`, status, fen)
      await db
        .updateTable('invoices')
        .set({ seller_name: seller, invoice_type: '32' })
        .where('project_id', '=', world.projectId)
        .where('code', '=', code)
        .execute()
      if (original) await addFile(app, world.projectId, code, await world.attachment('pdf'))
      return code
    },
    setInvoice: async (code, { status, voided }) => {
      await db
        .updateTable('invoices')
        .set({
          ...(status !== undefined && { status }),
          ...(voided !== undefined && {
            voided_at: voided ? new Date() : null,
            voider_id: voided ? world.admin.userId : null,
            void_reason: voided ? '重开' : '',
          }),
        })
        .where('project_id', '=', world.projectId)
        .where('code', '=', code)
        .execute()
    },
    pay: async (lines, header = {}) =>
      done(await clerk.post('/cost_executions', world.body({ pay_at: ago(0), ...header }, lines))).data,
    put: (code, lines, header = {}) =>
      clerk.put(`/cost_executions/${code}`, world.body({ pay_at: ago(0), ...header }, lines)),
    list,
    reasons: async (query) =>
      (await list(query)).items.map(({ reason_i18n, lacking_yuan }: MissingLine) => [
        reason_i18n,
        lacking_yuan,
      ]),
    link: (...items) => clerk.post('/missing_invoices/link', { items }),
  }
}

export async function addFile(
  { services }: TestApp,
  projectId: bigint,
  invoice: string,
  attachment: string,
): Promise<void> {
  await sql`insert into invoice_files (project_id, invoice_id, attachment_id, position, sha256)
    select ${projectId}, i.id, a.id, 1, repeat('0', 64) from invoices i, attachments a
    where i.project_id = ${projectId} and i.code = ${invoice} and a.project_id = ${projectId} and a.code = ${attachment}`.execute(
    services.db,
  )
}
