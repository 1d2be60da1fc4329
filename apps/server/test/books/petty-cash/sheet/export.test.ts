import type { PettyCashDetail } from '@pianzhang/contract/petty-cash'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, newProject, type TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { upload } from '../../payments/sheet/sheets.ts'
import { type PettyCashWorld, pettyCashWorld } from '../helpers.ts'
import { allDetails, importFile, open, RIGHT, sheetsOf, uploadRows } from './sheets.ts'

const PATH = '/imprests'
let test: TestApp
let world: PettyCashWorld

beforeAll(async () => {
  test = await workerApp()
  world = await pettyCashWorld(test)
})
afterAll(() => test.close())

const exported = async (who: Caller, body?: object, query: Record<string, string> = {}) => {
  const answer = await who.post(`${PATH}/export?${new URLSearchParams(query)}`, body)
  expect(answer).toMatchObject({ code: 0, data: { file_url: expect.any(String) } })
  return answer.data.file_url as string
}
/** What an import keeps: all but codes, times and pictures. */
const plain = (details: PettyCashDetail[]) =>
  details.map(({ contract, ...detail }) => ({
    ...detail,
    ...{ contract: contract?.out_code, contract_code: '', code: '', subject_three_code: '' },
    ...{ creator_name: '', created_at: '', updated_at: '', voucher_attachments: [], version: 1 },
    ...{ write_off_at: null, can: null },
  }))

it('an export has what the list shows, in its order, and imports as the same records', async () => {
  const [from, to] = [await pettyCashWorld(test), await pettyCashWorld(test)]
  const [contract_code] = await Promise.all([from, to].map((one) => one.contract('ZF-9')))
  const closed = await from.add({
    ...{ pay_at: '2026-03-05', payer: '=1+1', post: '道具组', summary: '+86', remark: '@x', contract_code },
    ...{ voucher_category: 4, face_tax_rate: '1.5', voucher_attachment_codes: [await from.attachment()] },
  })
  await from.writeOff(closed.code)
  await from.add({ pay_at: '2026-01-02', pay_amount: '-0.01', summary: '第一行\n第二行' })
  await from.add({ pay_at: '2026-02-03', pay_amount: '9999999999999.99', face_tax_rate: '免税' })
  const link = await exported(from.admin)
  const [titles, ...rows] = (await sheetsOf(test, link))[0]?.rows ?? []
  expect(titles).toEqual([
    ...[
      '明细编号',
      '付款时间',
      '付款方',
      '部门/岗位',
      '摘要',
      '科目编号',
      '一级科目',
      '二级科目',
      '三级科目',
    ],
    ...[
      '付款方式',
      '凭证类型',
      '票面税率',
      '合同编号',
      '合同主体',
      '付款金额（元）',
      '备注',
      '凭证图片（张）',
    ],
    ...['核销时间', '创建人', '创建时间', '付款编号'],
  ])
  const minute = expect.any(Date)
  expect(rows[0]).toEqual([
    ...[closed.code, new Date('2026-03-05T00:00:00Z'), '=1+1', '道具组', '+86', '24000101'],
    ...[
      expect.any(String),
      expect.any(String),
      '摄影机租赁费',
      '微信',
      '电子普通发票',
      '1.5%',
      'ZF-9',
      '某某公司',
    ],
    ...[100, '@x', 1, minute, expect.any(String), minute, null],
  ])
  expect(rows.map((row) => row[14])).toEqual([100, 9999999999999.99, -0.01, '10000000000099.98'])
  const file = (await open(test, link)).rawPayload
  const { data } = await importFile(to.clerk, await upload(test, to.clerk, file))
  expect(data).toMatchObject({ status: 'succeeded', error_items: [], total: 3 })
  expect(plain(await allDetails(to.clerk))).toEqual(plain(await allDetails(from.clerk)))
  const days = async (body?: object, query?: Record<string, string>) =>
    ((await sheetsOf(test, await exported(from.admin, body, query)))[0]?.rows ?? [])
      .slice(1, -1)
      .map((row) => (row[1] as Date).toISOString().slice(5, 10))
  expect(await days({ pay_at_order: 'asc' })).toEqual(['01-02', '02-03', '03-05'])
  expect(await days({}, { written_off: '1' })).toEqual(['03-05'])
  expect(await days({ lacking: 'voucher_attachments' }, { start_pay_at: '2026-02-01' })).toEqual(['02-03'])
})

it('an export is for people with the right to export, in the project, for ten minutes', async () => {
  const stranger = await test.person(world.companyId, { contract: ['read'] }, [world.project])
  expect((await stranger.on(world.project).post(`${PATH}/export`, {})).status).toBe(403)
  const bad = await importFile(
    world.clerk,
    await uploadRows(test, world.clerk, [{ ...RIGHT, pay_amount: '0' }]),
  )
  const template = await world.clerk.get(`${PATH}/import_template`)
  const chart = await world.reader.get(`${PATH}/dashboard/payer_export`)
  const links: string[] = [
    ...[await exported(world.reader), chart.data.file_url],
    ...[template.data.file_url, bad.data.failed_rows_url],
  ]
  const other = await newProject(world.admin, '别的')
  for (const link of links) {
    expect((await open(test, link)).statusCode).toBe(200)
    expect((await open(test, link.replace(/project=[^&]*/, `project=${other}`))).statusCode).toBe(403)
  }
  test.advance(10 * 60_000 + 1000)
  for (const link of links) expect((await open(test, link)).statusCode).toBe(403)
})
