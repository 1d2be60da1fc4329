import { parseCell, yuan } from '@pianzhang/contract/money'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { seeded } from '../../src/start/demo/random.ts'
import { formOf } from '../base/attachments/helpers.ts'
import { type PaymentWorld, paymentWorld } from '../books/payments/helpers.ts'
import { bookOf, fixture, RIGHT } from '../books/payments/sheet/sheets.ts'
import { type Mutant, mutant } from '../files/mutate.ts'
import type { Answer, TestApp } from '../harness/harness.ts'

/** Time limit of one damaged file of at most a hundred rows. */
const PATIENCE_MS = 60_000

/**
 * Imports `count` damaged spreadsheets over HTTP. Each must be refused with a message, or have rows refused, or be imported correctly: as the
 * original if its cells are unchanged, else as the library hucre reads it. Returns counts by kind of damage and outcome.
 */
export async function importMutants(app: TestApp, seed: number, count: number) {
  const world = await paymentWorld(app)
  const originalFiles = [
    await bookOf(
      Array.from({ length: 20 }, (_, n) => ({ ...RIGHT, sequence: `${n % 7}`, remark: `备注${n}` })),
    ),
    await fixture('payments-numeric-codes-100.xlsx'),
    await fixture('payments-formulas-50.xlsx'),
  ]
  const originals: string[] = []
  for (const originalFile of originalFiles) {
    expect(await send(app, world, originalFile)).toMatchObject({ code: 0, data: { status: 'succeeded' } })
    originals.push(await removeWritten(app, world))
  }
  const tally: Record<string, number> = {}
  for (let index = 0; index < count; index += 1) {
    const random = seeded(seed + index)
    const which = random.int(0, originalFiles.length - 1)
    const one = mutant(originalFiles[which] as Buffer, random)
    const outcome = await expectRight(app, world, one, originals[which] ?? '').catch((error: unknown) => {
      throw new Error(`SEED=${seed + index}: ${one.kind} of file ${which}`, { cause: error })
    })
    tally[`${one.kind}: ${outcome}`] = (tally[`${one.kind}: ${outcome}`] ?? 0) + 1
  }
  return tally
}

async function expectRight(app: TestApp, world: PaymentWorld, { bytes, same }: Mutant, original: string) {
  const began = performance.now()
  const answer = await Promise.race([
    send(app, world, bytes),
    new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref()),
  ])
  if (!answer) throw new Error(`no answer within ${PATIENCE_MS} ms`)
  expect(performance.now() - began).toBeLessThan(PATIENCE_MS)
  if (answer.code !== 0) {
    expect([400, 413, 422], answer.msg).toContain(answer.status)
    expect(answer.msg).toMatch(/[\u4e00-\u9fff]/)
    expect(await removeWritten(app, world)).toBe('')
    return 'refused'
  }
  if (answer.data.status === 'failed') {
    expect(answer.data.error_items.length).toBeGreaterThan(0)
    expect(await removeWritten(app, world)).toBe('')
    return 'rows refused'
  }
  const { rows } = await sql<{
    lines: number
    fen: bigint | null
  }>`select count(*)::int4 as lines, sum(pay_amount) as fen
    from payment_lines where project_id = ${world.projectId}`.execute(app.services.db)
  const sums = { lines: rows[0]?.lines, amount: yuan(rows[0]?.fen ?? 0n) }
  const written = await removeWritten(app, world)
  expect(answer.data.total).toBe(sums.lines)
  if (same) {
    expect(written).toBe(original)
    return 'imported as it was'
  }
  const other = await readWithHucre(bytes)
  if (!other) return 'imported, unreadable to the other reader'
  expect(sums).toEqual(other)
  return 'imported as the other reader reads it'
}

async function send(app: TestApp, { clerk }: PaymentWorld, bytes: Buffer): Promise<Answer> {
  const key = 'manager/attachments/坏-1763700000000.xlsx'
  const { data } = await clerk.post('/api/common/qinius', { key })
  const form = formOf([
    ['token', data.token],
    ['key', key],
    ['file', bytes, 'x'],
  ])
  const response = await app.http.inject({ method: 'POST', url: '/api/common/uploads', ...form })
  const uploaded: Answer = { ...response.json(), status: response.statusCode, headers: {} }
  if (uploaded.code !== 0) return uploaded
  return await clerk.post('/cost_executions/import', { attachment_code: uploaded.data.code })
}

/** Returns all rows as a text without codes and ids, and deletes them for the next file. */
async function removeWritten(app: TestApp, { projectId }: PaymentWorld): Promise<string> {
  const { db } = app.services
  const { rows } = await sql<{ row: string }>`
    select concat_ws('|', c.pay_at, c.payer, c.post, c.summary, c.pay_amount, d.position, s.out_code, d.pay_channel, p.name,
      d.voucher_category, d.face_tax_rate, d.contract_id, d.pay_amount, d.remark,
      (select array_agg((u.invoice_id, u.amount) order by u.position) from invoice_uses u
        where u.project_id = d.project_id and u.line_id = d.id)) as row
    from payments c join payment_lines d on d.project_id = c.project_id and d.payment_id = c.id
    join subjects s on s.project_id = c.project_id and s.id = d.subject_id
    left join payment_types p on p.project_id = c.project_id and p.id = d.pay_category_id
    where c.project_id = ${projectId} order by 1`.execute(db)
  for (const table of ['invoice_uses', 'payment_lines', 'payments'] as const)
    await db.deleteFrom(table).where('project_id', '=', projectId).execute()
  return rows.map(({ row }) => row).join('\n')
}

/** Number of rows and sum as hucre reads them; null if it cannot read the file or finds no amount column. */
async function readWithHucre(bytes: Buffer): Promise<{ lines: number; amount: string } | null> {
  const book = await readXlsx(bytes).catch(() => null)
  const [titles = [], ...rows] = book?.sheets[0]?.rows ?? []
  const column = titles.findIndex((title) => String(title).startsWith('付款金额'))
  if (column < 0) return null
  const filled = rows.filter((row) => row.some((cell) => cell !== null && cell !== ''))
  const amounts = filled.map((row) => parseCell(String(row[column])))
  if (amounts.some((amount) => amount.fen === undefined)) return null
  return { lines: filled.length, amount: yuan(amounts.reduce((sum, { fen }) => sum + (fen ?? 0n), 0n)) }
}
