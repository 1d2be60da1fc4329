import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasWrongMissing } from '../../../src/features/missing-invoices/stored-lines.ts'
import { seeded } from '../../../src/start/demo/random.ts'
import { type Answer, startTestApp, type TestApp } from '../../harness/harness.ts'
import { ask } from '../../harness/recount.ts'
import { addFile, done, type MissingWorld, missingWorld } from './helpers.ts'

/** Eight connections write at random; what lacks an invoice must come to a recount that shares neither SQL nor functions with the product. */
const WRITES = Number(process.env.WRITES ?? 6_000)
const CONNECTIONS = 8
const INVOICES = 60
const PAYERS = ['甲公司', '乙公司', '老王', '王师傅', '老李']
const TYPES = ['定金', '尾款', '押金', '工资劳务']
const VOUCHERS = [null, 1, 4, 5, 6, 6, 9, 11, 12, 14, 14, 14, 16]

let app: TestApp
let world: MissingWorld
let types: string[]
beforeAll(async () => {
  app = await startTestApp()
  world = await missingWorld(app)
  types = await Promise.all(TYPES.map((name) => world.type(name)))
})
afterAll(() => app.close())

type Row = Record<string, string>
const rowsOf = (columns: string, table: string) =>
  ask<Row>(app.databaseUrl, `select ${columns} from ${table} where project_id = $1`, [
    String(world.projectId),
  ])
const fen = (text: string): bigint => BigInt(text.replace('.', ''))
const added = <K>(sums: Map<K, bigint>, key: K, amount: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + amount)

interface Missing {
  line: string
  payer: string
  day: string
  reason: string
  lacking: bigint
}

/** From the plain tables, by the words of the specification. */
async function recount(): Promise<Missing[]> {
  const payments = new Map(
    (await rowsOf('id::text, pay_at::text, payer, payee_id::text', 'payments')).map((row) => [row.id, row]),
  )
  const needs = new Map(
    (await rowsOf('id::text, needs_invoice::text', 'payment_types')).map((row) => [
      row.id,
      row.needs_invoice === 'true',
    ]),
  )
  const invoices = new Map(
    (await rowsOf('id::text, status::text, (voided_at is not null)::text as void', 'invoices')).map((row) => [
      row.id,
      row,
    ]),
  )
  const kinds = new Map((await rowsOf('id::text, kind', 'attachments')).map(({ id, kind }) => [id, kind]))
  const originals = new Set(
    (await rowsOf('invoice_id::text, attachment_id::text', 'invoice_files')).flatMap(
      ({ invoice_id, attachment_id }) =>
        ['xml', 'ofd', 'pdf'].includes(kinds.get(attachment_id) ?? '') ? [invoice_id] : [],
    ),
  )
  const uses = Map.groupBy(
    await rowsOf('line_id::text, invoice_id::text, amount::text', 'invoice_uses'),
    (row) => row.line_id,
  )
  const lines = (
    await rowsOf(
      'id::text, code, payment_id::text as payment, pay_category_id::text as type, voucher_category::text as voucher, pay_amount::text as amount',
      'payment_lines',
    )
  ).filter(({ type, amount }) => type !== null && needs.get(type) && BigInt(amount ?? '0') > 0n)
  const ofPayment = ({ payment = '' }: Row) => payments.get(payment) as Row
  const receipts = new Map<string, bigint>()
  const receiptKey = (row: Row) => {
    const { pay_at, payer, payee_id } = ofPayment(row)
    return `${pay_at} ${payee_id === null ? `name ${payer}` : `id ${payee_id}`}`
  }
  for (const row of lines)
    if (row.voucher === '14') added(receipts, receiptKey(row), BigInt(row.amount ?? '0'))
  return lines.flatMap((row) => {
    const { voucher, id, code = '' } = row
    const amount = BigInt(row.amount ?? '0')
    const { payer = '', pay_at = '' } = ofPayment(row)
    const missing = (reason: string, lacking = amount) => [
      { line: code, payer, day: pay_at, reason, lacking },
    ]
    if (voucher === null || voucher === undefined) return missing('未填凭证类型')
    if (voucher === '14') return (receipts.get(receiptKey(row)) ?? 0n) >= 100_000n ? missing('无票') : []
    if (Number(voucher) >= 12) return missing('无票')
    const own = uses.get(id) ?? []
    if (own.length === 0) return missing('未关联发票')
    if (
      own.some(
        (use) =>
          invoices.get(use.invoice_id)?.status !== '0' || invoices.get(use.invoice_id)?.void === 'true',
      )
    )
      return missing('发票异常')
    const used = own.reduce((sum, use) => sum + BigInt(use.amount ?? '0'), 0n)
    if (used < amount) return missing('金额不足', amount - used)
    const lost = ['3', '4', '5', '6'].includes(voucher) && own.some((use) => !originals.has(use.invoice_id))
    return lost ? missing('缺电子原件') : []
  })
}

/** Of each invoice, the sum of its uses, with the negative ones of refunds, is within its total. */
async function withinTotals(): Promise<void> {
  const left = new Map(
    (await rowsOf('id::text, total_amount::text as total', 'invoices')).map(({ id, total }) => [
      id,
      BigInt(total ?? '0'),
    ]),
  )
  for (const { invoice, amount = '' } of await rowsOf(
    'invoice_id::text as invoice, amount::text',
    'invoice_uses',
  ))
    added(left, invoice, -BigInt(amount))
  expect([...left].filter(([, fen]) => fen < 0n)).toEqual([])
}

/** Everything over HTTP against the recount. */
async function agree(): Promise<void> {
  await withinTotals()
  const all = await recount()
  const listed: Missing[] = []
  for (let page = 1; ; page += 1) {
    const { items, listTotal, lacking_yuan } = await world.list({ page, per_page: 1000 })
    listed.push(
      ...items.map((row: Row) => ({
        line: row.line_code ?? '',
        payer: row.payer ?? '',
        day: row.pay_at ?? '',
        reason: row.reason_i18n ?? '',
        lacking: fen(row.lacking_yuan ?? ''),
      })),
    )
    expect([listTotal, fen(lacking_yuan)]).toEqual([
      all.length,
      all.reduce((sum, { lacking }) => sum + lacking, 0n),
    ])
    if (items.length < 1000) break
  }
  const inOrder = (rows: Missing[]) => rows.toSorted((a, b) => (a.line < b.line ? -1 : 1))
  expect(inOrder(listed)).toEqual(inOrder(all))
  const get = async (path: string) =>
    done(await world.clerk.get(`/missing_invoices/${path}`, { per_page: 1000 })).data
  const daysOf = ({ day }: Missing) => (Date.parse(world.ago(0)) - Date.parse(day)) / 86_400_000
  const AGES: [number, number][] = [
    [-1000, 30],
    [31, 60],
    [61, 90],
    [91, 100_000],
  ]
  const byAge = (rows: Missing[]) =>
    AGES.map(([from, to]) => {
      const own = rows.filter((row) => daysOf(row) >= from && daysOf(row) <= to)
      return [own.length, own.reduce((sum, { lacking }) => sum + lacking, 0n)]
    })
  const shownAges = (ages: { count: number; lacking_yuan: string }[]) =>
    ages.map((age) => [age.count, fen(age.lacking_yuan)])
  const totals = await get('totals')
  expect(shownAges(totals.ages)).toEqual(byAge(all))
  const payers = await get('payers')
  expect(
    new Map(
      payers.items.map(({ payer, ages }: { payer: string; ages: never[] }) => [payer, shownAges(ages)]),
    ),
  ).toEqual(new Map([...Map.groupBy(all, ({ payer }) => payer)].map(([payer, rows]) => [payer, byAge(rows)])))
  expect(await hasWrongMissing(app.services.db, world.projectId)).toBe(false)
}

test(`${WRITES} random writes by ${CONNECTIONS} connections: lines, ages and payers agree with a recount`, async () => {
  const { db } = app.services
  const invoices: string[] = []
  for (let index = 0; index < INVOICES; index += 1)
    invoices.push(await world.invoice(BigInt(20_000 + index * 1_111), { original: index % 3 > 0 }))
  const voucher = await world.attachment('png')
  const pdf = await world.attachment('pdf')
  const cashier = (
    await app.person(world.companyId, { imprest: ['read', 'write'], cost_execution: ['read', 'write'] }, [
      world.project,
    ])
  ).on(world.project)
  const payees: string[] = []
  for (const name of ['王某某', '李某某', '赵某某'])
    payees.push(done(await world.admin.post('/payees', { kind: 0, name })).data.code)
  let written = 0
  const codes: Record<string, number> = {}
  const worker = async (seed: number) => {
    const { int, pick, chance } = seeded(seed)
    const own: string[] = []
    const line = (more: object = {}) =>
      world.line({
        pay_amount: ((chance(0.1) ? -1 : 1) * (int(100, 60_000) / 100)).toFixed(2),
        voucher_category: pick(VOUCHERS),
        pay_category_id: chance(0.7) ? types[0] : pick(types),
        ...(chance(0.4) && { invoices: [{ code: pick(invoices) }] }),
        ...more,
      })
    const header = () => ({
      pay_at: world.ago(chance(0.5) ? 1 : int(-3, 120)),
      payer: pick(PAYERS),
      payee_code: chance(0.3) ? pick(payees) : null,
    })
    const body = (old: Row[] = []) =>
      world.body(header(), [line(), ...old.map(({ code }) => line({ code, invoices: undefined }))])
    const link = async () => {
      const { items } = (await world.clerk.get('/missing_invoices', { per_page: 50, page: int(1, 3) })).data
      const some = (items as Row[]).filter(() => chance(0.1)).slice(0, 4)
      if (some.length === 0) return undefined
      return await world.link(
        ...some.map(({ line_code, version }) => ({
          line_code,
          version,
          check_invoice_code: pick(invoices),
          voucher_category: pick(['1', '5', '6']),
        })),
      )
    }
    const write = async (): Promise<Answer | undefined> => {
      const choice = int(1, 100)
      const code = own.length > 0 ? pick(own) : undefined
      if (choice <= 35 || code === undefined) {
        const answer = await world.clerk.post('/cost_executions', body())
        if (answer.code === 0) own.push(answer.data.code)
        return answer
      }
      if (choice <= 55) {
        const { data } = await world.clerk.get(`/cost_executions/${code}`)
        return await world.clerk.put(
          `/cost_executions/${code}`,
          body((data.cost_execution_details ?? []).filter(() => chance(0.7))),
        )
      }
      if (choice <= 63)
        return await world.clerk.delete(`/cost_executions/${own.splice(own.indexOf(code), 1)[0]}`)
      if (choice <= 70) return await link()
      if (choice <= 76) {
        const records = (
          await Promise.all(own.slice(-5).map((one) => world.clerk.get(`/cost_executions/${one}`)))
        ).flatMap(({ data }) => (data.code ? [{ code: data.code, version: data.version }] : []))
        const changes = chance(0.5) ? { voucher_category: pick(VOUCHERS) } : { pay_category_id: pick(types) }
        return await world.clerk.put('/cost_executions/batch', { records, changes })
      }
      if (choice <= 80) {
        const at = int(0, types.length - 1)
        return await world.admin.put(`/pay_categories/${types[at]}`, {
          name: TYPES[at],
          needs_invoice: chance(0.7),
        })
      }
      if (choice <= 84) {
        const invoice = pick(invoices)
        // Past the rules, which keep a linked invoice as it is.
        if (chance(0.5)) await world.setInvoice(invoice, { status: chance(0.8) ? 0 : int(1, 2) })
        else await world.setInvoice(invoice, { voided: chance(0.2) })
        return undefined
      }
      if (choice <= 87) {
        const invoice = pick(invoices)
        await sql`delete from invoice_files f using invoices i where f.project_id = ${world.projectId} and i.project_id = ${world.projectId}
          and i.id = f.invoice_id and i.code = ${invoice}`.execute(db)
        if (chance(0.7))
          await addFile(app, world.projectId, invoice, chance(0.7) ? pdf : voucher).catch(() => undefined)
        return undefined
      }
      if (choice === 88 && chance(0.2)) {
        const [into, from] = [payees[0], payees[int(1, 2)]]
        return await world.admin.post('/payees/merge', { into, codes: [from] })
      }
      if (choice <= 90)
        return await cashier.post('/imprests', {
          pay_at: world.ago(1),
          payer: pick(PAYERS),
          subject_three_code: world.subject('24000101'),
          pay_channel: '1',
          pay_amount: '12.34',
          voucher_category: '1',
          face_tax_rate: '6%',
          voucher_attachment_codes: [voucher],
        })
      if (choice === 91) return await cashier.post('/imprests/write_offs', {})
      // In every answer the parts come to the whole, whatever is written meanwhile.
      const { count, ages, reasons } = done(await world.clerk.get('/missing_invoices/totals')).data
      for (const parts of [ages, reasons])
        expect(parts.reduce((sum: number, part: { count: number }) => sum + part.count, 0)).toBe(count)
      return undefined
    }
    while (written < WRITES) {
      written += 1
      const answer = await write()
      if (answer) codes[answer.code] = (codes[answer.code] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, seed) => worker(seed + 1)))
  expect(codes[0]).toBeGreaterThan(WRITES / 4)
  expect(Object.keys(codes).filter((code) => !['0', '404', '409', '422', '503'].includes(code))).toEqual([])
  await agree()
})
