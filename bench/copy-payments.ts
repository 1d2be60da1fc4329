import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { newCode } from '../apps/server/src/platform/codes.ts'
import { copyLine } from '../apps/server/src/platform/database/copy.ts'
import type { Bench } from './bench.ts'

const CHUNK = 20_000

/**
 * Inserts `lines` payment lines, one to three a payment, by COPY into the product's own tables, with their indexes and triggers, in one
 * transaction: the database's share of an import. Returns milliseconds; generating the text is not counted.
 */
export async function copyPayments(bench: Bench, code: string, lines: number): Promise<number> {
  const { database } = bench
  const one = async (sql: string, values: unknown[] = []) =>
    (await database.query({ text: sql, values, rowMode: 'array' })).rows[0]?.[0]
  const project: string = await one('select id from projects where code = $1', [code])
  const user: string = await one(
    'select min(u.id) from users u join projects p on p.company_id = u.company_id where p.id = $1',
    [project],
  )
  const types: string[] = await one('select array_agg(id) from payment_types where project_id = $1', [
    project,
  ])
  const subjects: string[] = await one(
    'select array_agg(id) from subjects where project_id = $1 and category = 2',
    [project],
  )
  const copy = async (target: string, text: string) =>
    await pipeline([Buffer.from(text)], database.query(copyFrom(`copy ${target} from stdin`)))
  const now = new Date().toISOString()
  let took = 0
  await database.query(`begin; set local pianzhang.fold_later = 'yes'`)
  for (let payment = 0, done = 0; done < lines; ) {
    // Ascending ids, so that each insert goes to the end of the primary key's B-tree.
    const ids: string[] = await one(
      `select array_agg(nextval('payments_id_seq')) from generate_series(1, ${CHUNK})`,
    )
    ids.reverse()
    let headers = ''
    let details = ''
    for (const end = Math.min(done + CHUNK, lines); done < end; ) {
      payment += 1
      const id = ids.pop() ?? ''
      const count = Math.min(1 + (payment % 3), end - done)
      const day = new Date(Date.UTC(2026, 0, 1 + (payment % 120))).toISOString().slice(0, 10)
      const number = `FK${day.replaceAll('-', '')}${String(payment).padStart(4, '0')}`
      headers += copyLine([
        ...[project, id, number, day, `供应商${payment % 700}有限公司`, '制片组', `第${payment % 80}场 结算`],
        ...[1_000 * count, user, now, now],
      ])
      for (let line = 1; line <= count; line += 1, done += 1)
        details += copyLine([
          ...[project, newCode(), id, line, subjects[(payment + line) % subjects.length] ?? '', 1],
          ...[types[payment % types.length] ?? '', 3, '6%', 1_000, payment % 9 === 0 ? '原件已归档' : ''],
        ])
    }
    const began = performance.now()
    await copy(
      'payments (project_id, id, code, pay_at, payer, post, summary, pay_amount, creator_id, created_at, updated_at)',
      headers,
    )
    await copy(
      'payment_lines (project_id, code, payment_id, position, subject_id, pay_channel, pay_category_id, voucher_category, face_tax_rate, pay_amount, remark)',
      details,
    )
    took += performance.now() - began
  }
  const began = performance.now()
  await database.query('select fold_sum_changes($1)', [project])
  await database.query('commit')
  return took + performance.now() - began
}
