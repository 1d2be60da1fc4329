import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAllSubjects } from '../../../harness/default-subjects.ts'
import { startTestApp, type TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { onSpread } from '../../../setup/on-spread.ts'
import { countOf, type PaymentWorld, paymentWorld } from '../helpers.ts'
import { bookOf, COLUMNS, fixture, importFile, RIGHT, upload } from './sheets.ts'

withAllSubjects()

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const count = () => countOf(test, 'payment_lines', world.projectId)

describe('the request', () => {
  it('imports its own template after it was filled in', async () => {
    const { data } = await world.clerk.get('/cost_executions/import_template')
    const url = new URL(data.file_url)
    const file = await test.http.inject({ url: url.pathname + url.search })
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('付款明细导入模板.xlsx'))
    const rows = (await readXlsx(file.rawPayload)).sheets
    const titles = COLUMNS.map((column) => column.title + (column.required ? '*' : ''))
    titles.splice(3, 0, '收款人')
    expect(rows[0]?.rows[0]).toEqual(titles)
    expect(rows.find((sheet) => sheet.name === '科目')?.rows).toHaveLength(261)
    const answer = await importFile(world.clerk, await upload(test, world.clerk, file.rawPayload))
    expect(answer.data.error_items).toMatchObject([{ desc: '没有可导入的数据' }])
    expect((await test.http.inject({ url: `${url.pathname}?project=x` })).statusCode).toBe(403)
  })

  it('streams progress events and one result', async () => {
    // Nothing is reported before the rows are counted, in parallel: as many rows as take far longer than that.
    const events = await stream(
      await bookOf(Array.from({ length: 5_000 }, (_, index) => ({ ...RIGHT, sequence: String(index) }))),
    )
    const progress = events.filter(([name]) => name === 'progress').map(([, data]) => data)
    expect(progress.length).toBeGreaterThan(3)
    expect(progress.map((step) => step.done)).toEqual(
      progress.map((step) => step.done).toSorted((a, b) => a - b),
    )
    expect(progress.at(-1)).toEqual({ done: 5_000, total: 5_000 })
    expect(events.at(-1)).toEqual([
      'result',
      {
        status: 'succeeded',
        error_items: [],
        total: 5_000,
        bad: 0,
        failed_rows_url: null,
        import_code: expect.any(String),
        notices: [],
      },
    ])
    expect(events.filter(([name]) => name === 'result')).toHaveLength(1)
  })

  it('continues to count rows after a wrong one', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({ ...RIGHT, sequence: String(index) }))
    // Rows that are not written may all be read before their total is known, so that no progress is certain.
    const events = await stream(await bookOf([{ ...RIGHT, pay_at: 'x' }, ...rows]))
    expect(events.at(-1)).toMatchObject([
      'result',
      { status: 'failed', total: 101, error_items: [{ line: 2 }] },
    ])
  })

  /** Imports with an event stream; returns the events as name and data. */
  async function stream(book: Buffer) {
    const code = await upload(test, world.clerk, book)
    const response = await fetch(`${await test.listen()}/api/manager/cost_executions/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.clerk.token}`,
        'x-project': world.project,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ attachment_code: code }),
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    return (await response.text())
      .trim()
      .split('\n\n')
      .map((event) => {
        const [name = '', data = ''] = event.split('\n')
        return [name.slice(7), JSON.parse(data.slice(6))]
      })
  }

  it('imports a file once, also with three concurrent requests', async () => {
    const code = await upload(test, world.clerk, await bookOf([RIGHT]))
    const before = await count()
    const answers = await Promise.all([1, 2, 3].map(() => importFile(world.clerk, code)))
    const first = answers[0]?.data
    expect(first).toMatchObject({ status: 'succeeded', error_items: [], total: 1 })
    expect(answers.map((answer) => answer.data)).toEqual(Array(3).fill(first))
    expect(await count()).toBe(before + 1)
  })

  it('is rolled back when the connection is lost', async () => {
    const address = await test
      .listen()
      .catch(() => `http://127.0.0.1:${(test.http.server.address() as { port: number }).port}`)
    const code = await upload(
      test,
      world.clerk,
      await bookOf(Array.from({ length: 3000 }, (_, index) => ({ ...RIGHT, sequence: String(index) }))),
    )
    const before = await count()
    const gone = new AbortController()
    const response = await fetch(`${address}/api/manager/cost_executions/import`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        authorization: `Bearer ${world.clerk.token}`,
        'x-project': world.project,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ attachment_code: code }),
    })
    const reader = response.body?.getReader()
    await reader?.read()
    gone.abort()
    // A second import of the file waits for the first one; the file is imported exactly once, whichever of them
    // does it.
    const again = await importFile(world.clerk, code)
    expect(again.data).toMatchObject({ status: 'succeeded', total: 3000 })
    expect(await count()).toBe(before + 3000)
  })

  it('makes one entry in the log', async () => {
    const code = await upload(
      test,
      world.clerk,
      await bookOf([RIGHT, { ...RIGHT, sequence: '2' }]),
      '四月付款',
    )
    await importFile(world.clerk, code)
    const entry = await test.services.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'import')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toMatchObject({
      resource: 'cost_execution',
      label: '四月付款.xlsx',
      after: { rows: 2, records: 2 },
    })
  })

  it('is refused without login, right or project, and with a file of another project or kind', async () => {
    const code = await upload(test, world.clerk, await bookOf([RIGHT]))
    const before = await count()
    expect((await importFile(test.nobody, code)).status).toBe(401)
    expect((await importFile(world.reader, code)).status).toBe(403)
    const other = await paymentWorld(test)
    const foreign = await importFile(other.clerk, code)
    expect(foreign.data.errors).toEqual([{ field: 'attachment_code', message: '文件不存在，请重新上传' }])
    expect((await importFile(world.clerk, await world.attachment('png'))).status).toBe(422)
    expect((await importFile(world.clerk, '')).status).toBe(422)
    expect(await count()).toBe(before)
  })

  it('reports why a file cannot be read', async () => {
    const code = await upload(test, world.clerk, await bookOf([RIGHT]))
    const row = await test.services.db
      .selectFrom('attachments')
      .select('storage_key')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    const copy = await test.services.storage.localCopy(row.storage_key)
    const { writeFile } = await import('node:fs/promises')
    await writeFile(copy?.path ?? '', (await fixture('payments-clean-600.xlsx')).subarray(0, 20_000))
    const answer = await importFile(world.clerk, code)
    expect(answer.status).toBe(422)
    expect(answer.data.errors[0]).toMatchObject({
      field: 'attachment_code',
      message: expect.stringMatching(/文件/),
    })
  })
})

it.skipIf(onSpread('it reads plans and sizes of tables, which are on the workers'))(
  'analyzes tables that the planner believes empty, as after an import that was rolled back',
  async () => {
    await using app = await startTestApp()
    const { db } = app.services
    const { clerk, admin, projectId } = await paymentWorld(app)
    // It would analyze the table at a time of its own.
    await sql`alter table payments set (autovacuum_enabled = off)`.execute(db)
    const takenBack = db.transaction().execute(async (tx) => {
      await sql`insert into payments (project_id, code, pay_at, payer, pay_amount, creator_id, created_at, updated_at)
      select ${projectId}, n::text, '2026-01-01', '', 1, ${admin.userId}, now(), now() from generate_series(1, 2000) n`.execute(
        tx,
      )
      throw new Error('taken back')
    })
    await expect(takenBack).rejects.toThrow('taken back')
    const size = async () => {
      const { rows } = await sql<{ pages: boolean; rows: number }>`
      select relpages > 0 as pages, reltuples as rows from pg_class where relname = 'payments'`.execute(db)
      return rows[0]
    }
    await sql`analyze payments`.execute(db)
    expect(await size()).toEqual({ pages: true, rows: 0 })
    const rows = Array.from({ length: 1_100 }, (_, index) => ({ ...RIGHT, sequence: String(index) }))
    const { data } = await importFile(clerk, await upload(app, clerk, await bookOf(rows)))
    expect(data).toMatchObject({ status: 'succeeded', total: 1_100 })
    expect(await size()).toEqual({ pages: true, rows: 1_000 })
  },
)
