import { PAGE_SIZES } from '@pianzhang/contract/page'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../harness/harness.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'

/** The statements prepared on the connection that all requests share. */
async function prepared({ services }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    services.db,
  )
  return rows.map(({ statement }) => statement).sort()
}

interface Saved {
  code: string
  version: number
  cost_execution_details: { code: string }[]
}

/** Creates a payment with this many lines, each with its own contract, invoice and picture. */
async function make(person: Caller, { body, line, ...world }: PaymentWorld, lines: number): Promise<Saved> {
  const all = []
  for (let number = 0; number < lines; number += 1)
    all.push(
      line({
        contract_code: await world.contract(crypto.randomUUID()),
        check_invoice_code: await world.invoice(crypto.randomUUID()),
        voucher_attachment_codes: [await world.attachment()],
      }),
    )
  const { status, data } = await person.post('/cost_executions', body({}, all))
  expect(status).toBe(200)
  return data
}

/** Saves it with the same lines, each with one new picture in place of its old one. */
async function edit({ clerk, body, line, attachment }: PaymentWorld, payment: Saved): Promise<void> {
  const lines = []
  for (const { code } of payment.cost_execution_details)
    lines.push(line({ code, voucher_attachment_codes: [await attachment()] }))
  const { status } = await clerk.put(`/cost_executions/${payment.code}`, body({}, lines))
  expect(status).toBe(200)
}

test('statements have the same text for one record and for many', async () => {
  await using app = await startTestApp()
  const world = await paymentWorld(app)
  const { clerk } = world
  const rights = { cost_execution: ['read', 'write'] }
  const everything = async (size: number) => {
    const payments: Saved[] = []
    // Each by another person, so that the list looks up several names.
    for (let number = 0; number < size; number += 1) {
      const person = await app.person(world.companyId, rights, [world.project])
      payments.push(await make(person.on(world.project), world, size))
    }
    for (const payment of payments) await edit(world, payment)
    expect((await clerk.get('/cost_executions')).status).toBe(200)
    const codes = payments.map(({ code }) => code)
    expect((await clerk.delete('/cost_executions/batch', { codes })).status).toBe(200)
    const subjects: string[] = []
    for (let number = 0; number < size; number += 1) {
      const out_code = `${40 + size * 6 + number}00`
      const added = await clerk.post('/subjects', { out_code, name: `自定义${out_code}`, category: 0 })
      expect(added).toMatchObject({ status: 200 })
      subjects.push(added.data.code)
    }
    expect((await clerk.delete('/subjects/batch', { codes: subjects })).status).toBe(200)
  }
  await everything(1)
  const first = await prepared(app)
  for (const size of [2, 3, 5]) await everything(size)
  expect(await prepared(app)).toEqual(first)
  expect(first.length).toBeGreaterThan(30)
})

test('a list has one text per page size of the contract, and one for all other sizes', async () => {
  await using app = await startTestApp()
  const { clerk } = await paymentWorld(app)
  const lists = [
    '/cost_executions',
    '/contracts',
    '/invoices',
    '/subjects',
    '/pay_categories',
    '/selects/subjects',
  ]
  const ask = async (pages: { per_page?: number; page?: number }[]) => {
    for (const path of lists)
      for (const query of pages) expect((await clerk.get(path, query)).status).toBe(200)
    return (await prepared(app)).filter((text) => /\blimit (\d{2,}|\$\d+)/.test(text))
  }
  const usual = await ask(PAGE_SIZES.map((per_page) => ({ per_page })))
  expect(usual).toHaveLength(lists.length * PAGE_SIZES.length)
  for (const text of usual) expect(text).not.toMatch(/limit \$|offset/)
  expect(await ask([{ per_page: 7 }])).toHaveLength(usual.length + lists.length)
  expect(await ask([{ per_page: 8 }, { per_page: 9 }])).toHaveLength(usual.length + lists.length)
  const far = await ask([{ page: 2 }, { page: 3 }])
  expect(far).toHaveLength(usual.length + 2 * lists.length)
})
