import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkAll } from '../../../src/operator/check/check.ts'
import { wrongFields } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { citizen, type FeeWorld, feeWorld } from './helpers.ts'

// Which payees are one person, whose fees of a month are taxed together.

let app: TestApp
let world: FeeWorld
beforeAll(async () => {
  app = await workerApp()
  world = await feeWorld(app)
})
afterAll(() => app.close())

/** Writes the payee's row directly, as the API refuses this for a payee with fees unless the feature is off. */
async function giveNumber(payee: string, id_number: string): Promise<void> {
  await app.services.db
    .updateTable('payees')
    .set({ id_number })
    .where('company_id', '=', world.companyId)
    .where('code', '=', payee)
    .execute()
}

describe('of payees and persons', () => {
  test('one person with two payees: other spellings of one ID number', async () => {
    // 15 digits of before 1999, and the 18 of the same person.
    const old = '110105900307005'
    const long = '11010519900307005X'
    const payees = [
      await world.person({ name: '马骁', id_number: long }),
      await world.person({ name: '马骁', id_number: ' 110105 19900307 005x', account: '6222020200112233' }),
      await world.person({ name: '马骁', id_number: old, account: '6222020200112234', id_type: null }),
    ]
    const taxes = []
    for (const payee of payees) taxes.push((await world.add(payee)).tax_yuan)
    expect(taxes).toEqual(['440.00', '520.00', '480.00'])
    const month = (await world.clerk.get('/labor_tax/months/2026-10', { keywords: '马骁' })).data
    expect(month).toMatchObject({
      listTotal: 1,
      items: [{ count: 3, gross_yuan: '9000.00', tax_yuan: '1440.00', id_type_i18n: '居民身份证' }],
    })
    const found = (await world.clerk.get('/labor_tax', { payee_code: payees[2] })).data
    expect(found.listTotal).toBe(3)
  })

  test.each([
    ['Ea1234567', 'EA1234567'],
    ['EA7654321', 'Ea7654321'],
    ['eA1112223', 'Ea1112223'],
  ])('capitals or not: passport %s is %s', async (...numbers) => {
    const taxes = []
    for (const id_number of numbers) {
      const payee = await world.person({ name: `护照${id_number}`, id_type: '3', id_number })
      taxes.push((await world.add(payee)).tax_yuan)
    }
    expect(taxes).toEqual(['440.00', '520.00'])
    const found = (await world.clerk.get('/payees', { keywords: numbers[0]?.toLowerCase() })).data
    expect(found.listTotal).toBe(2)
  })

  test('two payees become one person only where no month of a project has fees of both', async () => {
    const [a, b, c] = [await world.person(), await world.person(), await world.person()]
    const fee = await world.add(a)
    await world.add(b)
    await world.add(c, { pay_at: '2026-09-21' })
    const { id_number } = (await world.clerk.get(`/payees/${a}`, { reveal: '1' })).data
    const number = (code: string) =>
      world.clerk.put(`/payees/${code}`, { name: '改号', kind: '0', id_number: `${id_number} ` })
    const merge = (code: string) => world.clerk.post('/payees/merge', { into: a, codes: [code] })
    const { name } = (await world.admin.get(`/projects/${world.project}`)).data
    const msg = `两个收款人在2026-10都有劳务报酬（项目“${name}”），应合并为一次计税，请先删除或更正其中一方的记录`
    const [renumbered, merged] = [await number(b), await merge(b)]
    expect([renumbered, merged]).toMatchObject([
      { code: 422, msg },
      { code: 422, msg },
    ])
    expect([renumbered, merged].map(wrongFields)).toEqual([['id_number'], ['codes']])
    // Of different months they may, and are one person then.
    expect(await number(c)).toMatchObject({ code: 0 })
    expect((await world.add(c, { pay_at: '2026-10-22' })).tax_yuan).toBe('520.00')
    expect(await merge(c)).toMatchObject({ code: 0 })
    // What was computed together may be merged, also what has no fee of the month any more.
    const later = (await world.clerk.get('/labor_tax', { payee_code: a, month: '2026-10' })).data.items
    expect(later.map((one: { payee: { code: string } }) => one.payee.code)).toEqual([a, a])
    for (const { code } of [later[0], fee])
      expect(await world.clerk.delete(`/labor_tax/${code}`)).toMatchObject({ code: 0 })
    expect(await merge(b)).toMatchObject({ code: 0 })
  })

  test('payees of one number part only where no month of a project has fees of both', async () => {
    const number = citizen(901)
    const [a, b, other] = [
      await world.person({ id_number: number }),
      await world.person({ id_number: number }),
      await world.person(),
    ]
    await world.add(a)
    const { code } = await world.add(b)
    const put = (id_number: string) => world.clerk.put(`/payees/${b}`, { name: '改号', kind: '0', id_number })
    const merge = () => world.clerk.post('/payees/merge', { into: other, codes: [b] })
    const { name } = (await world.admin.get(`/projects/${world.project}`)).data
    const msg = `两个收款人在2026-10都有劳务报酬（项目“${name}”），已合并为一次计税，请先删除或更正其中一方的记录`
    const refused = [await put(citizen(902)), await put(''), await merge()]
    expect(refused).toMatchObject([
      { code: 422, msg },
      { code: 422, msg },
      { code: 422, msg },
    ])
    expect(refused.map(wrongFields)).toEqual([['id_number'], ['id_number'], ['codes']])
    await world.clerk.put(`/labor_tax/${code}`, world.fee(b, { pay_at: '2026-09-21' }))
    expect(await merge()).toMatchObject({ code: 0 })
  })

  test('nor does another type of document, by which a number fits or does not, part or join them', async () => {
    // 17 digits: no citizen's number, but one of another document.
    const id_number = '11010519900307171'
    const other = { id_type: '9', id_number }
    const pair = [await world.person(other), await world.person(other)]
    const taxes = []
    for (const payee of pair) taxes.push((await world.add(payee)).tax_yuan)
    expect(taxes).toEqual(['440.00', '520.00'])
    const put = (payee: string | undefined, id_type: string) =>
      world.clerk.put(`/payees/${payee}`, { name: '改类型', kind: '0', id_type, id_number })
    const parted = await put(pair[1], '1')
    expect([parted.code, parted.msg, wrongFields(parted)]).toEqual([
      422,
      expect.stringContaining('已合并为一次计税'),
      ['id_number'],
    ])
    const alone = await world.person({ id_type: '1', id_number })
    await world.add(alone)
    const joined = await put(alone, '9')
    expect([joined.code, joined.msg]).toEqual([422, expect.stringContaining('应合并为一次计税')])
    expect((await put(alone, '1')).code).toBe(0)
  })

  test('who has fees stays a person with a number, also when merged', async () => {
    const payee = await world.person({ name: '岑远' })
    const put = (changes: object) =>
      world.clerk.put(`/payees/${payee}`, { name: '岑远', kind: '0', id_number: citizen(905), ...changes })
    const merge = async (changes: Record<string, unknown>) =>
      world.clerk.post('/payees/merge', {
        into: await world.person(changes),
        codes: [payee],
      })
    const wrong = [{ id_number: '' }, { kind: '2' }]
    for (const changes of wrong) expect(await put(changes)).toMatchObject({ code: 0 })
    expect(await put({})).toMatchObject({ code: 0 })
    await world.add(payee)
    const answers = [
      ...(await Promise.all(wrong.map(put))),
      await merge({ id_number: '' }),
      await merge({ kind: '2' }),
    ]
    expect(answers.map(wrongFields)).toEqual([['id_number'], ['kind'], ['into'], ['into']])
    for (const { msg } of answers)
      expect(msg).toMatch(/^已有劳务报酬记录（项目“.+”），收款人 .+(不是个人|没有证件号码)/)
    expect(await put({ phone: '13812340067' })).toMatchObject({ code: 0 })
  })

  test('whose payee lost the number before that was refused: the remark can be edited, and the tax file names who lacks it', async () => {
    const payee = await world.person({ name: '失号' })
    const { code } = await world.add(payee, { pay_at: '2026-07-21' })
    const foreigner = await world.person({ name: '外籍', resident: false })
    for (const kind of ['labor', 'script']) await world.add(foreigner, { pay_at: '2026-07-21', kind })
    for (const one of [payee, foreigner]) await giveNumber(one, '')
    const put = (changes: Record<string, unknown>) =>
      world.clerk.put(`/labor_tax/${code}`, world.fee(payee, { pay_at: '2026-07-21', ...changes }))
    expect((await put({ remark: '二组' })).data).toMatchObject({ remark: '二组', tax_yuan: '440.00' })
    const refused = await put({ amount: '4000' })
    expect(refused.msg).toBe('收款人 失号 没有证件号码，请先在收款人中填写')
    expect(wrongFields(refused)).toEqual(['payee_code'])
    const file = (form?: string) => world.clerk.post('/labor_tax/export', { month: '2026-07', form })
    expect(await file()).toMatchObject({
      code: 422,
      msg: expect.stringMatching(/^2026-07 有劳务报酬的收款人 失号 不是个人，或没有证件类型、证件号码/),
    })
    expect(await file('script')).toMatchObject({ code: 0 })
    // Once, though two rows of the form are theirs.
    expect((await file('nonresident')).msg).toContain('收款人 外籍 不是个人')
  })

  test('a fee is given back nothing that another one withheld, though the earlier ones have changed', async () => {
    const number = citizen(903)
    const [a, b] = [await world.person({ id_number: number }), await world.person({ id_number: number })]
    await world.add(a)
    expect((await world.add(b)).tax_yuan).toBe('520.00')
    await giveNumber(b, citizen(904))
    for (const path of ['/labor_tax', '/labor_tax/calculate']) {
      const refused = await world.clerk.post(path, world.fee(b, { amount: '1', payment: world.payment() }))
      expect(refused).toMatchObject({
        code: 422,
        msg: expect.stringMatching(/^该收款人 2026-10 已扣的个税与现有记录不符/),
      })
      expect(wrongFields(refused)).toEqual(['payee_code'])
    }
    expect((await world.add(a, { amount: '1' })).tax_yuan).toBe('0.20')
    const { findings } = await checkAll(app.services, world.project)
    expect(findings.map(({ area, text }) => [area, text])).toEqual([
      ['taxes', expect.stringMatching(/^2026-10 \S+ 劳务报酬已扣个税 520\.00 元，按合计重算为 440\.00 元/)],
    ])
  })

  test('a fee that is less than what the earlier ones lack of the month’s tax says so', async () => {
    const [a, b] = [await world.person({ id_number: citizen(906) }), await world.person()]
    for (const payee of [a, b]) await world.add(payee)
    await giveNumber(b, citizen(906))
    const refused = await world.clerk.post('/labor_tax', world.fee(b, { amount: '50' }))
    expect(wrongFields(refused)).toEqual(['amount'])
    expect(refused.msg).toBe(
      '应扣税费 88.00 元不小于本笔金额：当月前面的记录少扣了税（证件号码、收款人或税率有变动），请先更正或删除当月的记录，再登记本笔',
    )
  })
})
