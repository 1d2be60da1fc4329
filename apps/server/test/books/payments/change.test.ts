import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { pettyCashWorld } from '../petty-cash/helpers.ts'
import { addComplete, paymentOf, WRITE_OFFS } from '../petty-cash/write-off/helpers.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'
import { expectSumsTrue } from './sums.ts'

// What is particular to payments when several are changed together; platform/lists/change.test.ts has the rest.

const PATH = '/cost_executions'
let app: TestApp
let world: PaymentWorld

beforeAll(async () => {
  app = await workerApp()
  world = await paymentWorld(app)
})
afterAll(() => app.close())

interface Made {
  code: string
  version: number
  cost_execution_details: { code: string }[]
}
const add = async (...lines: Record<string, unknown>[]): Promise<Made> => {
  const answer = await world.clerk.post(PATH, world.body({}, lines))
  expect(answer.code, answer.msg).toBe(0)
  return answer.data
}
const change = (records: readonly Made[], changes: object, who = world.clerk) =>
  who.put(`${PATH}/batch`, { records: records.map(({ code, version }) => ({ code, version })), changes })
const one = async ({ code }: { code: string }) => (await world.clerk.get(`${PATH}/${code}`)).data

test('a field of lines is changed in all lines, which keep all else; only those that differ count', async () => {
  const contract_code = await world.contract('PL-1')
  const check_invoice_code = await world.invoice('88010001')
  const voucher_attachment_codes = [await world.attachment()]
  const made = await add(
    world.line({ check_invoice_code, voucher_attachment_codes, face_tax_rate: '6%', remark: '一' }),
    world.line({ contract_code, pay_amount: '-3.00', pay_channel: '8' }),
  )
  const before = await one(made)
  expect((await change([made], { contract_code })).data).toEqual({ changed: 1, unchanged: 0, lines: 1 })
  const after = await one(made)
  const out = { code: contract_code, out_code: 'PL-1' }
  expect(after).toEqual({
    ...before,
    version: 2,
    updated_at: after.updated_at,
    cost_execution_details: before.cost_execution_details.map((line: object, at: number) => ({
      ...line,
      contract: out,
      // Links are signed anew for each answer.
      voucher_attachments: after.cost_execution_details[at].voucher_attachments,
    })),
  })
  expect(after.cost_execution_details[0].voucher_attachments).toHaveLength(1)
  const paid = async () => (await world.clerk.get(`/contracts/${contract_code}`)).data.pay_amount_yuan
  expect(await paid()).toBe('97.00')
  expect((await change([after], { contract_code: null })).data).toMatchObject({ lines: 2 })
  expect(await paid()).toBe('0.00')
  await expectSumsTrue(app.services.db, world.projectId)
})

test('of 部门/岗位 the payment is changed, and no line', async () => {
  const made = await add(world.line())
  expect((await change([made], { post: ' 灯光组 ' })).data).toEqual({ changed: 1, unchanged: 0, lines: 0 })
  expect(await one(made)).toMatchObject({ post: '灯光组', version: 2 })
})

test('a line that a save of its payment alone would be refused for is named', async () => {
  const check_invoice_code = await world.invoice('88010002')
  const [fine, bad] = [await add(world.line()), await add(world.line(), world.line({ check_invoice_code }))]
  await app.services.db
    .updateTable('invoices')
    .set({ status: 1 })
    .where('project_id', '=', world.projectId)
    .where('code', '=', check_invoice_code)
    .execute()
  const message = '第 2 条明细只能关联查验通过的发票'
  expect(await change([fine, bad], { voucher_category: '1' })).toMatchObject({
    ...{ status: 422, msg: `1 条记录不能修改，全部未修改。${bad.code}：${message}` },
    data: { errors: [{ field: 'records[1]', message }] },
  })
  expect((await one(fine)).version).toBe(1)
})

test('a contract of income, and one of another project, are refused as a value', async () => {
  const made = await add(world.line())
  const income = await world.contract('SR-9', '3')
  const foreign = await (await paymentWorld(app)).contract('PL-1')
  for (const [contract_code, message] of [
    [income, '只能关联演员、职员或制作合同'],
    [foreign, '合同不存在'],
  ])
    expect((await change([made], { contract_code })).data.errors).toEqual([
      { field: 'changes.contract_code', message },
    ])
})

test('a payment that a write-off posted is refused by name', async () => {
  const cash = await pettyCashWorld(app)
  const imprest = await addComplete(cash)
  expect((await cash.clerk.post(WRITE_OFFS)).code).toBe(0)
  const posted = (await cash.admin.get(`${PATH}/${await paymentOf(cash, imprest)}`)).data
  expect(await change([posted], { post: '组', voucher_category: '1' }, cash.admin)).toMatchObject({
    status: 422,
    data: {
      errors: [
        {
          field: 'records[0]',
          message: `由备用金 ${imprest} 核销生成，不能修改；需要修改时，请删除该付款，撤销核销`,
        },
      ],
    },
  })
})
