import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockNumbers } from '../../../src/base/invoices/keys.ts'
import { type Caller, newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { jpg } from '../attachments/helpers.ts'
import { add, electronic, type InvoiceWorld, invoiceWorld, paper, scan, upload } from './helpers.ts'

// A company has each invoice once, whichever of its projects has it.

let app: TestApp
let world: InvoiceWorld
let second: string
/** In both projects. */
let everywhere: Caller
beforeAll(async () => {
  app = await startTestApp()
  world = await invoiceWorld(app)
  second = await newProject(world.admin, '第二部戏')
  everywhere = await app.person(world.companyId, { invoice: ['read', 'write'] }, [world.project, second])
})
afterAll(() => app.close())

let made = 0
function number(): string {
  made += 1
  return `2611000000000${String(made).padStart(7, '0')}`
}
const statuses = (answer: { data: { items: { status: number }[] } }) =>
  answer.data.items.map(({ status }) => status)
const hand = (person: Caller, code: string, body: Record<string, unknown>) =>
  person.put(`/invoices/${code}/check`, body)

test('the second one fails with a reason, also in one request and of the same picture', async () => {
  const one = number()
  expect(statuses(await add(app, world.clerk, electronic(one), electronic(one)))).toEqual([2, 1])
  const again = await add(app, world.clerk, electronic(one, '9.00'))
  expect(again.data.items[0]).toMatchObject({
    status: 1,
    status_i18n: '查验失败',
    reason: '与本项目中已有的发票重复；与号码相同的发票不一致：价税合计为 9.00，该发票为 1234.50',
  })
  // A picture without a QR code is known by its bytes.
  const picture = await jpg(64, 48)
  const codes = [await upload(app, world.clerk, picture), await upload(app, world.clerk, picture)]
  const answer = await world.clerk.post('/invoices', { attachment_codes: [...codes, codes[0]] })
  expect(statuses(answer)).toEqual([2, 1, 1])
})

test('the same number under another code is another invoice', async () => {
  expect(
    statuses(
      await add(app, world.clerk, paper('011001900211', '10000001'), paper('011001900212', '10000001')),
    ),
  ).toEqual([2, 2])
})

test('without a code or a type 8 digits are no key, and pass only as an invoice of their own', async () => {
  // Read from two QR codes that lack the code: perhaps the same invoice, perhaps not.
  expect(statuses(await add(app, world.clerk, paper('', '88000001'), paper('', '88000001', '9.00')))).toEqual(
    [2, 2],
  )
  const [first, blank] = (
    await add(app, world.clerk, paper('011001900299', '77000001'), paper('', '77000001', '8.00'))
  ).data.items.map(({ code }: { code: string }) => code)
  const fields = async (code: string, body: Record<string, unknown>) => {
    const { status, data } = await hand(world.clerk, code, { result: 1, invoice_number: '77000001', ...body })
    return [status, data?.errors?.map(({ field }: { field: string }) => field)]
  }
  expect(await fields(first, {})).toEqual([200, undefined])
  expect(await fields(blank, {})).toEqual([422, ['invoice_code']])
  expect(await fields(blank, { invoice_type: '' })).toEqual([422, ['invoice_type']])
  expect(await fields(blank, { invoice_type: '99' })).toEqual([422, ['invoice_number']])
  expect(await fields(blank, { invoice_code: '011001900299' })).toEqual([422, ['invoice_number']])
  expect(await fields(blank, { invoice_type: '99', invoice_number: '77000002' })).toEqual([200, undefined])
  // The other way round: a ticket has the number, then comes an invoice with a code.
  const late = (await add(app, world.clerk, paper('011001900299', '77000002'))).data.items[0]
  expect(await fields(late.code, { invoice_number: '77000002' })).toEqual([422, ['invoice_number']])
  expect(late.status).toBe(2)
})

test('of two checks at once that pass 8 digits with and without a code one wins', async () => {
  const { data } = await add(app, world.clerk, paper('', '77000003'), paper('', '77000003', '7.00'))
  const [one, two] = data.items.map(({ code }: { code: string }) => code)
  const answers = await overlap(
    app,
    (tx) => lockNumbers(tx, world.companyId, ['-77000003']),
    () =>
      Promise.all([
        hand(world.clerk, one, { result: 1, invoice_code: '011001900299' }),
        hand(world.clerk, two, { result: 1, invoice_type: '99' }),
      ]),
    2,
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('the reason names the other project only to those who may enter it, whoever uploaded', async () => {
  const one = number()
  const first = await add(app, world.admin.on(second), electronic(one))
  const answer = await add(app, world.clerk, electronic(one))
  const { code } = answer.data.items[0]
  expect(answer.data.items[0]).toMatchObject({
    status: 1,
    reason: '与本企业其他项目中已有的发票重复',
    duplicate_of: null,
  })
  const seen = await everywhere.on(world.project).get(`/invoices/${code}`)
  expect(seen.data).toMatchObject({
    reason: '与项目“第二部戏”中已有的发票重复',
    duplicate_of: { code: first.data.items[0].code, project_code: second, project_name: '第二部戏' },
  })
  // Uploaded by somebody who may see it, read by somebody who may not.
  const other = await add(app, everywhere.on(world.project), electronic(one))
  expect(other.data.items[0].reason).toContain('第二部戏')
  const read = await world.clerk.get(`/invoices/${other.data.items[0].code}`)
  expect(JSON.stringify(read.data)).not.toContain('第二部戏')
  const logged = await app.services.db
    .selectFrom('audit_logs')
    .select('after')
    .where('code', '=', other.data.items[0].code)
    .execute()
  expect(JSON.stringify(logged)).not.toContain('第二部戏')
  expect(JSON.stringify(logged)).not.toContain(first.data.items[0].code)
})

test('a typed number of another invoice is 422, with the same reticence', async () => {
  const one = number()
  await add(app, world.admin.on(second), electronic(one))
  const { data } = await add(app, world.clerk, electronic(number()))
  const { code } = data.items[0]
  const errors = async (person: Caller) => [
    (await hand(person, code, { result: 1, invoice_number: one })).data.errors,
    (await person.get(`/invoices/${code}/invoice_check`, { invoice_number: one })).data.errors,
  ]
  const named = (message: string) => [
    [{ field: 'invoice_number', message }],
    [{ field: 'invoice_number', message }],
  ]
  expect(await errors(world.clerk)).toEqual(named('该发票与本企业其他项目中已有的发票重复'))
  expect(await errors(everywhere.on(world.project))).toEqual(named('该发票与项目“第二部戏”中已有的发票重复'))
  expect((await world.clerk.get(`/invoices/${code}`)).data).toMatchObject({ status: 2, version: 1 })
})

test('another company may have the same invoice', async () => {
  const one = number()
  const others = await invoiceWorld(app)
  expect(statuses(await add(app, world.clerk, electronic(one)))).toEqual([2])
  expect(statuses(await add(app, others.clerk, electronic(one)))).toEqual([2])
})

test('of uploads at once exactly one wins', async () => {
  const one = number()
  const codes = await Promise.all(
    [0, 1, 2, 3].map(async (index) =>
      upload(
        app,
        index % 2 === 0 ? world.clerk : world.admin.on(second),
        await scan(electronic(one, `${index}.00`)),
      ),
    ),
  )
  const answers = await Promise.all(
    codes.map((code, index) =>
      (index % 2 === 0 ? world.clerk : world.admin.on(second)).post('/invoices', {
        attachment_codes: [code],
      }),
    ),
  )
  expect(answers.flatMap(statuses).sort()).toEqual([1, 1, 1, 2])
})

test('of checks at once that type the same number exactly one wins', async () => {
  const one = number()
  const { data } = await add(app, world.clerk, electronic(number()), electronic(number()))
  const answers = await Promise.all(
    data.items.map(({ code }: { code: string }) =>
      hand(world.clerk, code, { result: 1, invoice_number: one }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a number is free again when it is corrected, and a duplicate passes with a number of its own', async () => {
  const [wrong, right] = [number(), number()]
  const { data } = await add(app, world.clerk, electronic(wrong), electronic(wrong, '9.00'))
  const [first, twin] = data.items
  // A failed duplicate may fail again, but not pass.
  expect((await hand(world.clerk, twin.code, { result: 0, reason: '重复上传' })).data).toMatchObject({
    status: 1,
    reason: '与本项目中已有的发票重复；重复上传',
    version: 2,
  })
  expect((await hand(world.clerk, twin.code, { result: 1 })).status).toBe(422)
  expect((await hand(world.clerk, first.code, { result: 1, invoice_number: right })).code).toBe(0)
  expect((await hand(world.clerk, twin.code, { result: 1 })).data).toMatchObject({
    status: 0,
    duplicate_of: null,
  })
  expect(statuses(await add(app, world.clerk, electronic(right), electronic(wrong)))).toEqual([1, 1])
})

test('an invoice that failed has no number and no files, so that the genuine one can come', async () => {
  const [one, typed] = [number(), number()]
  const blurred = (await add(app, world.clerk, electronic(one))).data.items[0]
  expect((await hand(world.clerk, blurred.code, { result: 0, reason: '图片不清' })).code).toBe(0)
  expect(
    (await hand(world.clerk, blurred.code, { result: 0, reason: '号码有误', invoice_number: typed })).code,
  ).toBe(0)
  // The same picture, and one with the typed number in another project.
  const again = (await add(app, world.clerk, electronic(one))).data.items[0]
  expect(again).toMatchObject({ status: 2, merged: false })
  expect(statuses(await add(app, world.admin.on(second), electronic(typed)))).toEqual([2])
  // Its number has gone to another; what has it, keeps it.
  expect((await hand(world.clerk, again.code, { result: 1 })).data.status).toBe(0)
  expect((await hand(world.clerk, blurred.code, { result: 1, invoice_number: one })).status).toBe(422)
  expect(statuses(await add(app, world.clerk, electronic(one, '8.00')))).toEqual([1])
  // Passed after all, it takes its number and its files again.
  await hand(world.clerk, again.code, { result: 0, reason: '作废' })
  expect((await hand(world.clerk, again.code, { result: 1 })).data.status).toBe(0)
  expect(statuses(await add(app, world.clerk, electronic(one), electronic(one, '6.00')))).toEqual([1, 1])
})

test('a picture backs one invoice, whatever number is typed', async () => {
  const picture = await jpg(90, 60)
  const codes = [await upload(app, world.clerk, picture), await upload(app, world.clerk, picture)]
  const { data } = await world.clerk.post('/invoices', { attachment_codes: codes })
  const [first, twin] = data.items
  const typed = () => ({ invoice_type: '32', invoice_number: number() })
  const message = '该发票的图片或原件与本项目中已有的发票重复'
  expect((await hand(world.clerk, twin.code, { result: 1, ...typed() })).data.errors).toEqual([
    { field: 'invoice_number', message },
  ])
  expect((await hand(world.clerk, first.code, { result: 1, ...typed() })).data.status).toBe(0)
  const query = { ...typed(), billing_date: '2024-11-02', total_amount: '1' }
  expect((await world.clerk.get(`/invoices/${twin.code}/invoice_check`, query)).data.errors).toEqual([
    { field: 'invoice_number', message },
  ])
  // Until the first one fails.
  await hand(world.clerk, first.code, { result: 0, reason: '传错了' })
  expect((await hand(world.clerk, twin.code, { result: 1, ...typed() })).data).toMatchObject({
    status: 0,
    duplicate_of: null,
  })
  expect((await hand(world.clerk, first.code, { result: 1 })).status).toBe(422)
})

test('archived and deleted projects keep their invoices, and a deleted one is not named', async () => {
  const project = await newProject(world.admin, '旧戏')
  const [one, two] = [number(), number()]
  await add(app, world.admin.on(project), electronic(one), electronic(two))
  await world.admin.put(`/projects/${project}/archive`)
  const archived = await add(app, world.admin, electronic(one))
  expect(archived.data.items[0]).toMatchObject({ status: 1, reason: '与项目“旧戏”中已有的发票重复' })
  await app.services.db
    .updateTable('projects')
    .set({ deleted_at: new Date() })
    .where('code', '=', project)
    .execute()
  const deleted = await add(app, world.admin, electronic(two))
  expect(deleted.data.items[0]).toMatchObject({ status: 1, reason: '与本企业其他项目中已有的发票重复' })
})
