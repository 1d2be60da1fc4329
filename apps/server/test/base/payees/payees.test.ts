import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renewSearchTexts } from '../../../src/base/payees/pinyin.ts'
import { wrongFields } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { atOnce, overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf, card, type PayeeWorld, payeeWorld } from './helpers.ts'

let test: TestApp
let world: PayeeWorld

beforeAll(async () => {
  test = await workerApp()
  world = await payeeWorld(test)
})
afterAll(() => test.close())

const stored = (code: string) =>
  test.services.db.selectFrom('payees').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

describe('a payee', () => {
  it('is added; its numbers are masked in answers, lists, options and the log, and shown in full only to who may write', async () => {
    const body = world.payee({ name: '重庆某某木作' })
    const added = await world.clerk.post('/payees', body)
    expect(added).toMatchObject({
      code: 0,
      data: {
        name: '重庆某某木作',
        kind_i18n: '个体户',
        id_type_i18n: '统一社会信用代码',
        // As of contracts.
        id_number: '911***********CD2X',
        phone: '138****0066',
        account: `${'*'.repeat(12)}${String(body.account).slice(-4)}`,
        account_change: null,
        resident: true,
        version: 1,
        can: { write: true, delete: true, reveal: true },
      },
    })
    const { code } = added.data
    const secret = new RegExp(`${body.account}|91110105MA01ABCD2X|13812340066`)
    const read = await world.looker.get(`/payees/${code}`)
    const list = await world.looker.get('/payees', { keywords: '重庆某某木作' })
    const options = await world.looker.get('/selects/payees', { keywords: '重庆某某木作' })
    const usage = await world.looker.get(`/payees/${code}/usage`)
    for (const answer of [added, read, list, options, usage])
      expect(JSON.stringify(answer.data)).not.toMatch(secret)
    expect(list.data).toMatchObject({ listTotal: 1, items: [{ code }], can: { write: false, delete: false } })
    expect(options.data.items).toMatchObject([{ value: code, label: '重庆某某木作' }])
    expect(usage.data.changes).toMatchObject([{ field: 'account', before: '', recent: false }])
    expect((await world.looker.get(`/payees/${code}`, { reveal: '1' })).status).toBe(403)
    expect((await world.clerk.get(`/payees/${code}`, { reveal: '1' })).data).toMatchObject({
      account: body.account,
      id_number: body.id_number,
      phone: body.phone,
    })
    const audits = await auditsOf(test, world.companyId, code)
    expect(audits.map(({ action }) => action)).toEqual(['create', 'reveal'])
    expect(JSON.stringify(audits.map(({ before, after, label }) => [before, after, label]))).not.toMatch(
      secret,
    )
    expect(await stored(code)).toMatchObject({ account: body.account, id_number: body.id_number })
  })

  it.each([
    ['name', { name: ' ' }, '请输入收款人名称'],
    ['kind', { kind: '7' }, '请选择收款人类型'],
    ['account', { account: '1234567' }, '收款账号须为8至32位数字'],
    ['account', { account: '62220000x' }, '收款账号须为8至32位数字'],
    ['account', { account: '1'.repeat(33) }, '收款账号须为8至32位数字'],
    ['account', { account: '****1234' }, '请填写完整号码，不能包含 *'],
    ['bank_code', { bank_code: '12' }, '联行号须为12位数字'],
    ['id_type', { id_type: '10' }, '证件类型不正确'],
  ])('with a wrong %s is refused', async (field, changes, message) => {
    const answer = await world.clerk.post('/payees', world.payee(changes))
    expect(answer.status).toBe(422)
    expect(wrongFields(answer)).toEqual([field])
    expect(answer.msg).toBe(message)
  })

  it('is warned of check digits that do not fit, but saved', async () => {
    const wrong = await world.addPayee({
      account: '6222020000000001',
      id_number: '110101199001010000',
      id_type: '1',
    })
    expect(wrong).toMatchObject({
      warnings: ['证件号码校验未通过，请核对（可继续保存）', '收款账号校验未通过，请核对（可继续保存）'],
    })
    expect(await world.addPayee({ account: '12345678', id_number: '' })).toMatchObject({ warnings: [] })
  })

  it('keeps what a PUT lacks, and null empties it', async () => {
    const { code } = await world.addPayee({ name: '保留甲' })
    const before = await stored(code)
    const kept = await world.clerk.put(`/payees/${code}`, { name: '保留乙', kind: '1', version: 1 })
    expect(kept.code).toBe(0)
    const { search: _, ...after } = await stored(code)
    const { search: __, ...was } = before
    expect(after).toEqual({ ...was, name: '保留乙', kind: 1, version: 2, updated_at: after.updated_at })
    const emptied = await world.clerk.put(`/payees/${code}`, {
      name: '保留乙',
      kind: '1',
      phone: null,
      account: '',
      id_type: null,
    })
    expect(emptied.data).toMatchObject({ phone: '', account: '', id_type: null, account_change: null })
    expect((await world.clerk.put(`/payees/${code}`, { name: '旧', kind: '1', version: 1 })).status).toBe(409)
  })

  it('of the same name and account exists once, also when two people add it at once', async () => {
    const body = world.payee({ name: '同时新增' })
    const tally = await atOnce(2, () => world.clerk.post('/payees', body))
    expect(tally).toEqual({ '0 操作成功': 1, '422 已有同名且账号相同的收款人': 1 })
    expect((await world.clerk.post('/payees', { ...body, account: card(800) })).code).toBe(0)
  })

  it('is added once for a repeated Idempotency-Key', async () => {
    const body = world.payee({ name: '重复提交' })
    const headers = { 'Idempotency-Key': 'payee-key-0001' }
    const first = await world.clerk.post('/payees', body, headers)
    const second = await world.clerk.post('/payees', body, headers)
    expect(second.data).toEqual(first.data)
    expect((await world.clerk.get('/payees', { keywords: '重复提交' })).data.listTotal).toBe(1)
  })

  it('is deleted with its history, unless a payment or a contract names it', async () => {
    const { code } = await world.addPayee()
    const used = await world.addPayee({ name: '已用收款人' })
    await world.pay(used.code)
    // As everywhere, the codes are in the body or in the address.
    const refused = await world.clerk.delete(`/payees/batch?codes=${code}&codes=${used.code}`)
    expect(refused.status).toBe(422)
    expect(refused.msg).toMatch(
      /^收款人 已用收款人 已被项目“.*”的付款、付款申请、劳务记录或合同使用，不能删除$/,
    )
    expect((await world.clerk.delete(`/payees/${code}`)).code).toBe(0)
    expect((await world.clerk.get(`/payees/${code}`)).status).toBe(404)
    expect((await auditsOf(test, world.companyId, code)).map(({ action }) => action)).toEqual([
      'create',
      'delete',
    ])
  })

  it('is not deleted while a payment is saved that names it', async () => {
    const { code } = await world.addPayee()
    const { id } = await stored(code)
    const answer = await overlap(
      test,
      (tx) => tx.selectFrom('payees').select('id').where('id', '=', id).forKeyShare().execute(),
      () => world.clerk.delete(`/payees/${code}`),
    )
    expect(answer.code).toBe(0)
    expect((await world.clerk.post('/cost_executions', world.body({ payee_code: code }))).status).toBe(422)
  })
})

describe('payees are found', () => {
  it('by what this version knows, also those that one of before stored', async () => {
    const [{ code }, other] = [await world.addPayee({ name: '仇珺' }), await world.addPayee({ name: '乙' })]
    const { db } = test.services
    await db.updateTable('payees').set({ search: ' 仇珺 chou珺 c珺' }).where('code', '=', code).execute()
    const found = async () => (await world.clerk.get('/payees', { keywords: 'qiujun' })).data.listTotal
    const before = await world.clerk.get(`/payees/${other.code}`)
    expect(await found()).toBe(0)
    await renewSearchTexts(test.services, new AbortController().signal)
    expect(await found()).toBe(1)
    expect((await world.clerk.get(`/payees/${other.code}`)).data).toEqual(before.data)
  })

  it('by name, pinyin, initials and whole numbers only', async () => {
    const account = card(777)
    const { code } = await world.addPayee({
      name: '怀柔长城餐饮行',
      account,
      phone: '+86 139-0000-1111',
      id_number: 'HZ12345678',
    })
    const found = async (keywords: string, who = world.clerk) =>
      (await who.get('/payees', { keywords })).data.items.some((one: { code: string }) => one.code === code)
    const offered = async (keywords: string) =>
      (await world.clerk.get('/selects/payees', { keywords })).data.items.some(
        (one: { value: string }) => one.value === code,
      )
    for (const keywords of [
      '长城',
      '柔 长',
      'cy',
      '怀柔 长城',
      'huairou',
      'CHANGCHENG',
      'hrcccyh',
      'cccy',
      'hrzccyx',
      account,
      '13900001111',
      '+86 139 0000 1111',
      'HZ12345678',
      `${account.slice(0, 4)} ${account.slice(4)}`,
    ])
      expect([keywords, await found(keywords), await offered(keywords)]).toEqual([keywords, true, true])
    for (const keywords of [
      account.slice(0, -1),
      account.slice(-4),
      '1390000',
      'HZ1234',
      '柔城',
      'zz',
      '%',
      '_',
      '_城',
      '%长',
    ])
      expect([keywords, await found(keywords), await offered(keywords)]).toEqual([keywords, false, false])
  })

  it('those that begin so first, and one that is chosen by its code', async () => {
    const { code } = await world.addPayee({ name: '子丑寅卯' })
    await world.addPayee({ name: '某子丑寅卯' })
    const { items } = (await world.clerk.get('/selects/payees', { keywords: 'zcym' })).data
    expect(items[0].value).toBe(code)
    expect((await world.clerk.get('/selects/payees', { codes: code })).data.items).toHaveLength(1)
  })
})

describe('rights', () => {
  it('of a person who may only read, and of one who may do nothing with payees', async () => {
    const { code } = await world.addPayee()
    const other = await world.addPayee()
    const nobody = (await test.person(world.companyId, { subject: ['read'] }, [world.project])).on(
      world.project,
    )
    const merge = { into: code, codes: [other.code] }
    for (const who of [world.looker, nobody]) {
      expect((await who.post('/payees', world.payee())).status).toBe(403)
      expect((await who.put(`/payees/${code}`, world.payee())).status).toBe(403)
      expect((await who.delete(`/payees/${code}`)).status).toBe(403)
      expect((await who.post('/payees/merge', merge)).status).toBe(403)
      expect((await who.post('/payees/merge/preview', merge)).status).toBe(403)
      expect((await who.post('/payees/from_contracts')).status).toBe(403)
      expect((await who.post('/transfer_batches', {})).status).toBe(403)
    }
    for (const path of ['/payees', `/payees/${code}`, `/payees/${code}/usage`, '/selects/payees'])
      expect([path, (await nobody.get(path)).status]).toEqual([path, 403])
    // Who enters what names a payee chooses one.
    for (const model of ['cost_execution', 'contract', 'payment_request', 'labor_tax'] as const) {
      const clerk = (await test.person(world.companyId, { [model]: ['read', 'write'] }, [world.project])).on(
        world.project,
      )
      const picked = await clerk.get('/selects/payees', { codes: code })
      expect([model, picked.data?.items?.length]).toEqual([model, 1])
    }
  })

  it('end at the company', async () => {
    const other = await payeeWorld(test)
    const { code } = await world.addPayee({ name: '本公司收款人' })
    expect((await other.clerk.get(`/payees/${code}`)).status).toBe(404)
    expect((await other.clerk.get(`/payees/${code}/usage`)).status).toBe(404)
    expect((await other.clerk.put(`/payees/${code}`, other.payee())).status).toBe(404)
    expect((await other.clerk.delete(`/payees/${code}`)).status).toBe(404)
    expect((await other.clerk.get('/payees', { keywords: '本公司收款人' })).data.listTotal).toBe(0)
    const own = await other.addPayee()
    expect((await other.clerk.post('/payees/merge', { into: own.code, codes: [code] })).status).toBe(404)
    const paid = await other.clerk.post('/cost_executions', other.body({ payee_code: code }))
    expect([paid.status, paid.msg]).toEqual([422, '收款人不存在或已被删除'])
  })
})

describe('without the feature', () => {
  it('routes answer 403, answers keep their payee, and a named one is ignored', async () => {
    const { code } = await world.addPayee()
    const paid = await world.pay(code)
    const features = (on: boolean) =>
      world.admin.put('/company/features', { items: [{ feature: 'payee', on }] })
    expect((await features(false)).code).toBe(0)
    try {
      for (const [method, path] of [
        ['get', '/payees'],
        ['get', '/selects/payees'],
        ['post', '/payees'],
        ['get', '/transfer_batches'],
        ['post', '/payees/export'],
        ['get', '/payees/import_template'],
      ] as const)
        expect([
          path,
          (await world.admin[method](path, method === 'post' ? world.payee() : undefined)).msg,
        ]).toEqual([path, '该功能未启用'])
      const shown = (await world.admin.get(`/cost_executions/${paid.code}`)).data
      expect(shown.payee).toMatchObject({ code })
      const saved = await world.admin.post('/cost_executions', world.body({ payee_code: 'nobody' }))
      expect(saved.code).toBe(0)
      expect(saved.data.payee).toBeNull()
      const put = await world.admin.put(`/cost_executions/${paid.code}`, world.body({ payee_code: null }))
      expect(put.code).toBe(0)
    } finally {
      await features(true)
    }
    expect((await world.admin.get(`/cost_executions/${paid.code}`)).data.payee).toMatchObject({ code })
  })
})
