import { buffer } from 'node:stream/consumers'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_COLUMNS, type PaymentColumn } from '../../../../src/books/payments/sheet/columns.ts'
import { keysOf } from '../../../../src/platform/sheet-import/columns.ts'
import { type PayeeWorld, payeeWorld } from '../../../base/payees/helpers.ts'
import type { TestApp } from '../../../harness/harness.ts'
import { overlap } from '../../../harness/overlap.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { allPayments, importFile, RIGHT, type Row, upload } from './sheets.ts'

describe('payees in the payments’ spreadsheet', () => {
  let test: TestApp
  let world: PayeeWorld
  beforeAll(async () => {
    test = await workerApp()
    world = await payeeWorld(test)
  })
  afterAll(() => test.close())

  const keys = keysOf(ALL_COLUMNS) as PaymentColumn[]
  const bookOf = (rows: Row[]) =>
    buffer(
      writeSheet([
        {
          name: '付款',
          columns: keys.map((key) => ({ title: ALL_COLUMNS[key].title, kind: 'text' })),
          rows: rows.map((row) => keys.map((key) => row[key] ?? '')),
        },
      ]),
    )
  const imported = async (...rows: Row[]) =>
    (await importFile(world.clerk, await upload(test, world.clerk, await bookOf(rows)))).data
  const exportedFile = async () => {
    const { data } = await world.clerk.post('/cost_executions/export', {})
    return (await test.http.inject({ method: 'GET', url: data.file_url })).rawPayload
  }
  const column = async (title: string) => {
    const { sheets } = await readXlsx(await exportedFile())
    const [titles = [], ...rows] = sheets[0]?.rows ?? []
    const at = titles.indexOf(title)
    return at < 0 ? null : rows.slice(0, -1).map((row) => row[at])
  }
  const payees = async () => (await allPayments(world.clerk)).map(({ payee }) => payee?.code ?? null)

  it('are read and written by name; those of one name by the end of the account too', async () => {
    const single = await world.addPayee({ name: '独此一家' })
    const [one, two, bare] = [
      await world.addPayee({ name: '张三', account: '622200001111' }),
      await world.addPayee({ name: '张三', account: '622200002222' }),
      await world.addPayee({ name: '张三', account: '' }),
    ]
    const { status, error_items } = await imported(
      { ...RIGHT, sequence: '1', payee_code: '独此一家' },
      { ...RIGHT, sequence: '1', payee_code: '独此一家', pay_amount: '1' },
      { ...RIGHT, sequence: '2', payee_code: '张三（尾号1111）' },
      { ...RIGHT, sequence: '3', payee_code: '张三（尾号2222）' },
      { ...RIGHT, sequence: '4', payee_code: '张三（无账号）' },
      { ...RIGHT, sequence: '5' },
    )
    expect([status, error_items]).toEqual(['succeeded', []])
    const codes = [single.code, one.code, two.code, bare.code, null]
    expect(await payees()).toEqual(codes)
    expect(new Set(await column('收款人'))).toEqual(
      new Set(['独此一家', '张三（尾号1111）', '张三（尾号2222）', '张三（无账号）', null]),
    )
    // The exported file goes in again.
    const again = await importFile(world.clerk, await upload(test, world.clerk, await exportedFile()))
    expect(again.data).toMatchObject({ status: 'succeeded', error_items: [] })
    const all = await payees()
    expect(all).toHaveLength(10)
    expect([...all.slice(5)].sort()).toEqual([...codes].sort())
  })

  it('an unknown name, one of several, and another one in the same payment are mistakes of row and column', async () => {
    await world.addPayee({ name: '李四', account: '622200003333' })
    await world.addPayee({ name: '李四', account: '622200004444' })
    await world.addPayee({ name: '王五' })
    const before = (await payees()).length
    const { status, error_items } = await imported(
      { ...RIGHT, sequence: '1', payee_code: '没有的人' },
      { ...RIGHT, sequence: '2', payee_code: '李四' },
      { ...RIGHT, sequence: '3', payee_code: '王五' },
      { ...RIGHT, sequence: '3' },
    )
    expect(status).toBe('failed')
    expect(error_items).toMatchObject([
      {
        line: 2,
        mistakes: [
          {
            column: '收款人',
            message: '收款人不存在，请先在“收款人”中新增',
            cell: 'D2',
            content: '没有的人',
          },
        ],
      },
      {
        line: 3,
        mistakes: [{ column: '收款人', message: expect.stringContaining('有多个收款人使用此名称') }],
      },
      { line: 5, mistakes: [{ column: '收款人', message: '与第4行同一付款序号的内容不一致' }] },
    ])
    expect((await payees()).length).toBe(before)
  })

  it('a payee that is merged while its payments are imported is a mistake, as its name is none any more', async () => {
    const [into, gone] = [await world.addPayee({ name: '留下的' }), await world.addPayee({ name: '并走的' })]
    const file = await upload(test, world.clerk, await bookOf([{ ...RIGHT, payee_code: '并走的' }]))
    const idOf = async (code: string) =>
      (
        await test.services.db
          .selectFrom('payees')
          .select('id')
          .where('code', '=', code)
          .executeTakeFirstOrThrow()
      ).id
    const [intoId, goneId] = [await idOf(into.code), await idOf(gone.code)]
    const answer = await overlap(
      test,
      async (tx) => {
        // As a merge locks them.
        await sql`select id from payees where id = any(${[intoId, goneId]}) order by id for update`.execute(
          tx,
        )
        await sql`update payees set merged_into_id = ${intoId} where id = ${goneId}`.execute(tx)
      },
      () => importFile(world.clerk, file),
    )
    expect(answer.data.error_items).toMatchObject([
      { mistakes: [{ message: '收款人不存在，请先在“收款人”中新增' }] },
    ])
  })

  it('without the feature there is no such column, and one in a file is not read', async () => {
    const own = await payeeWorld(test)
    const { name } = await own.addPayee({ name: '赵六' })
    await own.admin.put('/company/features', { items: [{ feature: 'payee', on: false }] })
    const template = (await own.clerk.get('/cost_executions/import_template')).data
    expect(template.columns.map(({ title }: { title: string }) => title)).not.toContain('收款人')
    const file = await upload(test, own.clerk, await bookOf([{ ...RIGHT, payee_code: name }]))
    expect((await importFile(own.clerk, file)).data).toMatchObject({ status: 'succeeded' })
    const { data } = await own.clerk.post('/cost_executions/export', {})
    const { sheets } = await readXlsx(
      (await test.http.inject({ method: 'GET', url: data.file_url })).rawPayload,
    )
    expect(sheets[0]?.rows[0]).not.toContain('收款人')
    await own.admin.put('/company/features', { items: [{ feature: 'payee', on: true }] })
    expect((await allPayments(own.clerk)).map(({ payee }) => payee)).toEqual([null])
    expect(
      (await own.clerk.get('/cost_executions/import_template')).data.columns.map(
        ({ title }: { title: string }) => title,
      ),
    ).toEqual(keys.map((key) => ALL_COLUMNS[key].title))
  })
})
