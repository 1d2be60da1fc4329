import { DefaultQueryExecutor } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkAll } from '../../../src/operator/check/check.ts'
import { lineOf } from '../../../src/operator/check/report.ts'
import { wrongFields } from '../../books/payments/helpers.ts'
import { newProject, type TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { amountsOf, feeWorld, paymentOf } from './helpers.ts'

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

describe('VAT', () => {
  test('the first fee from 2026-11-01 on asks how the company sees to it', async () => {
    const world = await feeWorld(app)
    const payee = await world.person()
    expect((await world.looker.get('/labor_tax/setting')).data).toEqual({
      vat: null,
      surcharge: '3.5',
      version: 0,
      asked_from: { labor: '2026-11-01', script: null },
      can: { write: false },
    })
    await world.add(payee, { pay_at: '2026-10-31' })
    const fee = world.fee(payee, { pay_at: '2026-11-01' })
    for (const path of ['/labor_tax', '/labor_tax/calculate']) {
      const asked = await world.clerk.post(path, fee)
      expect(asked).toMatchObject({ code: 422, msg: expect.stringContaining('请先选择本公司的处理方式') })
      expect(wrongFields(asked)).toEqual(['vat'])
    }
    // It is of all projects of the company, so a clerk of one of them, who may do everything with fees, only sees it.
    expect((await world.clerk.get('/labor_tax/setting')).data.can).toEqual({ write: false })
    for (const caller of [world.looker, world.clerk])
      expect(await caller.put('/labor_tax/setting', { vat: 'invoice', surcharge: '3.5' })).toMatchObject({
        code: 403,
      })
    // What is exempt needs no choice.
    expect(await world.add(payee, { pay_at: '2026-11-01', kind: 'script', amount: '800' })).toMatchObject({
      vat_yuan: '0.00',
      vat_withheld: false,
    })
    await world.choose('invoice')
    expect(amountsOf(await world.add(payee, { pay_at: '2026-11-01', amount: '20000' }))).toEqual([
      ...['20000.00', '0.00', '0.00', '3200.00', '16800.00'],
    ])
    const stale = { vat: 'withhold', surcharge: '3.5', version: 0 }
    expect(await world.admin.put('/labor_tax/setting', stale)).toMatchObject({ code: 409 })
    expect(
      wrongFields(await world.admin.put('/labor_tax/setting', { vat: 'x', surcharge: '100.5' })),
    ).toEqual(['surcharge', 'vat'])
    const changed = await world.admin.put('/labor_tax/setting', { ...stale, version: 1, surcharge: '6' })
    expect(changed.data).toMatchObject({ vat: 'withhold', surcharge: '6', version: 2, can: { write: true } })
    // Of the company: also in its other projects.
    const second = await newProject(world.admin, '第二项目')
    expect((await world.admin.on(second).get('/labor_tax/setting')).data.vat).toBe('withhold')
    const logs = await app.services.db
      .selectFrom('audit_logs')
      .select(['label', 'after', 'project_id'])
      .where('company_id', '=', world.companyId)
      .where('resource', '=', 'labor_tax')
      .where('action', '=', 'update')
      .orderBy('id')
      .execute()
    expect(logs.at(-1)).toMatchObject({ after: { vat: 'withhold', surcharge: '6' }, project_id: null })
  })

  test('is withheld from the day on which it must be, with its surcharge', async () => {
    const world = await feeWorld(app)
    await world.choose('withhold')
    const payee = await world.person()
    expect(amountsOf(await world.add(payee, { pay_at: '2026-11-02', amount: '20000' }))).toEqual([
      ...['20000.00', '198.02', '6.93', '3166.93', '16628.12'],
    ])
    expect((await world.add(payee, { pay_at: '2026-10-31', amount: '20000' })).vat_yuan).toBe('0.00')
    const late = await world.clerk.post('/labor_tax', world.fee(payee, { pay_at: '2028-01-01' }))
    expect(wrongFields(late)).toEqual(['pay_at'])
    expect(late.msg).toContain('2027-12-31 以后的增值税规定尚未录入')
  })

  test('1,009.99 a day is exempt, 1,010.00 is not; halves on two days are', async () => {
    const world = await feeWorld(app)
    await world.choose('withhold')
    const day = { pay_at: '2026-11-30' }
    expect(amountsOf(await world.add(await world.person(), { ...day, amount: '1009.99' }))).toEqual([
      ...['1009.99', '0.00', '0.00', '42.00', '967.99'],
    ])
    expect(amountsOf(await world.add(await world.person(), { ...day, amount: '1010.00' }))).toEqual([
      ...['1010.00', '10.00', '0.35', '39.93', '959.72'],
    ])
    // Half before midnight in Shanghai, half after it: two days, and two months.
    const split = await world.person()
    expect((await world.add(split, { ...day, amount: '505' })).vat_yuan).toBe('0.00')
    expect((await world.add(split, { pay_at: '2026-12-01', amount: '505' })).vat_yuan).toBe('0.00')
    // Both on one day: who reaches it with the second pays for both, also of another kind.
    const both = await world.person()
    const first = await world.add(both, { ...day, amount: '600' })
    // A script is exempt, whatever else the day has.
    const script = await world.add(both, { ...day, amount: '20000', kind: 'script' })
    expect(amountsOf(script)).toEqual(['20000.00', '0.00', '0.00', '3200.00', '16800.00'])
    expect(script.vat_withheld).toBe(false)
    const second = await world.add(both, { ...day, amount: '600' })
    expect([second.vat_yuan, second.surcharge_yuan, second.tax_yuan]).toEqual(['11.88', '0.42', '77.54'])
    expect((await world.clerk.put(`/labor_tax/${first.code}`, world.fee(both, day))).msg).toContain(
      '当月后面还有记录',
    )
  })

  test('is of a day in all projects of the company, and the later fee locks the earlier one', async () => {
    const world = await feeWorld(app)
    await world.choose('withhold')
    const day = { pay_at: '2026-11-30', amount: '600' }
    const payee = await world.person()
    const other = world.admin.on(await newProject(world.admin, '第二项目'))
    await newProject(world.admin, '第三项目')
    const first = await world.add(payee, day)
    const sent = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
    const shown = (await other.post('/labor_tax/calculate', world.fee(payee, day))).data
    await world.clerk.get('/labor_tax', { codes: [first.code] })
    const reads = sent.mock.calls.filter(([{ sql }]) => sql.includes('from fees'))
    sent.mockRestore()
    // As many for any number of projects: two to compute; for the list its page, remittances and later fees, here and elsewhere.
    expect(reads).toHaveLength(2 + 4)
    expect(shown).toMatchObject({ before: { count: 0 }, vat_yuan: '11.88' })
    expect(shown.working[1]).toMatchObject({
      label: '增值税',
      text: '本公司当日累计 1,200.00（前1笔 600.00） ÷ (1 + 1%) × 1%',
    })
    const second = (await other.post('/labor_tax', world.fee(payee, day))).data
    expect(amountsOf(second)).toEqual(['600.00', '11.88', '0.42', '0.00', '587.70'])
    // Income tax is of a project, and another day is another one.
    const next = await other.post('/labor_tax/calculate', world.fee(payee, { pay_at: '2026-11-29' }))
    expect(next.data).toMatchObject({
      before: { count: 1, gross_yuan: '600.00' },
      vat_yuan: '29.70',
      tax_yuan: '551.39',
    })
    const why = (project: string) =>
      `该收款人当日在${project}后面还有记录（2026-11-30），其增值税按当日累计计算；请先删除后面的记录，再修改或删除本条`
    // The clerk may not know the other project.
    const listed = (await world.clerk.get('/labor_tax', { codes: [first.code] })).data.items[0]
    expect(listed).toMatchObject({ locked: why('其他项目'), can: { write: false, delete: false } })
    const named = (await world.admin.get('/labor_tax', { codes: [first.code] })).data.items[0]
    expect(named.locked).toBe(why('项目“第二项目”'))
    const changed = world.fee(payee, { ...day, amount: '500' })
    for (const refused of [
      await world.clerk.put(`/labor_tax/${first.code}`, changed),
      await world.clerk.delete(`/labor_tax/${first.code}`),
    ])
      expect(refused).toMatchObject({ code: 422, msg: why('其他项目') })
    // The later one may be changed: of 1,009.99 there is none.
    const edited = await other.put(
      `/labor_tax/${second.code}`,
      world.fee(payee, { ...day, amount: '409.99' }),
    )
    expect(edited.data).toMatchObject({ vat_yuan: '0.00', net_yuan: '409.99' })
    expect(await other.delete(`/labor_tax/${second.code}`)).toMatchObject({ code: 0 })
    expect(await world.clerk.delete(`/labor_tax/${first.code}`)).toMatchObject({ code: 0 })
  })

  test('of a day is not of two payees that become one, whatever their projects', async () => {
    const world = await feeWorld(app)
    await world.choose('withhold')
    const day = { pay_at: '2026-11-30', amount: '600' }
    const [into, from] = [await world.person(), await world.person()]
    const other = world.admin.on(await newProject(world.admin, '第二项目'))
    await world.add(into, day)
    const { code } = (await other.post('/labor_tax', world.fee(from, day))).data
    const merge = () => world.clerk.post('/payees/merge', { into, codes: [from] })
    expect(await merge()).toMatchObject({
      code: 422,
      msg: '两个收款人在2026-11-30都有劳务报酬，其增值税应合并计算，请先删除或更正其中一方的记录',
    })
    await other.put(`/labor_tax/${code}`, world.fee(from, { ...day, pay_at: '2026-11-29' }))
    expect(await merge()).toMatchObject({ code: 0 })
  })

  test('of a day is given back to nobody, though the project of the other fee was deleted', async () => {
    const world = await feeWorld(app)
    await world.choose('withhold')
    const payee = await world.person()
    const day = { pay_at: '2026-11-30', amount: '600' }
    const project = await newProject(world.admin, '丁')
    expect((await world.admin.on(project).post('/labor_tax', world.fee(payee, day))).code).toBe(0)
    expect((await world.add(payee, day)).vat_yuan).toBe('11.88')
    expect((await world.admin.delete(`/projects/${project}`, { name: '丁' })).code).toBe(0)
    const fee = world.fee(payee, { ...day, amount: '100' })
    for (const path of ['/labor_tax', '/labor_tax/calculate'])
      expect(await world.clerk.post(path, fee)).toMatchObject({
        code: 422,
        msg: expect.stringMatching(/^该收款人 2026-11-30 已代扣的增值税与现有记录不符/),
      })
    const { findings } = await checkAll(app.services, world.project)
    expect(findings.map(lineOf)).toEqual([
      expect.stringMatching(
        /^劳务个税｜.*｜2026-11-30 \S+ 已代扣增值税 11\.88 元，按合计重算为 0\.00 元；请核对证件号码、项目和税率是否有变动$/,
      ),
    ])
  })

  test('of an invoice that the person brings is paid beside the fee, which is taxed without it', async () => {
    const world = await feeWorld(app)
    await world.choose('invoice')
    const payee = await world.person()
    const invoiced = { pay_at: '2026-11-05', amount: '19801.98', invoice_vat: '198.02' }
    const { data } = await world.looker.post('/labor_tax/calculate', world.fee(payee, invoiced))
    expect(data).toMatchObject({ tax_yuan: '3168.32', net_yuan: '16633.66', paid_yuan: '16831.68' })
    expect(data.working.at(-1)).toEqual({
      label: '付款金额',
      text: '16,633.66 + 发票增值税 198.02',
      amount_yuan: '16831.68',
    })
    const fee = await world.add(payee, { ...invoiced, payment: world.payment() })
    expect(fee).toMatchObject({ net_yuan: '16633.66', invoice_vat_yuan: '198.02', paid_yuan: '16831.68' })
    const code = fee.payment?.payment_code ?? ''
    expect(await paymentOf(world, code)).toMatchObject({ pay_amount_yuan: '16831.68' })
    // A payment of another amount is not that of the fee; without the payment it follows what is typed, also after the fee is locked.
    const put = (changes: object) =>
      world.clerk.put(`/labor_tax/${fee.code}`, world.fee(payee, { ...invoiced, ...changes }))
    expect((await put({ invoice_vat: '0' })).msg).toBe(`付款 ${code} 没有金额为实发金额 16,633.66 元的明细`)
    await world.add(payee, { pay_at: '2026-11-06' })
    expect((await put({ invoice_vat: undefined, remark: '副导演' })).data.invoice_vat_yuan).toBe('198.02')
    expect((await put({ invoice_vat: '0', payment_code: null })).data.paid_yuan).toBe('16633.66')
    expect((await put({ payment_code: code })).data).toMatchObject({
      paid_yuan: '16831.68',
      payment: { payment_code: code },
    })
    const list = (await world.clerk.get('/labor_tax', { month: '2026-11' })).data
    expect(list.totals).toMatchObject({ invoice_vat_yuan: '198.02' })
    const of = async (changes: object) =>
      wrongFields(await world.clerk.post('/labor_tax', world.fee(payee, { ...invoiced, ...changes })))
    expect(await of({ invoice_vat: '-1' })).toEqual(['invoice_vat'])
    expect(await of({ amount: '100', invoice_vat: '100' })).toEqual(['invoice_vat'])
    const { version } = (await world.admin.get('/labor_tax/setting')).data
    await world.admin.put('/labor_tax/setting', { vat: 'withhold', surcharge: '3.5', version })
    expect(await of({})).toEqual(['invoice_vat'])
  })

  test('a fee that VAT of the day eats up is refused', async () => {
    const world = await feeWorld(app)
    await world.choose('withhold')
    const payee = await world.person()
    await world.add(payee, { pay_at: '2026-11-30', amount: '1009.99' })
    const refused = await world.clerk.post(
      '/labor_tax',
      world.fee(payee, { pay_at: '2026-11-30', amount: '0.01' }),
    )
    expect(refused).toMatchObject({ code: 422, msg: expect.stringContaining('请将当日费用合并登记') })
  })
})
