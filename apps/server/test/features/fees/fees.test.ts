import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAll } from '../../../src/operator/check/check.ts'
import { auditsOf } from '../../base/payees/helpers.ts'
import { wrongFields } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { amountsOf, citizen, type FeeWorld, feeWorld } from './helpers.ts'

let app: TestApp
let world: FeeWorld
beforeAll(async () => {
  app = await workerApp()
  world = await feeWorld(app)
})
afterAll(() => app.close())

describe('fees', () => {
  test('are computed, listed with their sums, and logged', async () => {
    const payee = await world.person({ name: '何川' })
    const saved = await world.add(payee, { basis: 'net', amount: '100000', remark: '副导演' })
    expect(amountsOf(saved)).toEqual(['136764.70', '0.00', '0.00', '36764.70', '100000.00'])
    expect(saved).toMatchObject({
      month: '2026-10',
      payee: { code: payee, name: '何川' },
      kind_i18n: '劳务报酬',
      basis_i18n: '税后',
      taxable_yuan: '109411.76',
      payment: null,
      remitted: null,
      locked: '',
      can: { write: true, link: true, delete: true },
    })
    expect(saved.id_number).toMatch(/^\d{3}\*+\d{3}[\dX]$/)
    const list = (await world.looker.get('/labor_tax', { payee_code: payee })).data
    expect(list).toMatchObject({
      listTotal: 1,
      totals: { gross_yuan: '136764.70', tax_yuan: '36764.70', net_yuan: '100000.00' },
      hint: '预扣预缴，以税务机关为准',
      can: { write: false, delete: false },
    })
    expect(list.items[0]).toMatchObject({
      code: saved.code,
      can: { write: false, link: false, delete: false },
    })
    const [log] = await auditsOf(app, world.companyId, saved.code)
    expect(log).toMatchObject({ action: 'create', label: '何川 2026-10 劳务报酬 136764.70元' })
    expect(JSON.stringify(log?.after)).not.toContain('110105')
  })

  test('of a month are one: the later one is taxed with the earlier one and locks it', async () => {
    const payee = await world.person()
    const first = await world.add(payee)
    const second = await world.add(payee, { pay_at: '2026-10-02' })
    expect([first.tax_yuan, second.tax_yuan]).toEqual(['440.00', '520.00'])
    const locked = (await world.clerk.get('/labor_tax', { codes: [first.code] })).data.items[0]
    expect(locked).toMatchObject({ can: { write: false, link: true, delete: false } })
    const why =
      '该收款人当月后面还有记录（2026-10-02），其税款按当月累计计算；请先删除后面的记录，再修改或删除本条'
    expect(locked.locked).toBe(why)
    expect(
      await world.clerk.put(`/labor_tax/${first.code}`, world.fee(payee, { amount: '1' })),
    ).toMatchObject({
      code: 422,
      msg: why,
    })
    expect(await world.clerk.delete(`/labor_tax/${first.code}`)).toMatchObject({ code: 422, msg: why })
    // The remark is not what the later one rests on.
    const remarked = await world.clerk.put(`/labor_tax/${first.code}`, world.fee(payee, { remark: '二组' }))
    expect(remarked.data).toMatchObject({ remark: '二组', tax_yuan: '440.00' })
    const changed = await world.clerk.put(
      `/labor_tax/${second.code}`,
      world.fee(payee, { basis: 'net', amount: '3000', pay_at: '2026-10-02' }),
    )
    expect(changed.data).toMatchObject({ gross_yuan: '3619.05', tax_yuan: '619.05', version: 2 })
    // Another kind, and another month, are other sums.
    expect((await world.add(payee, { kind: 'script', amount: '50000' })).tax_yuan).toBe('8000.00')
    expect((await world.add(payee, { pay_at: '2026-09-30' })).tax_yuan).toBe('440.00')
    // Moved to where a later one is.
    const moved = await world.clerk.put(
      `/labor_tax/${second.code}`,
      world.fee(payee, { kind: 'script', pay_at: '2026-10-02' }),
    )
    expect(moved).toMatchObject({ code: 422, msg: expect.stringContaining('当月后面还有记录') })
    expect(await world.clerk.delete('/labor_tax/batch', { codes: [first.code, second.code] })).toMatchObject({
      code: 0,
    })
  })

  test('a stale edit is refused, a deleted one is gone', async () => {
    const payee = await world.person()
    const { code } = await world.add(payee)
    const edit = world.fee(payee, { amount: '4000', version: 1 })
    expect((await world.clerk.put(`/labor_tax/${code}`, edit)).data.tax_yuan).toBe('640.00')
    expect(await world.clerk.put(`/labor_tax/${code}`, edit)).toMatchObject({ code: 409 })
    expect(await world.clerk.delete(`/labor_tax/${code}`)).toMatchObject({ code: 0 })
    expect(await world.clerk.put(`/labor_tax/${code}`, edit)).toMatchObject({ code: 404 })
  })

  test('non-residents have other rates, and a person is one or the other in a month', async () => {
    const payee = await world.person({ name: '安德烈', resident: false, id_type: '3', id_number: 'P1234567' })
    const fee = await world.add(payee, { amount: '50000' })
    expect(fee).toMatchObject({
      tax_yuan: '7590.00',
      kind_i18n: '劳务报酬（非居民）',
      taxable_yuan: '40000.00',
    })
    const script = await world.add(payee, { kind: 'script' })
    await world.clerk.put(`/payees/${payee}`, { name: '安德烈', kind: '0', resident: true })
    // Nor does an edit make the first fee one of a resident beside the later one of another kind, which does not lock it.
    for (const refused of [
      await world.clerk.post('/labor_tax', world.fee(payee)),
      await world.clerk.put(`/labor_tax/${fee.code}`, world.fee(payee)),
    ]) {
      expect(refused).toMatchObject({ code: 422, data: { errors: [{ field: 'payee_code' }] } })
      expect(refused.msg).toContain('已有按非居民个人计税的记录')
    }
    // As of payees who became one while the feature was off.
    await app.services.db
      .updateTable('fees')
      .set({ resident: true })
      .where('project_id', '=', world.projectId)
      .where('code', '=', script.code)
      .execute()
    const { findings } = await checkAll(app.services, world.project)
    expect(findings.map(({ text }) => text)).toEqual([
      '2026-10 安德烈 既有按居民、又有按非居民个人计税的记录',
    ])
  })

  test('need a person with an ID number, an amount above 0, and what exists', async () => {
    const wrong = async (changes: Record<string, unknown>, payee = '') =>
      await world.clerk.post('/labor_tax', world.fee(payee, changes))
    const company = await world.addPayee()
    expect(await wrong({}, company.code)).toMatchObject({
      code: 422,
      msg: `收款人 ${company.name} 不是个人，不适用劳务报酬个税`,
    })
    const nobody = await world.person({ name: '无证', id_number: '' })
    expect((await wrong({}, nobody)).msg).toBe('收款人 无证 没有证件号码，请先在收款人中填写')
    const unknown = await world.person({ name: '无类型', id_number: 'AB12', id_type: null })
    expect((await wrong({}, unknown)).msg).toBe('收款人 无类型 没有证件类型，请先在收款人中填写')
    expect(
      wrongFields(await wrong({ amount: '0', kind: 'x', basis: null, pay_at: '2026-13-01' }, '')),
    ).toEqual(['amount', 'basis', 'kind', 'pay_at', 'payee_code'])
    expect(wrongFields(await wrong({}, 'unknown'))).toEqual(['payee_code'])
    const payee = await world.person()
    expect(wrongFields(await wrong({ amount: '-1' }, payee))).toEqual(['amount'])
    expect(wrongFields(await wrong({ amount: '9999999999999.99', basis: 'net' }, payee))).toEqual(['amount'])
    expect(wrongFields(await wrong({ pay_at: '2018-12-31' }, payee))).toEqual(['pay_at'])
    expect(wrongFields(await wrong({ payment_code: 'FK202610210001' }, payee))).toEqual(['payment_code'])
    expect(await world.looker.post('/labor_tax', world.fee(payee))).toMatchObject({ code: 403 })
  })

  test('calculating writes nothing and shows how', async () => {
    const payee = await world.person()
    await world.add(payee)
    const { data } = await world.looker.post('/labor_tax/calculate', world.fee(payee))
    expect(data).toMatchObject({
      tax_yuan: '520.00',
      net_yuan: '2480.00',
      before: { count: 1, gross_yuan: '3000.00', tax_yuan: '440.00' },
      hint: '预扣预缴，以税务机关为准',
    })
    expect(data.working.at(-2)).toEqual({
      label: '本笔预扣税额',
      text: '960.00 − 当月已扣 440.00',
      amount_yuan: '520.00',
    })
    expect((await world.clerk.get('/labor_tax', { payee_code: payee })).data.listTotal).toBe(1)
    // Of nobody in particular, and of the record that is edited.
    const alone = { ...world.fee('', { amount: '50000' }), payee_code: null, resident: false }
    expect((await world.looker.post('/labor_tax/calculate', alone)).data.tax_yuan).toBe('7590.00')
    const { code } = await world.add(payee)
    const again = await world.looker.post('/labor_tax/calculate', world.fee(payee, { code }))
    expect(again.data.tax_yuan).toBe('520.00')
  })

  test('an actor is never paid net', async () => {
    const payee = await world.person()
    const contract_code = await world.contract('HT-演员', '0')
    const body = world.fee(payee, { basis: 'net', contract_code, payment: world.payment({ contract_code }) })
    const msg = '演员合同不得为税后收入合同'
    expect(await world.clerk.post('/labor_tax/calculate', body)).toMatchObject({ code: 422, msg })
    const refused = await world.clerk.post('/labor_tax', body)
    expect(refused).toMatchObject({ code: 422, msg })
    expect(wrongFields(refused)).toEqual(['payment.contract_code'])
    expect((await world.add(payee, { payment: world.payment({ contract_code }) })).payment).not.toBeNull()
    const unknown = await world.clerk.post('/labor_tax/calculate', { ...body, contract_code: 'unknown' })
    expect(wrongFields(unknown)).toEqual(['contract_code'])
  })

  test('are exported, also for the tax authority, whose file has ID numbers in full and is logged', async () => {
    const other = await feeWorld(app)
    const payee = await other.person({ name: '唐一鸣', id_number: citizen(777) })
    await other.add(payee)
    await other.add(payee, { pay_at: '2026-10-22' })
    await other.add(payee, { kind: 'script', amount: '4000' })
    const sheetOf = async (path: string, body: object) => {
      const { data } = await other.clerk.post(path, body)
      return await sheet(app, data.file_url)
    }
    const records = await sheetOf('/labor_tax/records/export', { month: '2026-10' })
    expect(records[0]?.slice(0, 4)).toEqual(['月份', '付款日期', '收款人', '所得项目'])
    expect(records.slice(1).map((row) => row[3])).toEqual(
      expect.arrayContaining(['特许权使用费', '劳务报酬']),
    )
    const months = await sheetOf('/labor_tax/months/export', {})
    expect(months[0]).toEqual([
      ...[
        '月份',
        '笔数',
        '税前收入（元）',
        '增值税（元）',
        '附加税费（元）',
        '预扣税额（元）',
        '应缴（元）',
        '已缴（元）',
      ],
      ...['待缴（元）', '缴款期限', '缴税付款'],
    ])
    expect(months[1]?.slice(0, 3)).toEqual(['2026-10', '3', 10_000])
    const labor = await sheetOf('/labor_tax/export', { month: '2026-10' })
    expect(labor).toHaveLength(2)
    expect(labor[0]).toEqual([
      ...['工号', '*姓名', '*证件类型', '*证件号码', '*所得项目', '*收入', '免税收入', '商业健康保险'],
      ...['税延养老保险', '其他', '允许扣除的税费', '减免税额', '协定减免', '备注'],
    ])
    expect(labor[1]?.slice(1, 6)).toEqual(['唐一鸣', '居民身份证', citizen(777), '一般劳务报酬所得', 6000])
    const script = await sheetOf('/labor_tax/export', { month: '2026-10', form: 'script' })
    expect(script[1]?.slice(4, 6)).toEqual(['特许权使用费所得', 4000])
    expect(await sheetOf('/labor_tax/export', { month: '2026-10', form: 'nonresident' })).toHaveLength(1)
    const logs = await app.services.db
      .selectFrom('audit_logs')
      .select('label')
      .where('project_id', '=', other.projectId)
      .where('action', '=', 'export')
      .execute()
    expect(logs.map(({ label }) => label)).toContain('2026-10 劳务报酬个税申报表（含完整证件号码）')
    expect(await other.looker.post('/labor_tax/export', { month: '2026-10' })).toMatchObject({ code: 403 })
  })
})

async function sheet(test: TestApp, url: string): Promise<unknown[][]> {
  const { readXlsx } = await import('hucre/xlsx')
  const response = await test.http.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })
  expect(response.statusCode).toBe(200)
  const { sheets } = await readXlsx(response.rawPayload)
  return sheets[0]?.rows ?? []
}
