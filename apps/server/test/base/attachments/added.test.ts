import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditsOf, type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'

interface File {
  code: string
}

/** A kind of record whose files are added one by one. */
interface Kind {
  name: string
  table: 'petty_cash' | 'payments' | 'contracts'
  /** The paths of the record and of its files, and what the body has besides the files. */
  make: () => Promise<{ at: string; files: string; line?: object }>
  field: string
  most: number
  filesOf: (data: never) => File[]
}

let app: TestApp
let world: PaymentWorld
let clerk: Caller
let reader: Caller

beforeAll(async () => {
  app = await workerApp()
  world = await paymentWorld(app)
  const all = ['read', 'write', 'delete']
  const grants = { imprest: all, cost_execution: all, contract: all, subject: ['read'] }
  clerk = (await app.person(world.companyId, grants, [world.project])).on(world.project)
  const reads = { imprest: ['read'], cost_execution: ['read'], contract: ['read'] }
  reader = (await app.person(world.companyId, reads, [world.project])).on(world.project)
})
afterAll(() => app.close())

let made = 0
const KINDS: Kind[] = [
  {
    name: 'a petty cash detail',
    table: 'petty_cash',
    make: async () => {
      const { pay_category_id: _, ...line } = world.line()
      const { data } = await clerk.post('/imprests', { ...line, pay_at: '2026-11-21', payer: '王某某' })
      return { at: `/imprests/${data.code}`, files: `/imprests/${data.code}/vouchers` }
    },
    field: 'voucher_attachment_codes',
    most: 10,
    filesOf: (data: { voucher_attachments: File[] }) => data.voucher_attachments,
  },
  {
    name: 'a line of a payment',
    table: 'payments',
    make: async () => {
      const { data } = await clerk.post('/cost_executions', world.body({}, [world.line(), world.line()]))
      const at = `/cost_executions/${data.code}`
      return { at, files: `${at}/vouchers`, line: { line_code: data.cost_execution_details[1].code } }
    },
    field: 'voucher_attachment_codes',
    most: 10,
    filesOf: ({ cost_execution_details: [first, second] }: { cost_execution_details: Lines }) => {
      expect(first.voucher_attachments).toEqual([])
      return second.voucher_attachments
    },
  },
  {
    name: 'a contract',
    table: 'contracts',
    make: async () => {
      made += 1
      const body = {
        out_code: `补-${made}`,
        customer: '华映',
        category: '2',
        amount: '100',
        id_number: '91110000',
      }
      const { data } = await clerk.post('/contracts', {
        ...body,
        income_bankcard_account: '6225880123456789',
      })
      return { at: `/contracts/${data.code}`, files: `/contracts/${data.code}/scans` }
    },
    field: 'scan_attachment_codes',
    most: 20,
    filesOf: (data: { scans: File[] }) => data.scans,
  },
]
type Lines = [{ voucher_attachments: File[] }, { voucher_attachments: File[] }]

describe.each(KINDS)('$name', ({ table, make, field, most, filesOf }) => {
  const pictures = (count: number) => Promise.all(Array.from({ length: count }, () => world.attachment()))
  const codesAt = async (at: string) => filesOf((await clerk.get(at)).data as never).map(({ code }) => code)

  test('gets files besides those that it has, once, with a log entry, and nothing else changes', async () => {
    const { at, files, line } = await make()
    const [first, second, third] = (await pictures(3)) as [string, string, string]
    const before = (await clerk.get(at)).data
    const answer = await clerk.post(files, { ...line, [field]: [first] })
    expect(answer).toMatchObject({ code: 0, data: { version: 2 } })
    expect(answer.data).toEqual((await clerk.get(at)).data)
    await clerk.post(files, { ...line, [field]: [second, first, third] })
    expect(await codesAt(at)).toEqual([first, second, third])
    const count = (await auditsOf(app, world.projectId)).length
    expect(await clerk.post(files, { ...line, [field]: [third] })).toMatchObject({ data: { version: 3 } })
    const entries = await auditsOf(app, world.projectId)
    expect(entries).toHaveLength(count)
    expect(entries.at(-1)).toMatchObject({ action: 'update', code: before.code })
    expect(filesOf(entries.at(-1)?.before as never)).toHaveLength(1)
    const { version: _, updated_at: __, ...rest } = before
    const same = Object.fromEntries(
      Object.entries(rest).filter(
        ([name]) => !/^(scans|voucher_attachments|cost_execution_details)$/.test(name),
      ),
    )
    expect((await clerk.get(at)).data).toMatchObject(same)
  })

  test('both of two people who add at once keep theirs', async () => {
    const { at, files, line } = await make()
    const [first, second] = (await pictures(2)) as [string, string]
    const code = at.split('/').at(-1)
    const answer = await overlap(
      app,
      async (tx) => {
        await sql`select from ${sql.table(table)} where project_id = ${world.projectId} and code = ${code} for update`.execute(
          tx,
        )
      },
      () => Promise.all([first, second].map((one) => clerk.post(files, { ...line, [field]: [one] }))),
      2,
    )
    expect(answer.map(({ code: result }) => result)).toEqual([0, 0])
    expect((await codesAt(at)).toSorted()).toEqual([first, second].toSorted())
  })

  test('refuses none, too many, files of others, and who may only read', async () => {
    const { at, files, line } = await make()
    const some = await pictures(most)
    const wrong = async (body: object) => {
      const { status, data } = await clerk.post(files, { ...line, ...body })
      expect(status).toBe(422)
      return data.errors as { field: string; message: string }[]
    }
    expect(await wrong({ [field]: [] })).toMatchObject([
      { field, message: expect.stringContaining('请上传') },
    ])
    expect(await wrong({})).toMatchObject([{ field }])
    expect(await wrong({ [field]: ['nowhere'] })).toMatchObject([
      { field, message: expect.stringContaining('不存在') },
    ])
    expect(await wrong({ [field]: [await world.attachment('xlsx')] })).toMatchObject([{ field }])
    await clerk.post(files, { ...line, [field]: some.slice(1) })
    expect(await wrong({ [field]: await pictures(2) })).toMatchObject([
      { field, message: expect.stringContaining(`最多 ${most} 个，已有 ${most - 1} 个，本次 2 个`) },
    ])
    expect(await codesAt(at)).toEqual(some.slice(1))
    expect(await reader.post(files, { ...line, [field]: some })).toMatchObject({ status: 403 })
    expect(
      await clerk.post(files.replace(/[^/]+(?=\/\w+$)/, 'nothing'), { ...line, [field]: some }),
    ).toMatchObject({
      status: 404,
    })
  })
})

test('the list of payments without voucher pictures has those with a line that has none', async () => {
  const listed = async () =>
    (await clerk.get('/cost_executions?lacking=voucher_attachments&payers=缺图')).data as {
      items: { code: string }[]
      matched_amount_yuan: string
    }
  const lines = [
    world.line({ voucher_attachment_codes: [await world.attachment()] }),
    world.line({ pay_amount: 7 }),
  ]
  const { data } = await clerk.post('/cost_executions', world.body({ payer: '缺图' }, lines))
  expect(await listed()).toMatchObject({ items: [{ code: data.code }], matched_amount_yuan: '7.00' })
  const body = {
    line_code: data.cost_execution_details[1].code,
    voucher_attachment_codes: [await world.attachment()],
  }
  await clerk.post(`/cost_executions/${data.code}/vouchers`, body)
  expect((await listed()).items).toEqual([])
  expect(await clerk.get('/cost_executions?lacking=1')).toMatchObject({ status: 422 })
})

test('a line of another payment, and a payment that a write-off posted, get none', async () => {
  const [one, other] = await Promise.all(
    ['甲', '乙'].map(
      async (payer) => (await clerk.post('/cost_executions', world.body({ payer }, [world.line()]))).data,
    ),
  )
  const body = {
    line_code: other.cost_execution_details[0].code,
    voucher_attachment_codes: [await world.attachment()],
  }
  expect(await clerk.post(`/cost_executions/${one.code}/vouchers`, body)).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'line_code', message: '明细不存在或已被删除' }] },
  })
})
