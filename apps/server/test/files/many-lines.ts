import { ask } from '../harness/recount.ts'

/** Copies a payment `payments` times by SQL, each with `lines` copies of its first line. Returns the new payments' codes. */
export async function fillPayments(
  url: string,
  project: string,
  code: string,
  payments: number,
  lines: number,
): Promise<string[]> {
  const made = await ask<{ code: string }>(
    url,
    `with one as (
      select c.* from payments c join projects p on p.id = c.project_id where p.code = $4 and c.code = $1),
    headers as (
      insert into payments (project_id, code, pay_at, payer, pay_amount, creator_id, created_at, updated_at)
      select c.project_id, c.code || '-' || n, c.pay_at, c.payer, $3 * 100, c.creator_id, c.created_at, c.updated_at
      from one c, generate_series(1, $2) n returning id, project_id, code),
    filled as (
      insert into payment_lines (project_id, code, payment_id, position, subject_id, pay_channel, pay_category_id,
        voucher_category, face_tax_rate, pay_amount, remark)
      select d.project_id, left(md5(h.id || '-' || n), 20), h.id, n, d.subject_id, 1 + n % 9, d.pay_category_id, 1 + n % 16, '6%', 100,
        '第' || n || '行，原件已归档'
      from headers h join one on true
        join payment_lines d on d.project_id = one.project_id and d.payment_id = one.id and d.position = 1,
        generate_series(1, $3) n)
    select code from headers order by id`,
    [code, payments, lines, project],
  )
  return made.map((row) => row.code)
}
