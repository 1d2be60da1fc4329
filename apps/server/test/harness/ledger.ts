import type { Answer, Caller } from './harness.ts'

/** The code of a subject of the default tree, by its number. */
export async function subjectCode(person: Caller, out_code: string): Promise<string> {
  const { data } = await person.get('/selects/subjects', { keywords: out_code, per_page: 1000 })
  const found = (data.items as { label: string; value: string }[]).find((item) =>
    item.label.startsWith(`${out_code} `),
  )
  if (!found) throw new Error(`no subject ${out_code}`)
  return found.value
}

/** The id of a payment type of the project, by its name. */
export async function paymentTypeId(person: Caller, name: string): Promise<string> {
  const { data } = await person.get('/pay_categories', { keywords: name, per_page: 1000 })
  const found = (data.items as { id: string; name: string }[]).find((item) => item.name === name)
  if (!found) throw new Error(`no payment type ${name}`)
  return found.id
}

/** Creates a payment with one line: 摄影机租赁费, 定金, 100.00, overridden by `line`. */
export async function book(person: Caller, line: Record<string, unknown> = {}): Promise<Answer> {
  return await person.post('/cost_executions', {
    pay_at: '2026-11-21',
    payer: '北京影视器材有限公司',
    cost_execution_details: [
      {
        subject_three_code: line.subject_three_code ?? (await subjectCode(person, '24000101')),
        pay_category_id: line.pay_category_id ?? (await paymentTypeId(person, '定金')),
        pay_channel: '2',
        pay_amount: '100.00',
        ...line,
      },
    ],
  })
}
