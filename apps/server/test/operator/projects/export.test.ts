import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDemo } from '../../../src/start/demo/ensure.ts'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { runCommand } from '../../processes/commands.ts'

withAllSubjects()

let app: TestApp
let folder: string
/** The demo's project with the most records. */
let project: { id: bigint; code: string; name: string }

beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-project-'))
  await ensureDemo(app.services)
  const { rows } = await sql<typeof project>`select p.id, p.code, p.name from projects p
    order by (select count(*) from payments c where c.project_id = p.id) desc limit 1`.execute(
    app.services.db,
  )
  project = rows[0] as typeof project
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const run = (values: Record<string, string>) =>
  runCommand({ services: app.services }, 'project:export', values)
const exported = async (into = 'one') => {
  execFileSync('mkdir', ['-p', join(folder, into)])
  return await run({ project: project.code, into: join(folder, into) })
}

type Sheet = Awaited<ReturnType<typeof readXlsx>>['sheets'][number]
const sheetsOf = async (file: string): Promise<Sheet[]> => (await readXlsx(readFileSync(file))).sheets

/** What a spreadsheet shows below the head of a column in its last row, in fen. */
function lastOf(sheet: Sheet | undefined, title: string): bigint {
  const [head = []] = sheet?.rows ?? []
  const at = head.findIndex((cell) => String(cell).replace('（元）', '') === title)
  expect(at, `${title}: ${head}`).toBeGreaterThanOrEqual(0)
  return BigInt(Math.round(Number(sheet?.rows.at(-1)?.[at]) * 100))
}

/** The sum of a column of the project's rows, by a statement that shares nothing with the lists. */
async function summed(table: string, column: string, where = 'true'): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(${sql.ref(column)}), 0)::int8 as sum
    from ${sql.table(table)} t where project_id = ${project.id} and ${sql.raw(where)}`.execute(
    app.services.db,
  )
  return rows[0]?.sum ?? 0n
}

test('each list is a spreadsheet with the sums of the ledger; each original is there; the same data make the same files', async () => {
  const { message, data, failed } = await exported()
  const into = String(data.folder)
  expect(into).toBe(join(folder, 'one', `${project.name}-${project.code}`))
  expect([failed, message]).toEqual([false, expect.stringContaining('项目没有归档')])

  const tables = readdirSync(join(into, '表格')).sort()
  const table = async (name: string) => {
    const file = tables.find((one) => one.slice(3) === `${name}.xlsx`)
    expect(file, `${name}: ${tables}`).toBeDefined()
    const [sheet] = await sheetsOf(join(into, '表格', file ?? ''))
    return sheet
  }
  const sums: [string, string, bigint][] = [
    ['付款明细', '付款金额', await summed('payment_lines', 'pay_amount')],
    ['收款明细', '收款金额', await summed('receipts', 'amount')],
    ['投资预算', '投资金额', await summed('investment_budgets', 'amount')],
    ['费用预算', '合计', await summed('cost_budgets', 'amount')],
    ['备用金明细', '付款金额', await summed('petty_cash', 'pay_amount')],
    ['劳务个税', '税前收入', await summed('fees', 'gross')],
    ['付款申请', '付款金额', await summed('payment_requests', 'total', `state <> 'draft'`)],
    ['发票', '价税合计', await summed('invoices', 'total_amount', 'voided_at is null')],
  ]
  for (const [name, column, sum] of sums)
    expect([name, lastOf(await table(name), column)]).toEqual([name, sum])
  // A project of the demo has records in each of these.
  for (const [name, , sum] of sums.slice(0, 6)) expect([name, sum]).not.toEqual([name, 0n])
  const contracts = await table('合同')
  const outgoing = await summed('contracts', 'amount', 'category < 3')
  const incoming = await summed('contracts', 'amount', 'category >= 3')
  const amount = contracts?.rows[0]?.findIndex((title) => String(title).startsWith('合同总额')) ?? -1
  const totals = contracts?.rows.filter(([first]) => /^应[付收]合计$/.test(String(first)))
  expect(totals?.map((row) => [row[0], BigInt(Math.round(Number(row[amount]) * 100))]).sort()).toEqual(
    [
      ['应付合计', outgoing],
      ['应收合计', incoming],
    ].sort(),
  )
  // Numbers of documents and accounts are in full.
  expect(JSON.stringify(contracts?.rows)).not.toContain('***')

  const { rows: links } = await sql<{ storage_key: string }>`
    select a.storage_key from attachments a where a.project_id = ${project.id} and a.id in (
      select attachment_id from payment_line_attachments where project_id = ${project.id}
      union select attachment_id from petty_cash_attachments where project_id = ${project.id}
      union select attachment_id from contract_attachments where project_id = ${project.id}
      union select attachment_id from invoice_files where project_id = ${project.id}
      union select attachment_id from payment_request_attachments where project_id = ${project.id})`.execute(
    app.services.db,
  )
  const originals = readdirSync(join(into, '原件'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const found = new Set(originals.map((path) => digest(readFileSync(path))))
  const stored = new Set<string>()
  for (const { storage_key } of links) {
    const content = await app.services.storage.open(storage_key)
    if (content) stored.add(digest(await buffer(content)))
  }
  expect(stored.size).toBeGreaterThan(10)
  expect(found).toEqual(stored)
  const { rows: payments } = await sql<{
    code: string
  }>`select code from payments where project_id = ${project.id}`.execute(app.services.db)
  const codes = new Set(payments.map(({ code }) => code))
  for (const path of readdirSync(join(into, '原件/付款凭证')))
    expect(codes, path).toContain(path.replace(/_\d\d\.\w+$/, ''))

  expect(
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: into, encoding: 'utf8' }),
  ).toBe('')
  const listed = readFileSync(join(into, 'SHA256SUMS'), 'utf8').trim().split('\n')
  expect(listed).toHaveLength(1 + tables.length + originals.length)
  const [about, of, files] = await sheetsOf(join(into, '目录.xlsx'))
  expect(about?.rows).toContainEqual(['项目编码', project.code])
  expect([(of?.rows.length ?? 0) - 1, (files?.rows.length ?? 0) - 1]).toEqual([
    tables.length,
    originals.length,
  ])
  expect(statSync(join(into, 'SHA256SUMS')).mode & 0o777).toBe(0o600)

  const again = String((await exported('two')).data.folder)
  expect(readFileSync(join(again, 'SHA256SUMS'), 'utf8')).toBe(readFileSync(join(into, 'SHA256SUMS'), 'utf8'))
  await expect(exported()).rejects.toThrow('已存在，请移走后重试：--into')
  const { rows: logs } =
    await sql`select label from audit_logs where project_id = ${project.id} and action = 'export'`.execute(
      app.services.db,
    )
  expect(logs).toHaveLength(2)
})

test('what the storage lacks is named; what cannot be written leaves nothing', async () => {
  const { rows } = await sql<{ storage_key: string; file_name: string }>`
    select a.storage_key, a.file_name from attachments a join payment_line_attachments l
      on l.project_id = ${project.id} and l.attachment_id = a.id where a.project_id = ${project.id} order by a.id limit 1`.execute(
    app.services.db,
  )
  const [{ storage_key, file_name } = { storage_key: '', file_name: '' }] = rows
  await app.services.storage.remove(storage_key)
  const { message, failed, data } = await exported('three')
  expect([failed, message]).toEqual([
    true,
    expect.stringMatching(new RegExp(`缺少 \\d+ 个原件[\\s\\S]*${file_name}`)),
  ])
  const [, , files] = await sheetsOf(join(String(data.folder), '目录.xlsx'))
  expect(JSON.stringify(files?.rows)).toContain('存储中没有这个文件')

  await expect(run({ project: 'nobody', into: folder })).rejects.toThrow('没有编码为 nobody 的项目')
  const nowhere = join(folder, 'nowhere')
  await expect(run({ project: project.code, into: nowhere })).rejects.toThrow(
    '文件或文件夹不存在（ENOENT）：--into',
  )
  expect(existsSync(nowhere)).toBe(false)
})
