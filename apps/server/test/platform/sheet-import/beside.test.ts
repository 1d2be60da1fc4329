import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import { allPayments, bookOf, importFile, RIGHT, upload } from '../../books/payments/sheet/sheets.ts'
import { expectSumsTrue } from '../../books/payments/sums.ts'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { expectTotalsTrue } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'

// An import beside changes of the same records, and beside an import of the same cells.

const PATH = '/cost_executions'
let app: TestApp
let world: PaymentWorld

beforeAll(async () => {
  app = await workerApp()
})
beforeEach(async () => {
  world = await paymentWorld(app)
})
afterAll(() => app.close())

const preview = async (who: Caller, attachment_code: string) =>
  (await who.post(`${PATH}/import/preview`, { attachment_code })).data
const contractOf = async (code: string) => (await world.admin.get(`/contracts/${code}`)).data

describe('payments that are changed together', () => {
  /** Imports two payments of 12.30 each; returns the file, and the records for a change. */
  async function imported() {
    const bytes = await bookOf([RIGHT, { ...RIGHT, sequence: '2', payer: '乙' }])
    const file = await upload(app, world.clerk, bytes)
    expect((await importFile(world.clerk, file)).data).toMatchObject({ status: 'succeeded', notices: [] })
    const records = (await allPayments(world.clerk)).map(({ code, version }) => ({ code, version }))
    return { bytes, file, records }
  }
  const change = (records: readonly object[], changes: object) =>
    world.admin.put(`${PATH}/batch`, { records, changes })

  test('are compared with a file as they were: the check does not wait for the change, nor the import', async () => {
    const { bytes, records } = await imported()
    const again = await upload(app, world.clerk, bytes, '再次')
    const subject = world.subject('24000102')
    // The change has locked and read its records, and waits for the subject that it gives them.
    const holder = await hold(
      app.databaseUrl,
      `select 1 from subjects where project_id = ${world.projectId} and code = '${subject}' for update`,
    )
    try {
      const changing = change(records, { subject_three_code: subject, post: '美术组' })
      await untilWaiting(app.databaseUrl)
      expect((await preview(world.clerk, again)).notices).toMatchObject([
        { text: expect.stringContaining('导入（2 行，现有 2 笔）') },
        { text: '2 笔与已有 2 笔的付款时间、付款方、金额相同（第2、3行）' },
      ])
      expect((await importFile(world.clerk, again)).data).toMatchObject({ status: 'succeeded', total: 2 })
      await holder.release()
      expect((await changing).data).toMatchObject({ changed: 2, lines: 2 })
    } finally {
      await holder.release()
    }
    // Only the chosen ones have the new values.
    const posts = (await allPayments(world.clerk)).map(({ post, version }) => [post, version])
    expect(posts).toEqual([...Array(2).fill(['美术组', 2]), ...Array(2).fill(['', 1])])
    await expectSumsTrue(app.services.db, world.projectId)
    await expectTotalsTrue(world.admin, app.databaseUrl, world.project)
  })

  test('while an import has checked its rows and writes them: both name the contract, and its sums have both', async () => {
    const { records } = await imported()
    const contract_code = await world.contract('HT-1')
    const file = await upload(app, world.clerk, await bookOf([{ ...RIGHT, contract_code: 'HT-1' }]))
    // The import takes its numbers when its rows are checked.
    const holder = await hold(app.databaseUrl, 'lock table project_numbers in share mode')
    try {
      const importing = importFile(world.clerk, file)
      await untilWaiting(app.databaseUrl)
      expect((await change(records, { contract_code })).data).toMatchObject({ changed: 2, lines: 2 })
      expect((await contractOf(contract_code)).pay_amount_yuan).toBe('24.60')
      await holder.release()
      expect((await importing).data).toMatchObject({ status: 'succeeded', total: 1 })
    } finally {
      await holder.release()
    }
    expect((await contractOf(contract_code)).pay_amount_yuan).toBe('36.90')
    await expectSumsTrue(app.services.db, world.projectId)
    await expectTotalsTrue(world.admin, app.databaseUrl, world.project)
  })
})

describe('the same cells, pasted by two people', () => {
  /** Pasted cells are sent as a file that is named after the time, with the same bytes. */
  async function pasted() {
    const bytes = await bookOf([RIGHT, { ...RIGHT, sequence: '2', payer: '乙' }])
    const mine = await upload(app, world.clerk, bytes, '粘贴的表格 2026-11-21 183005')
    const theirs = await upload(app, world.admin, bytes, '粘贴的表格 2026-11-21 183006')
    return { mine, theirs }
  }

  test('at once: the second waits for the first, adds its rows too, and says whose are there already', async () => {
    const { mine, theirs } = await pasted()
    for (const [who, file] of [
      [world.clerk, mine],
      [world.admin, theirs],
    ] as const)
      expect((await preview(who, file)).notices).toEqual([])
    const holder = await hold(app.databaseUrl, 'lock table payment_lines in share mode')
    try {
      const sent = [importFile(world.clerk, mine), importFile(world.admin, theirs)]
      await untilWaiting(app.databaseUrl, 2)
      await holder.release()
      const results = (await Promise.all(sent)).map(({ data }) => data)
      expect(results).toMatchObject(Array(2).fill({ status: 'succeeded', total: 2 }))
      const [first, second] = results[0].notices.length === 0 ? results : results.toReversed()
      expect(first.notices).toEqual([])
      expect(second.notices).toEqual([
        {
          text: expect.stringMatching(/^该文件已于 .* 由 .* 导入（2 行，现有 2 笔）$/),
          show: { import_code: first.import_code },
        },
      ])
    } finally {
      await holder.release()
    }
    const numbers = (await allPayments(world.clerk)).map(({ code }) => code)
    expect(new Set(numbers).size).toBe(4)
    await expectSumsTrue(app.services.db, world.projectId)
  })

  test('one after the other: what the check says is not said again, unless it was imported since', async () => {
    const { mine, theirs } = await pasted()
    const first = (await importFile(world.clerk, mine)).data
    const second = (await importFile(world.admin, theirs)).data
    expect(second.notices).toMatchObject([{ show: { import_code: first.import_code } }])
    app.advance(60_000)
    const bytes = await bookOf([RIGHT, { ...RIGHT, sequence: '2', payer: '乙' }])
    const later = await upload(app, world.clerk, bytes, '粘贴的表格 2026-11-21 183105')
    expect((await preview(world.clerk, later)).notices).not.toEqual([])
    expect((await importFile(world.clerk, later)).data.notices).toEqual([])
  })
})
