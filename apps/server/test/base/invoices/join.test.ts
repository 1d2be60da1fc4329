import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockNumbers } from '../../../src/base/invoices/keys.ts'
import { type Caller, newProject, type TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { electronic, type InvoiceWorld, invoiceWorld, scan, upload } from './helpers.ts'
import { type File, fresh, ofdOf, pdfOf, sendFiles, UNVERIFIED, xmlOf } from './originals.ts'

let app: TestApp
let world: InvoiceWorld
beforeAll(async () => {
  app = await workerApp()
  world = await invoiceWorld(app)
})
afterAll(() => app.close())

const itemsOf = async (...files: File[]) => (await sendFiles(app, world.clerk, ...files)).data.items

describe('the same number in another format', () => {
  test('joins: uploaded together, and later', async () => {
    const number = fresh()
    const together = await itemsOf(['一.ofd', ofdOf(number)], ['一.xml', xmlOf(number)])
    expect(together.map(({ merged }: { merged: boolean }) => merged)).toEqual([false, true])
    expect(together[1].code).toBe(together[0].code)
    expect(together[0]).toMatchObject({
      invoice_type: '31',
      seller_name: '示例器材（广州）有限公司',
      items: [{}],
    })
    const [later] = await itemsOf(['一.pdf', pdfOf(number)])
    expect(later).toMatchObject({
      code: together[0].code,
      merged: true,
      status: 2,
      version: 2,
      reason: UNVERIFIED,
    })
    expect(later.files.map(({ format }: { format: string }) => format)).toEqual(['ofd', 'xml', 'pdf'])
    const [picture] = await itemsOf(['一.jpg', await scan(electronic(number, '2.12', '20260223', '31'))])
    expect(picture).toMatchObject({ code: together[0].code, merged: true, qr_read: true })
    expect(picture.invoice_pic.file_name).toBe('一.jpg')
    const log = await app.services.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('code', '=', together[0].code)
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['create', 'update', 'update'])
    // One form of all entries: amounts in yuan, and what an original says besides.
    const figures = {
      total_amount: '2.12',
      amount_without_tax: '2.00',
      tax_amount: '0.12',
      buyer_name: '示例影视有限公司',
      items: together[0].items,
    }
    expect(log.map(({ after }) => after)).toMatchObject([
      { ...figures, files: ['一.ofd', '一.xml'] },
      { ...figures, files: ['一.pdf'] },
      { ...figures, files: ['一.jpg'] },
    ])
    expect(Object.keys(log[0]?.after ?? {}).sort()).toEqual(Object.keys(log[1]?.after ?? {}).sort())
  })

  test('fails where it says something else, and the first stays as it was', async () => {
    const number = fresh()
    const [first] = await itemsOf(['一.xml', xmlOf(number)])
    const [other] = await itemsOf(['一.ofd', ofdOf(number, { 合计金额: '3.00', 价税合计: '3.12' })])
    expect(other).toMatchObject({
      status: 1,
      merged: false,
      reason: '与号码相同的发票不一致：价税合计为 3.12，该发票为 2.12',
      invoice_number: number,
      files: [{ format: 'ofd' }],
    })
    expect(other.code).not.toBe(first.code)
    expect((await world.clerk.get(`/invoices/${first.code}`)).data).toMatchObject({
      version: 1,
      files: [{ format: 'xml' }],
    })
  })

  test('the same format again is a duplicate', async () => {
    const number = fresh()
    const [first] = await itemsOf(['一.xml', xmlOf(number)])
    const again = Buffer.from(`${xmlOf(number)}\n`)
    const [second] = await itemsOf(['二.xml', again])
    expect(second).toMatchObject({ status: 1, merged: false, duplicate_of: { code: first.code } })
  })

  test('of another project is a duplicate', async () => {
    const number = fresh()
    await itemsOf(['一.xml', xmlOf(number)])
    const elsewhere = world.admin.on(await newProject(world.admin))
    const code = await upload(app, elsewhere, pdfOf(number), '一.pdf')
    const { data } = await elsewhere.post('/invoices', { attachment_codes: [code] })
    expect(data.items).toMatchObject([
      { status: 1, merged: false, duplicate_of: { project_code: world.project } },
    ])
  })

  test('two people who send two formats at once make one invoice', async () => {
    const number = fresh()
    const codes = [
      await upload(app, world.clerk, xmlOf(number), '一.xml'),
      await upload(app, world.admin, ofdOf(number), '一.ofd'),
    ]
    const send = (person: Caller, code = '') => person.post('/invoices', { attachment_codes: [code] })
    const answers = await overlap(
      app,
      (tx) => lockNumbers(tx, world.companyId, [number]),
      () => Promise.all([send(world.clerk, codes[0]), send(world.admin, codes[1])]),
      2,
    )
    const [one, two] = answers.map(({ data }) => data.items[0])
    expect(one.code).toBe(two.code)
    expect([one.merged, two.merged].toSorted()).toEqual([false, true])
  })

  test('does not join an invoice that fails while the upload waits for it', async () => {
    const number = fresh()
    const [first] = await itemsOf(['一.xml', xmlOf(number)])
    const code = await upload(app, world.clerk, ofdOf(number), '一.ofd')
    const answer = await overlap(
      app,
      async (tx) => {
        await tx.updateTable('invoices').set({ status: 1 }).where('code', '=', first.code).execute()
        await sql`delete from invoice_keys where invoice_code = ${first.code}`.execute(tx)
      },
      () => world.clerk.post('/invoices', { attachment_codes: [code] }),
    )
    expect(answer.data.items).toMatchObject([{ status: 2, merged: false, invoice_number: number }])
  })

  describe('that is voided at the same time', () => {
    const read = async (code: string) => (await world.clerk.get(`/invoices/${code}`)).data
    const voiding = (code: string, body: object = {}) =>
      world.clerk.post(`/invoices/${code}/void`, { reason: '传错了', ...body })

    /** Calls `meet` while a file has joined its invoice and not yet committed. Returns the invoice and the answer of `meet`. */
    async function whileJoining<T>(code: string, meet: () => Promise<T>) {
      const holder = await hold(app.databaseUrl, 'lock table audit_logs in share mode')
      try {
        const joining = world.clerk.post('/invoices', { attachment_codes: [code] })
        await untilWaiting(app.databaseUrl)
        const meeting = meet()
        await untilWaiting(app.databaseUrl, 2)
        await holder.release()
        return [(await joining).data.items[0], await meeting] as const
      } finally {
        await holder.release()
      }
    }

    test('the file becomes an invoice of its own, if the voiding came first', async () => {
      const number = fresh()
      const [first] = await itemsOf(['一.xml', xmlOf(number)])
      const code = await upload(app, world.clerk, ofdOf(number), '一.ofd')
      const holder = await hold(app.databaseUrl, 'lock table audit_logs in share mode')
      try {
        const voided = voiding(first.code)
        await untilWaiting(app.databaseUrl)
        const sent = world.admin.post('/invoices', { attachment_codes: [code] })
        await untilWaiting(app.databaseUrl, 2)
        await holder.release()
        expect((await voided).data).toMatchObject({
          voided: { reason: '传错了' },
          files: [{ format: 'xml' }],
        })
        const [own] = (await sent).data.items
        expect(own).toMatchObject({ status: 2, merged: false, invoice_number: number, duplicate_of: null })
        expect(own.code).not.toBe(first.code)
        expect((await world.clerk.post(`/invoices/${first.code}/unvoid`)).data.errors).toMatchObject([
          { field: 'invoice_number' },
        ])
      } finally {
        await holder.release()
      }
    })

    test('the voiding takes the file along, if that came first, and refuses a version before it', async () => {
      const number = fresh()
      const [first] = await itemsOf(['一.xml', xmlOf(number)])
      const ofd = await upload(app, world.clerk, ofdOf(number), '一.ofd')
      const [joined, stale] = await whileJoining(ofd, () => voiding(first.code, { version: 1 }))
      expect(joined).toMatchObject({ code: first.code, merged: true, version: 2 })
      expect(stale.status).toBe(409)

      const pdf = await upload(app, world.clerk, pdfOf(number), '一.pdf')
      const [again, voided] = await whileJoining(pdf, () => voiding(first.code))
      expect(again).toMatchObject({ code: first.code, merged: true })
      expect(voided.data).toMatchObject({ version: 4, voided: { reason: '传错了' } })
      expect((await read(first.code)).files.map(({ format }: { format: string }) => format)).toEqual([
        ...['xml', 'ofd', 'pdf'],
      ])
      // Its number and all of its files are free again.
      const copy = await upload(app, world.clerk, pdfOf(number), '二.pdf')
      const [anew] = (await world.clerk.post('/invoices', { attachment_codes: [copy] })).data.items
      expect(anew).toMatchObject({ status: 2, merged: false, duplicate_of: null })
    })
  })

  test('after a look-up its reason still says that the signature is not verified', async () => {
    const number = fresh()
    const [first] = await itemsOf(
      ['一.xml', xmlOf(number)],
      ['一.jpg', await scan(electronic(number, '2.12', '20260223', '31'))],
    )
    const ask = async () => (await world.clerk.get(`/invoices/${first.code}/invoice_check`)).data
    const passed = {
      status: 0,
      reason: `与发票二维码一致，企业内没有重复（未经税务机关查验）；${UNVERIFIED}`,
    }
    expect(await ask()).toMatchObject(passed)
    expect(await ask()).toMatchObject(passed)
    const [blank] = await itemsOf(['二.xml', xmlOf(fresh())])
    const unknown = (await world.clerk.get(`/invoices/${blank.code}/invoice_check`)).data
    expect(unknown).toMatchObject({
      status: 2,
      reason: expect.stringMatching(new RegExp(`；${UNVERIFIED}$`)),
    })
  })

  test('what a person has settled stays', async () => {
    const number = fresh()
    const [first] = await itemsOf(['一.ofd', ofdOf(number)])
    const body = { result: 1, seller_name: '手工填写的名称', version: first.version }
    expect((await world.clerk.put(`/invoices/${first.code}/check`, body)).code).toBe(0)
    const [joined] = await itemsOf(['一.xml', xmlOf(number)])
    expect(joined).toMatchObject({
      merged: true,
      status: 0,
      reason: '人工核验通过',
      seller_name: '手工填写的名称',
      buyer_name: '示例影视有限公司',
    })
  })
})
