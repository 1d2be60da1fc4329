import { buffer } from 'node:stream/consumers'
import { writeSheet } from '@pianzhang/xlsx'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLUMNS } from '../../../../src/base/contracts/sheet/columns.ts'
import { keysOf } from '../../../../src/platform/sheet-import/columns.ts'
import { auditsOf } from '../../../books/payments/helpers.ts'
import { upload } from '../../../books/payments/sheet/sheets.ts'
import type { Caller, TestApp } from '../../../harness/harness.ts'
import { overlap } from '../../../harness/overlap.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type ContractWorld, contractWorld } from '../helpers.ts'

let test: TestApp
let world: ContractWorld

beforeAll(async () => {
  test = await workerApp()
  world = await contractWorld(test)
})
afterAll(() => test.close())

type Row = Partial<Record<keyof typeof COLUMNS, string>>
const KEYS = keysOf(COLUMNS)
const TITLES = KEYS.map((key) => COLUMNS[key].title)
const RIGHT: Row = { customer: '某某公司', category: '制作合同', amount: '12.30' }
const PATH = '/contracts'

async function uploaded(rows: Row[], who: Caller = world.clerk, of = test): Promise<string> {
  const columns = TITLES.map((title) => ({ title, kind: 'text' as const }))
  const cells = rows.map((row) => KEYS.map((key) => row[key] ?? ''))
  return await upload(of, who, await buffer(writeSheet([{ name: '合同', columns, rows: cells }])), '合同')
}
const importFile = (attachment_code: string, who: Caller = world.clerk) =>
  who.post(`${PATH}/import`, { attachment_code })
const preview = (attachment_code: string, who: Caller = world.clerk) =>
  who.post(`${PATH}/import/preview`, { attachment_code })
const all = async (who: Caller = world.clerk, query = {}) =>
  (await who.get(PATH, { per_page: 1000, ...query })).data.items
const open = (url: string, of = test) => of.http.inject({ method: 'GET', url })
const sheetsOf = async (url: string) => (await readXlsx((await open(url)).rawPayload)).sheets

describe('import', () => {
  it('reads its own template, which offers the types', async () => {
    const { data } = await world.clerk.get(`${PATH}/import_template`)
    const sheets = await sheetsOf(data.file_url)
    expect(sheets[0]?.rows[0]).toEqual([
      ...['合同编号*', '合同主体*', '证件号码', '签约时间', '合同类型*', '合同总额*'],
      ...['收款开户行', '收款户名', '收款账号', '备注'],
    ])
    const file = await open(data.file_url)
    const { data: result } = await importFile(await upload(test, world.clerk, file.rawPayload))
    expect(result).toMatchObject({ status: 'failed', error_items: [{ desc: '没有可导入的数据' }] })
  })

  it('previews what it writes, writes it with numbers in full, and is part of the history', async () => {
    const file = await uploaded([
      {
        ...{
          out_code: 'DR-1',
          customer: '甲',
          id_number: 'E12345678',
          sign_at: '2026/5/9',
          category: '演员合同',
        },
        ...{ amount: '1,000', income_bank_name: '某银行', income_bankcard_username: '甲某' },
        ...{ income_bankcard_account: '6222 0000 1111 2222 333', remark: '第一行\n第二行' },
      },
      { ...RIGHT, out_code: 'DR-2', category: '其他收入合同', amount: '－0.0002 万' },
    ])
    expect((await preview(file)).data).toMatchObject({
      ...{ status: 'succeeded', records: 2, total_amount_yuan: '998.00', start_at: '2026-05-09' },
    })
    expect(await all()).toEqual([])
    const { data } = await importFile(file)
    expect(data).toMatchObject({ status: 'succeeded', total: 2, bad: 0 })
    const made = await all(world.clerk, { import_code: data.import_code })
    expect(made).toMatchObject([
      { out_code: 'DR-2', amount_yuan: '-2.00', category: { category_code: '4' }, sign_at: null },
      {
        ...{ out_code: 'DR-1', customer: '甲', sign_at: '2026-05-09', category: { category_code: '0' } },
        ...{ amount_yuan: '1000.00', income_bank_name: '某银行', income_bankcard_username: '甲某' },
        ...{ income_bankcard_account: '***************2333', remark: '第一行\n第二行', version: 1 },
      },
    ])
    const revealed = await world.clerk.get(`${PATH}/${made[1].code}`, { reveal: 1 })
    expect(revealed.data).toMatchObject({
      id_number: 'E12345678',
      income_bankcard_account: '6222000011112222333',
    })
    expect((await world.clerk.get(`${PATH}/${made[0].code}/history`)).data.items).toMatchObject([
      { action: 'import', changes: [] },
    ])
    expect((await importFile(file)).data.import_code).toBe(data.import_code)
    expect(await all()).toHaveLength(2)
  })

  it('names all wrong rows, also numbers that exist or come twice, and writes nothing', async () => {
    await world.add({ out_code: '已有' })
    await world.add({ out_code: 'HT-1' })
    const before = await all()
    const wrong: [Row, string][] = [
      [{ out_code: '' }, '合同编号：请输入合同编号'],
      [{ out_code: '已有' }, '合同编号：合同编号已存在'],
      [{ out_code: 'ht－１' }, '合同编号：与已有合同“HT-1”只有全角半角或大小写的差别，请核对'],
      [{ out_code: '第一' }, '合同编号：与第2行重复'],
      [{ customer: ' ' }, '合同主体：请输入合同主体'],
      [{ category: '' }, '合同类型：请选择合同类型'],
      [
        { category: '租赁' },
        '合同类型：合同类型不正确，可填：演员合同、职员合同、制作合同、投资合同、其他收入合同',
      ],
      [{ amount: '' }, '合同总额：请输入合同总额'],
      [{ amount: '1.234' }, '合同总额：最多两位小数'],
      [{ sign_at: '5月1日' }, '签约时间：日期须带年份'],
      [{ id_number: '110***********1234' }, '证件号码：请填写完整号码，不能包含 *'],
      [{ income_bankcard_account: '****1234' }, '收款账号：请填写完整号码，不能包含 *'],
      [{ out_code: '第一', amount: 'x' }, '合同总额：'],
      [{ out_code: '错－4' }, '合同编号：与第7行重复'],
    ]
    const rows = wrong.map(([changes], index) => ({ ...RIGHT, out_code: `错-${index}`, ...changes }))
    const file = await uploaded([{ ...RIGHT, out_code: '第一' }, ...rows])
    const { data } = await importFile(file)
    expect(data).toMatchObject({ status: 'failed', total: wrong.length + 1, bad: wrong.length })
    expect(data.error_items).toMatchObject(
      wrong.map(([, words], index) => ({ line: index + 3, desc: expect.stringContaining(words) })),
    )
    expect((await preview(file)).data.error_items).toEqual(data.error_items)
    const failed = (await sheetsOf(data.failed_rows_url))[0]?.rows ?? []
    expect(failed[0]).toEqual(['行号', '错误原因', ...TITLES])
    expect(failed).toHaveLength(wrong.length + 1)
    expect(await all()).toEqual(before)
  })

  it('refuses an account in a numeric cell that has lost digits, and takes a shorter one', async () => {
    // Written by another writer, as ours makes a text of such a number.
    const file = async (account: number, out_code: string) => {
      const row = { ...RIGHT, out_code, income_bankcard_account: account }
      const rows = [TITLES, KEYS.map((key) => row[key] ?? null)]
      const bytes = await writeXlsx({ sheets: [{ name: '合同', rows }] })
      return await upload(test, world.clerk, Buffer.from(bytes), '合同')
    }
    expect((await importFile(await file(6222000011112222000, '数-1'))).data.error_items).toMatchObject([
      { desc: '收款账号：数字超过15位会被表格软件改写，请将单元格设为文本后重新填写' },
    ])
    const { data } = await importFile(await file(123456789012345, '数-2'))
    expect(data.status).toBe('succeeded')
    const [made] = await all(world.clerk, { import_code: data.import_code })
    expect((await world.clerk.get(`${PATH}/${made.code}`, { reveal: 1 })).data.income_bankcard_account).toBe(
      '123456789012345',
    )
  })

  it('is refused by name if a colleague takes a number between check and write', async () => {
    const file = await uploaded([{ ...RIGHT, out_code: '抢-1' }])
    const { id: _, ...copy } = await test.services.db
      .selectFrom('contracts')
      .selectAll()
      .where('project_id', '=', world.projectId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const { data } = await overlap(
      test,
      (tx) =>
        tx
          .insertInto('contracts')
          .values({ ...copy, out_code: '抢-1', code: 'another' })
          .execute(),
      () => importFile(file),
    )
    expect(data.error_items).toMatchObject([{ line: 2, desc: '合同编号：合同编号已存在' }])
  })

  it('is refused without the right to write', async () => {
    const file = await uploaded([{ ...RIGHT, out_code: '无权' }])
    for (const send of [importFile, preview]) expect((await send(file, world.reader)).status).toBe(403)
    expect((await world.reader.get(`${PATH}/import_template`)).status).toBe(403)
  })
})

describe('export', () => {
  const exported = async (who: Caller, body: object = {}) => {
    const answer = await who.post(`${PATH}/export`, body)
    expect(answer).toMatchObject({ code: 0, data: { file_url: expect.any(String) } })
    return answer.data.file_url as string
  }

  it('ends with the sums of the list, money to pay and money to receive apart', async () => {
    const mine = await contractWorld(test)
    await mine.add({ out_code: '付-1', category: 2, amount: '300.10' })
    await mine.add({ out_code: '付-2', category: 0, amount: '-0.10' })
    await mine.add({ out_code: '收-1', category: 3, amount: '1000' })
    const sumsOf = async (body: object) => {
      const rows = (await sheetsOf(await exported(mine.clerk, body)))[0]?.rows ?? []
      return rows.filter(([, customer]) => customer === null).map((row) => [row[0], ...row.slice(5, 8)])
    }
    expect((await sumsOf({})).sort()).toEqual([
      ['应付合计', 300, 0, 300],
      ['应收合计', 1000, 0, 1000],
    ])
    expect(await sumsOf({ categories: ['0', '1', '2'] })).toEqual([['合计', 300, 0, 300]])
    const { sums } = (await mine.clerk.get(PATH)).data
    expect(sums.map(({ amount_yuan }: { amount_yuan: string }) => amount_yuan)).toEqual(['300.00', '1000.00'])
    const file = (await open(await exported(mine.clerk))).rawPayload
    const to = await contractWorld(test)
    const { data } = await importFile(await upload(test, to.clerk, file), to.clerk)
    expect(data).toMatchObject({ status: 'succeeded', total: 3 })
  })

  it('has full numbers for those who may write, which is logged, and imports as the same contracts', async () => {
    const [from, to] = [await contractWorld(test), await contractWorld(test)]
    await from.add({ out_code: '=1+1', amount: '9999999999999.99', id_number: '', sign_at: null })
    const main = await from.add({ amount: '-0.01', category: 0, remark: '一\n二' })
    const { code } = await from.add({ income_bankcard_account: '000123456789012345678' })
    await from.clerk.post(`${PATH}/${main.code}/binding`, { supplement_contract_code: code })
    const link = await exported(from.clerk)
    const [titles, ...rows] = (await sheetsOf(link))[0]?.rows ?? []
    expect(titles).toEqual([
      ...['合同编号', '合同主体', '证件号码', '签约时间', '合同类型'],
      ...['合同总额（元）', '已付金额（元）', '未付金额（元）'],
      ...['收款开户行', '收款户名', '收款账号', '备注', '补充协议', '主合同', '创建人', '创建时间'],
    ])
    expect(rows[0]).toMatchObject({ 2: '91110105MA01ABCD2X', 10: '000123456789012345678', 13: main.out_code })
    expect(rows.map((row) => row[5])).toEqual([100000, -0.01, 9999999999999.99, '10000000099999.98'])
    const { data } = await importFile(await upload(test, to.clerk, (await open(link)).rawPayload), to.clerk)
    expect(data).toMatchObject({ status: 'succeeded', error_items: [], total: 3 })
    const facts = async ({ projectId }: ContractWorld) =>
      (
        await sql`select out_code, customer, id_number, sign_at, category, amount, income_bank_name,
          income_bankcard_username, income_bankcard_account, remark
          from contracts where project_id = ${projectId} order by out_code`.execute(test.services.db)
      ).rows
    expect(await facts(to)).toEqual(await facts(from))
    const log = (await auditsOf(test, from.projectId)).filter(({ action }) => action === 'export')
    expect(log).toMatchObject(Array(2).fill({ resource: 'contract', user_id: from.clerk.userId }))
  })

  it('masks the numbers for others, finds them only as a whole, and cannot be forged', async () => {
    const mine = await contractWorld(test)
    await mine.add()
    const link = await exported(mine.reader)
    const row = (await sheetsOf(link))[0]?.rows[1]
    expect(row).toMatchObject({ 2: '911***********CD2X', 10: '************5678' })
    expect((await open(link.replace('filters=', 'numbers=full&filters='))).statusCode).toBe(403)
    const count = async (filters: object) =>
      ((await sheetsOf(await exported(mine.reader, filters)))[0]?.rows.length ?? 0) - 1
    expect(await count({ income_bankcard_account: '5678' })).toBe(0)
    expect(await count({ income_bankcard_account: '6225880212345678' })).toBe(2)
    expect((await auditsOf(test, mine.projectId)).filter(({ action }) => action === 'export')).toEqual([])
    const writer = (
      await test.person(mine.companyId, { contract: ['read', 'write', 'export'] }, [mine.project])
    ).on(mine.project)
    const signed = await exported(writer, { income_bankcard_account: '5678' })
    const rowsOf = async () => (await sheetsOf(signed))[0]?.rows.slice(1, -1) ?? []
    expect(await rowsOf()).toMatchObject([{ 10: '6225880212345678' }])
    const role = sql`(select role_id from users where id = ${writer.userId})`
    await sql`update role_permissions set actions = '{read,export}' where model = 'contract' and role_id = ${role}`.execute(
      test.services.db,
    )
    // The right to export is left: the numbers are masked now, and not found by a part.
    expect(await rowsOf()).toEqual([])
    const masked = (await sheetsOf(await exported(writer)))[0]?.rows[1]
    expect(masked).toMatchObject({ 10: '************5678' })
    await sql`update role_permissions set actions = '{read,write,export}' where model = 'contract' and role_id = ${role}`.execute(
      test.services.db,
    )
    expect(await rowsOf()).toHaveLength(1)
    // The log gets an entry for each download with full account numbers, and none for the masked one.
    await exported(writer)
    const reveals = (await auditsOf(test, mine.projectId)).filter(({ action }) => action === 'export')
    expect(reveals).toMatchObject([
      { user_id: writer.userId, resource: 'contract' },
      { user_id: writer.userId, resource: 'contract' },
    ])
    const stranger = (await test.person(mine.companyId, { subject: ['read'] }, [mine.project])).on(
      mine.project,
    )
    expect((await stranger.post(`${PATH}/export`, {})).status).toBe(403)
  })
})
