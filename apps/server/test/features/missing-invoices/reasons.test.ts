import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshMissing } from '../../../src/features/missing-invoices/stored-lines.ts'
import { bookOf, importFile, RIGHT, upload } from '../../books/payments/sheet/sheets.ts'
import type { TestApp } from '../../harness/harness.ts'
import { hold } from '../../harness/hold.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { downloadRows } from '../cost-reports/sheets.ts'
import { addFile, done, expectTrue, type MissingWorld, missingWorld } from './helpers.ts'

describe('a line lacks an invoice', () => {
  let app: TestApp
  let world: MissingWorld
  beforeAll(async () => {
    app = await workerApp()
  })
  beforeEach(async () => {
    world = await missingWorld(app)
  })
  afterAll(() => app.close())

  const line: MissingWorld['lineOf'] = (...own) => world.lineOf(...own)
  const use = (code: string, amount?: string) => ({ invoices: [{ code, ...(amount && { amount }) }] })
  const isTrue = () => expectTrue(app, world)

  test('for each reason, the first that holds; negative lines and those of write-offs lack none', async () => {
    const [whole, part, paper] = [
      await world.invoice(100_00n),
      await world.invoice(30_00n),
      await world.invoice(500_00n, { original: false }),
    ]
    await world.pay([
      line('1', null),
      line('2', 12),
      line('3', 16),
      line('4', 6),
      line('5', 1),
      line('100', 6, use(whole)),
      line('40.50', 6, use(part)),
      line('7', 5, use(paper, '7')),
      line('8', 4, use(paper, '8')),
      line('8.10', 3, use(paper, '8.10')),
      line('8.20', 2, use(paper, '8.20')),
      line('-9', null),
      line('-10', 6),
    ])
    expect(await world.reasons()).toEqual([
      ['未填凭证类型', '1.00'],
      ['无票', '2.00'],
      ['无票', '3.00'],
      ['未关联发票', '4.00'],
      ['未关联发票', '5.00'],
      ['金额不足', '10.50'],
      ['缺电子原件', '7.00'],
      ['缺电子原件', '8.00'],
      ['缺电子原件', '8.10'],
    ])
    await isTrue()
    // No check lets a linked invoice fail; an older database may have one.
    await world.setInvoice(part, { status: 1 })
    await world.setInvoice(whole, { voided: true })
    expect((await world.reasons()).slice(5)).toEqual([
      ['发票异常', '100.00'],
      ['发票异常', '40.50'],
      ['缺电子原件', '7.00'],
      ['缺电子原件', '8.00'],
      ['缺电子原件', '8.10'],
    ])
    await world.setInvoice(part, { status: 0 })
    await world.setInvoice(whole, { voided: false })
    await addFile(app, world.projectId, paper, await world.attachment('pdf'))
    expect((await world.reasons()).slice(5)).toEqual([['金额不足', '10.50']])
    await isTrue()
    await sql`delete from invoice_files where project_id = ${world.projectId}`.execute(app.services.db)
    expect((await world.reasons()).slice(5).map(([reason]) => reason)).toEqual([
      '缺电子原件',
      '金额不足',
      '缺电子原件',
      '缺电子原件',
      '缺电子原件',
    ])
    await isTrue()
  })

  test('marked 无需发票 it lacks none, neither as a small receipt; with the mark taken back it does; imported and exported with it', async () => {
    const saved = await world.pay([line('10', null), line('20', 6), line('-5', null)], { payer: '甲公司' })
    await world.pay([line('600', 14), line('400', 14, { no_invoice_reason: '境外付款' })], { payer: '老王' })
    expect(await world.reasons()).toEqual([
      ['未填凭证类型', '10.00'],
      ['未关联发票', '20.00'],
    ])
    const [first, second, back] = saved.cost_execution_details.map(({ code }: { code: string }) => code)
    const mark = (no_invoice_reason: string, version: number, ...codes: string[]) =>
      world.clerk.post('/missing_invoices/mark', {
        no_invoice_reason,
        items: codes.map((line_code) => ({ line_code, version })),
      })
    done(await mark('款项已退回', 1, first, second))
    expect(await world.reasons()).toEqual([])
    await isTrue()
    const stored = async () =>
      (await world.clerk.get(`/cost_executions/${saved.code}`)).data.cost_execution_details.map(
        ({ no_invoice_reason }: { no_invoice_reason: string }) => no_invoice_reason,
      )
    expect(await stored()).toEqual(['款项已退回', '款项已退回', ''])
    // A body of before says nothing of it.
    done(
      await world.put(saved.code, [
        line('10', null, { code: first }),
        line('20', 6, { code: second }),
        line('-5', null, { code: back }),
      ]),
    )
    expect(await stored()).toEqual(['款项已退回', '款项已退回', ''])
    expect(await mark('', 1, second)).toMatchObject({ status: 409 })
    expect((await mark('长'.repeat(201), 3, second, 'gone')).data.errors).toMatchObject([
      { field: 'no_invoice_reason' },
      { field: 'items[1].line_code', message: '明细不存在或已被删除' },
    ])
    done(await mark('', 3, second))
    expect(await world.reasons()).toEqual([['未关联发票', '20.00']])
    expect(await world.viewer.post('/missing_invoices/mark', {})).toMatchObject({ status: 403 })
    const rows = await downloadRows(app, world.clerk, '/cost_executions/export', { keywords: saved.code })
    const at = rows[0]?.indexOf('无需发票原因') ?? -1
    expect(rows.slice(1, 4).map((row) => row[at])).toEqual(['款项已退回', '', ''])
    const again = await importFile(
      world.clerk,
      await upload(app, world.clerk, await bookOf([{ ...RIGHT, no_invoice_reason: '赔偿款' }])),
    )
    expect(again.data.status).toBe('succeeded')
    expect((await world.reasons()).length).toBe(1)
  })

  test('follows edits: of amounts, types, invoices, dates and payers, changes together, deletions', async () => {
    const invoice = await world.invoice(100_00n)
    const saved = await world.pay([line('100', 6, use(invoice)), line('20', null)], { payer: '甲公司' })
    const [first, second] = saved.cost_execution_details
    expect(await world.reasons()).toEqual([['未填凭证类型', '20.00']])
    done(
      await world.put(saved.code, [
        line('120', 6, { code: first.code }),
        line('20', 6, { code: second.code }),
      ]),
    )
    expect(await world.reasons()).toEqual([
      ['金额不足', '20.00'],
      ['未关联发票', '20.00'],
    ])
    // Below what it uses: its only invoice follows the amount, an amount that is named does not.
    const lowered = await world.put(saved.code, [line('60', 6, { code: first.code, ...use(invoice, '100') })])
    expect(lowered.data.errors).toMatchObject([
      {
        field: 'cost_execution_details[0].invoices[0].amount',
        message: '不能大于明细中未关联发票的 60.00 元',
      },
    ])
    done(
      await world.put(saved.code, [
        line('60', 6, { code: first.code }),
        line('20', 6, { code: second.code }),
      ]),
    )
    expect(await world.reasons()).toEqual([['未关联发票', '20.00']])
    const { version } = (await world.clerk.get(`/cost_executions/${saved.code}`)).data
    done(
      await world.clerk.put('/cost_executions/batch', {
        records: [{ code: saved.code, version }],
        changes: { voucher_category: '16' },
      }),
    )
    expect(await world.reasons()).toEqual([
      ['无票', '60.00'],
      ['无票', '20.00'],
    ])
    await sql`update payments set pay_at = ${world.ago(45)}, payer = '乙公司'
      where project_id = ${world.projectId}`.execute(app.services.db)
    expect((await world.list()).items[0]).toMatchObject({ days: 45, age: '31_60', payer: '乙公司' })
    expect((await world.clerk.get('/missing_invoices/payers')).data.items).toMatchObject([
      { payer: '乙公司', count: 2, lacking_yuan: '80.00' },
    ])
    await isTrue()
    await world.clerk.delete(`/cost_executions/${saved.code}`)
    expect(await world.list()).toMatchObject({ items: [], listTotal: 0, lacking_yuan: '0.00' })
    expect((await world.clerk.get('/missing_invoices/payers')).data).toMatchObject({
      items: [],
      listTotal: 0,
    })
    await isTrue()
  })

  test('while another one refreshes them, readers ask now and then; a refresh looks at the sums that it changes alone', async () => {
    await world.pay([line('1', null)])
    const lock = await hold(
      app.databaseUrl,
      `select pg_advisory_xact_lock(hashtextextended('missing ${world.projectId}', 0))`,
    )
    let statements = 0
    const counted = app.services.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(refreshMissing({ db: counted }, world.projectId, 1_000)).rejects.toThrow('欠票正在重新统计')
    await lock.release()
    // At most thirteen tries of three statements each.
    expect(statements).toBeLessThan(45)
    // Left by an earlier version, as nobody looks for it.
    await sql`insert into missing_days (project_id, reason, pay_at, amount, entries)
      values (${world.projectId}, 1, '2020-01-01', 0, 0)`.execute(app.services.db)
    expect(await world.reasons()).toEqual([['未填凭证类型', '1.00']])
    const { rows } = await sql`select 1 from missing_days d where d.project_id = ${world.projectId}`.execute(
      app.services.db,
    )
    expect(rows).toHaveLength(2)
  })

  test('small receipts do, until a payee has 1,000.00 of them on a day', async () => {
    const receipt = (amount: string, header: object = {}) =>
      world.pay([line(amount, 14)], { payer: '老王', pay_at: world.ago(1), ...header })
    await receipt('600')
    const other = await receipt('399.99')
    await receipt('999.99', { pay_at: world.ago(2) })
    await receipt('999.99', { payer: '老李' })
    await world.pay([line('500', 14, { pay_category_id: await world.type('工资劳务') })], {
      payer: '老王',
      pay_at: world.ago(1),
    })
    expect(await world.reasons()).toEqual([])
    await isTrue()
    const cent = await receipt('0.01')
    expect(await world.reasons()).toEqual([
      ['无票', '600.00'],
      ['无票', '399.99'],
      ['无票', '0.01'],
    ])
    await isTrue()
    // Each of them that leaves the day, changes its type or goes takes the others along.
    const [own] = other.cost_execution_details
    done(
      await world.put(other.code, [line('399.99', 14, { code: own.code })], {
        payer: '老王',
        pay_at: world.ago(2),
      }),
    )
    expect(await world.reasons()).toEqual(
      [
        ['无票', '399.99'],
        ['无票', '999.99'],
      ].toSorted(),
    )
    done(
      await world.put(other.code, [line('399.99', 6, { code: own.code })], {
        payer: '老王',
        pay_at: world.ago(2),
      }),
    )
    expect(await world.reasons()).toEqual([['未关联发票', '399.99']])
    await receipt('400')
    expect((await world.reasons({ reason: 'unticketed' })).length).toBe(3)
    await world.clerk.delete(`/cost_executions/${cent.code}`)
    expect((await world.reasons({ reason: 'unticketed' })).length).toBe(2)
    await isTrue()
  })

  test('small receipts of one payee count together whatever the payments call it', async () => {
    const payee_code = done(await world.admin.post('/payees', { kind: 0, name: '王某某' })).data.code
    await world.pay([line('600', 14)], { payer: '老王', payee_code })
    await world.pay([line('400', 14)], { payer: '王师傅', payee_code })
    await world.pay([line('400', 14)], { payer: '老王' })
    expect(await world.reasons()).toEqual([
      ['无票', '600.00'],
      ['无票', '400.00'],
    ])
    await isTrue()
  })
})
