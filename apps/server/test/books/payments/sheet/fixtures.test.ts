import type { Payment } from '@pianzhang/contract/payments'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../../fixtures/manifest.json' with { type: 'json' }
import { withAllSubjects } from '../../../harness/default-subjects.ts'
import { newProject, type TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { countOf, type PaymentWorld, paymentWorld } from '../helpers.ts'
import { allPayments, fixture, importFile, upload } from './sheets.ts'

withAllSubjects()

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const count = () => countOf(test, 'payment_lines', world.projectId)

describe('the fixtures, compared with another reader', () => {
  const good = Object.entries(manifest).flatMap(([name, facts]) =>
    'payments' in facts ? [[name, facts] as const] : [],
  )
  it.each(good)('%s', async (name, facts) => {
    const project = await newProject(world.admin, name)
    const who = world.admin.on(project)
    const bytes = await fixture(name)
    const answer = await importFile(who, await upload(test, who, bytes))
    expect(answer.data).toMatchObject({ status: 'succeeded', error_items: [], total: facts.rows })
    const payments = await allPayments(who)
    expect(payments).toHaveLength(facts.payments)
    const listed = await who.get('/cost_executions')
    expect(listed.data).toMatchObject({ listTotal: facts.payments, total_amount_yuan: facts.total_yuan })
    const expected = expectedRows(await readXlsx(bytes))
    const order = [...new Set(expected.map((row) => row.sequence))]
    const got = payments.flatMap((payment, index) =>
      payment.cost_execution_details.map((line) => ({ sequence: order[index], payment, line })),
    )
    const wanted = order.flatMap((sequence) => expected.filter((row) => row.sequence === sequence))
    expect(got.map(({ sequence, payment, line }) => flat(sequence ?? '', payment, line))).toEqual(wanted)
  })

  it('names every bad line of payments-errors-40.xlsx and writes nothing', async () => {
    const before = await count()
    const answer = await importFile(
      world.clerk,
      await upload(test, world.clerk, await fixture('payments-errors-40.xlsx')),
    )
    expect(answer).toMatchObject({ status: 200, code: 0, data: { status: 'failed', total: 40 } })
    const lines = answer.data.error_items.map((item: { line: number }) => item.line)
    expect(lines).toEqual([...new Set(manifest['payments-errors-40.xlsx'].errors.map((error) => error.line))])
    const desc = Object.fromEntries(
      answer.data.error_items.map((item: { line: number; desc: string }) => [item.line, item.desc]),
    )
    expect(desc[5]).toContain('付款时间：日期不存在')
    expect(desc[9]).toContain('科目编号：科目编号不存在')
    expect(desc[9]).toContain('付款金额：最多两位小数')
    expect(desc[13]).toContain('金额不能为0')
    expect(desc[17]).toContain('付款方式不存在')
    expect(desc[21]).toContain('请输入付款方')
    expect(desc[25]).toContain('票面税率')
    expect(desc[29]).toContain('三级科目')
    expect(desc[33]).toContain('合同编号不存在')
    expect(desc[37]).toContain('公式错误')
    expect(await count()).toBe(before)
  })
})

interface Flat {
  sequence: string
  cells: string[]
}
const flat = (sequence: string, payment: Payment, line: Payment['cost_execution_details'][number]): Flat => ({
  sequence,
  cells: [
    payment.pay_at,
    payment.payer,
    payment.post,
    payment.summary,
    line.subject_three_out_code,
    line.pay_channel_i18n,
    line.pay_category_name,
    line.voucher_category_i18n,
    line.face_tax_rate,
    line.contract?.out_code ?? '',
    line.check_invoice?.invoice_number ?? '',
    line.pay_amount_yuan,
    line.remark,
  ],
})

/** The rows as another library and the simple rules of this test read them. */
function expectedRows(workbook: Awaited<ReturnType<typeof readXlsx>>): Flat[] {
  const rows = workbook.sheets[0]?.rows.slice(1) ?? []
  return rows.map(([sequence, date, ...rest]) => {
    const text = (value: unknown) => (value === null || value === undefined ? '' : String(value).trim())
    const half = (value: string) =>
      value.replace(/[！-～]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    const day =
      date instanceof Date
        ? date.toISOString().slice(0, 10)
        : half(text(date))
            .replace(/[年月/.]/g, '-')
            .replace('日', '')
    const padded = /^\d{8}$/.test(day)
      ? `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
      : day
          .split('-')
          .map((part) => part.padStart(2, '0'))
          .join('-')
    const cells = rest.map(text)
    cells[10] = Number(half(cells[10] ?? '').replace(/[,，]/g, '')).toFixed(2)
    return { sequence: text(sequence), cells: [padded, ...cells] }
  })
}
