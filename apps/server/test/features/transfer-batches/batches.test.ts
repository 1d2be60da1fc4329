import { describe, expect, it } from 'vitest'
import { auditsOf, card, payeeWorld } from '../../base/payees/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { worldForAll } from '../../harness/worlds.ts'
import { type BatchWorld, batch, batchWorld } from './helpers.ts'

let test: TestApp
let world: BatchWorld
worldForAll(batchWorld, (app, own) => {
  test = app
  world = own
})

describe('a batch', () => {
  it('is a file of its payments; its total is theirs; a payment is in one living batch; cancelled, it frees them', async () => {
    const [a, b] = [await world.addPayee(), await world.addPayee()]
    const codes = [(await world.pay(a.code, '1000.50')).code, (await world.pay(b.code, '500.00')).code]
    const shown = (await world.preview(batch(codes))).data
    expect(shown).toMatchObject({
      count: 2,
      total_yuan: '1500.50',
      problems: [],
      format: { bank: 'icbc', proven: false },
    })
    expect(shown.rows).toMatchObject([
      { code: codes[0], name: a.name, problems: [] },
      { code: codes[1], name: b.name, problems: [] },
    ])
    const made = await world.make(batch(codes, { digest: shown.digest }))
    expect(made).toMatchObject({
      code: 0,
      data: {
        total_yuan: '1500.50',
        count: 2,
        state: 'exported',
        pay_account: `${'*'.repeat(15)}0123`,
        can: { write: true },
      },
    })
    expect(made.data.code).toMatch(/^PL\d{12}$/)
    const file = await test.http.inject({ method: 'GET', url: made.data.file_url })
    const text = new TextDecoder('gbk').decode(file.rawPayload)
    expect(text).toContain(`|1|150050|2|\r\n`)
    expect(text).toContain(`|${card(1)}|${a.name}|100050|`)
    expect(file.headers['content-disposition']).toContain('.bpt')
    expect((await auditsOf(test, world.companyId, made.data.code)).map(({ action }) => action)).toEqual([
      'create',
      'export',
    ])
    const downloads = async () =>
      (await auditsOf(test, world.companyId, made.data.code)).filter(({ action }) => action === 'export')
        .length

    const second = await world.make(batch([codes[0] as string]))
    expect(second.status).toBe(422)
    expect(second.msg).toBe(`付款 ${codes[0]} ${a.name}：已在网银批量文件 ${made.data.code} 中`)
    expect((await world.clerk.delete(`/cost_executions/${codes[0]}`)).msg).toBe(
      `付款 ${codes[0]} 已在网银批量文件 ${made.data.code} 中，不能删除，请先作废该批量文件`,
    )
    const dearer = await world.clerk.put(
      `/cost_executions/${codes[0]}`,
      world.body({}, [world.line({ pay_amount: '1.00' })]),
    )
    expect(dearer.msg).toMatch(/金额和收款人不能修改/)
    const other = await world.clerk.put(
      `/cost_executions/${codes[0]}`,
      world.body({ payee_code: b.code }, [world.line({ pay_amount: '1000.50' })]),
    )
    expect(other.msg).toMatch(/金额和收款人不能修改/)
    const words = await world.clerk.put(
      `/cost_executions/${codes[0]}`,
      world.body({ summary: '改了摘要' }, [world.line({ pay_amount: '1000.50' })]),
    )
    expect(words.code).toBe(0)

    const cancelled = await world.clerk.post(`/transfer_batches/${made.data.code}/cancel`)
    expect(cancelled.data).toMatchObject({ state: 'cancelled', total_yuan: '1500.50', can: { write: false } })
    expect((await world.clerk.post(`/transfer_batches/${made.data.code}/cancel`)).status).toBe(422)
    // Its payments are free, so neither a new link gives its file nor one that was made before.
    const stopped = `网银批量文件 ${made.data.code} 已作废，不能下载`
    const link = await world.clerk.post(`/transfer_batches/${made.data.code}/file`)
    expect([link.status, link.msg]).toEqual([422, stopped])
    const old = await test.http.inject({ method: 'GET', url: made.data.file_url })
    expect([old.statusCode, old.json().msg]).toEqual([422, stopped])
    expect(await downloads()).toBe(1)
    expect((await world.make(batch([codes[0] as string]))).code).toBe(0)
    expect((await world.clerk.delete(`/cost_executions/${codes[1]}`)).code).toBe(0)
    const gone = (await world.looker.get(`/transfer_batches/${made.data.code}`)).data
    expect(gone.payments).toMatchObject([
      { code: codes[0], name: a.name },
      { code: codes[1], name: b.name },
    ])
    // The clerk cancelled it, as who made it.
    expect(gone.canceller_name).toBe(made.data.creator_name)
    expect(made.data.creator_name).not.toBe('')
    // Its payment counts once, in the batch that it is in since.
    expect((await world.looker.get('/transfer_batches', { payment: codes[0] })).data).toMatchObject({
      listTotal: 2,
      living_count: 1,
      total_amount_yuan: '1000.50',
    })
    const list = (await world.looker.get('/transfer_batches', { states: 'cancelled' })).data
    expect(list).toMatchObject({
      ...{ listTotal: 1, living_count: 0, total_amount_yuan: '0.00', can: { write: false } },
    })
    expect(list.items).toMatchObject([{ code: made.data.code, count: 2, total_yuan: '1500.50' }])
    expect(JSON.stringify(list)).not.toContain('0200001234567890123')
  })

  it('is made once for a repeated Idempotency-Key', async () => {
    const { code } = await world.addPayee()
    const paid = await world.pay(code)
    const headers = { 'Idempotency-Key': 'batch-key-00001' }
    const first = await world.clerk.post('/transfer_batches', batch([paid.code]), headers)
    const second = await world.clerk.post('/transfer_batches', batch([paid.code]), headers)
    expect(second.data).toEqual(first.data)
  })

  it('may have a thousand payments, and no more', async () => {
    const own = await payeeWorld(test)
    const { code } = await own.addPayee()
    const paid = await own.pay(code, '1.01')
    const { db } = test.services
    const row = await db
      .selectFrom('payments')
      .selectAll()
      .where('project_id', '=', own.projectId)
      .where('code', '=', paid.code)
      .executeTakeFirstOrThrow()
    const line = await db
      .selectFrom('payment_lines')
      .selectAll()
      .where('project_id', '=', own.projectId)
      .executeTakeFirstOrThrow()
    const codes = [paid.code]
    for (let index = 1; index <= 1000; index++) codes.push(`FK20261101${String(9000 + index)}`)
    const { id: _, ...payment } = row
    const added = await db
      .insertInto('payments')
      .values(codes.slice(1).map((number) => ({ ...payment, code: number })))
      .returning(['id', 'code'])
      .execute()
    const { id: __, ...detail } = line
    await db
      .insertInto('payment_lines')
      .values(added.map(({ id, code: number }) => ({ ...detail, payment_id: id, code: number })))
      .execute()
    // Before any of them is looked at: the last one does not exist.
    for (const path of ['/transfer_batches/preview', '/transfer_batches']) {
      const many = await own.clerk.post(path, batch([...codes, 'FK0']))
      expect([many.status, many.msg]).toEqual([422, '一个批量文件最多1,000笔，所选1,002笔，请分批生成'])
    }
    const thousand = await own.clerk.post('/transfer_batches', batch(codes.slice(0, 1000)))
    expect(thousand.data).toMatchObject({ count: 1000, total_yuan: '1010.00' })
    const { rawPayload } = await test.http.inject({ method: 'GET', url: thousand.data.file_url })
    const amounts = new TextDecoder('gbk')
      .decode(rawPayload)
      .split('\r\n')
      .filter((text) => text.startsWith('RMB|') && text.includes('|2|'))
    const details = amounts.filter((text) => text.split('|').length === 20)
    expect(details).toHaveLength(1000)
    expect(details.reduce((sum, text) => sum + BigInt(text.split('|')[13] ?? 0), 0n)).toBe(101_000n)
  })

  it('is of one project and company, and for people with the right', async () => {
    const { code } = await world.addPayee()
    const paid = await world.pay(code)
    const made = (await world.make(batch([paid.code]))).data
    const other = await payeeWorld(test)
    expect((await other.clerk.get(`/transfer_batches/${made.code}`)).status).toBe(404)
    expect((await other.clerk.post(`/transfer_batches/${made.code}/cancel`)).status).toBe(404)
    expect((await other.clerk.post(`/transfer_batches/${made.code}/file`)).status).toBe(404)
    expect((await other.clerk.post('/transfer_batches', batch([paid.code]))).status).toBe(404)
    const living = await world.looker.get(`/transfer_batches/${made.code}`)
    expect(living.data).toMatchObject({ cancelled_at: null, canceller_name: null })
    expect((await world.looker.post(`/transfer_batches/${made.code}/file`)).status).toBe(403)
    expect((await world.looker.post(`/transfer_batches/${made.code}/cancel`)).status).toBe(403)
    expect((await world.looker.get('/transfer_batches/formats')).status).toBe(403)
    const formats = (await world.clerk.get('/transfer_batches/formats')).data.items
    expect(
      formats.map(({ bank, proven, last }: Record<string, unknown>) => [bank, proven, last !== null]),
    ).toEqual([
      ['icbc', false, true],
      ['icbc_sheet', false, false],
      ['cmb', false, false],
      ['ccb', false, false],
      ['general', true, false],
    ])
  })
})
