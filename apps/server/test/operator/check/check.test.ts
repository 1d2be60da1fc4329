import { utimes, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAll, loadProjects } from '../../../src/operator/check/check.ts'
import { rebuildSums } from '../../../src/operator/check/rebuild.ts'
import {
  loadReferences,
  NO_REFERENCE,
  PAYEE,
  PEOPLE,
  TARGETS,
} from '../../../src/operator/check/references.ts'
import { type CheckedProject, lineOf } from '../../../src/operator/check/report.ts'
import { ensureDemo } from '../../../src/start/demo/ensure.ts'
import { expectSumsTrue } from '../../books/payments/sums.ts'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { newProject, startTestApp, type TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { runCommand, typeCommand } from '../../processes/commands.ts'
import { onSpread } from '../../setup/on-spread.ts'

withAllSubjects()

let app: TestApp
let demo: CheckedProject

const run = (statement: string) => sql.raw(statement).execute(app.services.db)
const texts = async (code?: string) => (await checkAll(app.services, code)).findings.map(lineOf)

beforeAll(async () => {
  app = await startTestApp()
  await ensureDemo(app.services)
  const projects = await loadProjects(app.services.db)
  const { rows } = await sql<{
    id: bigint
  }>`select project_id as id from petty_cash_payments limit 1`.execute(app.services.db)
  demo = projects.find(({ id }) => id === rows[0]?.id) as CheckedProject
})
afterAll(async () => await app.close())

test('what the program wrote is right: the demo, its files, and a new project', async () => {
  const { admin } = await app.company()
  await book(admin.on(await newProject(admin)))
  expect(await checkAll(app.services)).toEqual({ findings: [], projects: 5 })
})

test('every column that refers to something is known to the check', async () => {
  const { db } = app.services
  const references = await db.transaction().execute(loadReferences)
  const known = new Set([...Object.keys(TARGETS), ...Object.keys(PEOPLE), PAYEE])
  expect(references.filter(({ column }) => !known.has(column))).toEqual([])
  expect(new Set(references.map(({ column }) => column))).toEqual(known)
  expect(NO_REFERENCE).toContain('project_id')
})

/** A damage to the demo's project: its name, the SQL that causes it (`ID`: the project's id), the SQL that repairs it, and the lines that `check` must report. */
const WRONG: [name: string, change: string, undo: string, ...lines: RegExp[]][] = [
  [
    'a kept sum',
    `insert into project_totals values (ID, 'payer', -1, 0, '不存在的公司', 12345, 0)`,
    `delete from project_totals where project_id = ID and payer = '不存在的公司'`,
    /^合计｜公司 \S+｜项目 \S+｜付款，付款方 不存在的公司：保存的合计为 123\.45 元，重算为 0\.00 元$/,
  ],
  [
    'the number of payments',
    `insert into sum_changes (project_id, dimension, entries) values (ID, 'payments', 1)`,
    `insert into sum_changes (project_id, dimension, entries) values (ID, 'payments', -1)`,
    /付款笔数：保存的笔数为 \d+，重算为 \d+$/,
  ],
  [
    "a payment's amount",
    `update payments set pay_amount = pay_amount + 1 where project_id = ID and id = (select min(id) from payments where project_id = ID and id not in (select payment_id from petty_cash_payments where project_id = ID))`,
    `update payments c set pay_amount = (select sum(pay_amount) from payment_lines d where d.project_id = ID and d.payment_id = c.id) where project_id = ID`,
    /付款 FK\d+ 的金额为 \S+ 元，明细合计为 \S+ 元$/,
  ],
  [
    'the order of lines',
    `update payment_lines set position = 7 where project_id = ID and id = (select min(id) from payment_lines where project_id = ID)`,
    `update payment_lines set position = 1 where project_id = ID and id = (select min(id) from payment_lines where project_id = ID)`,
    /付款 FK\d+ 的明细序号不连续$/,
  ],
  [
    'the counter of numbers',
    `update project_numbers set value = value - 1 where project_id = ID and kind = 'imprest'`,
    `update project_numbers set value = value + 1 where project_id = ID and kind = 'imprest'`,
    /^编号与数量｜.*备用金的最大流水号为 (\d+)，计数器为 \d+，新编号会重复$/,
  ],
  [
    'a running number given twice',
    `insert into payments (project_id, code, pay_at, payer, pay_amount, creator_id, created_at, updated_at)
      select project_id, 'FK20200101' || substr(code, 11), pay_at, payer, 0, creator_id, created_at, updated_at from payments
      where project_id = ID and id = (select min(id) from payments where project_id = ID)`,
    `delete from payments where project_id = ID and code like 'FK20200101%'`,
    /付款 FK20200101\d+ 没有明细$/,
    /付款流水号重复：FK20200101(\d+)、FK\d+\1$/,
  ],
  [
    'a write-off without its payment',
    `create table kept as select * from petty_cash_payments where project_id = ID and petty_cash_id = (select min(petty_cash_id) from petty_cash_payments where project_id = ID);
      delete from petty_cash_payments where (project_id, petty_cash_id) in (select project_id, petty_cash_id from kept)`,
    `insert into petty_cash_payments select * from kept; drop table kept`,
    /^引用｜.*备用金 BYJ\d+ 已核销，却没有核销生成的付款$/,
  ],
  [
    'a payee of nobody',
    `update contracts set payee_id = payee_id + 1000000 where project_id = ID and id = (select min(id) from contracts where project_id = ID and payee_id is not null)`,
    `update contracts set payee_id = payee_id - 1000000 where project_id = ID and payee_id > 1000000`,
    /^引用｜.*1 条合同的收款人不存在或不属于本公司（收款人 id 10\d+）$/,
  ],
  [
    'the tax of a fee',
    `update fees set tax = tax + 100, net = net - 100 where project_id = ID and id = (select min(id) from fees where project_id = ID)`,
    `update fees set tax = tax - 100, net = net + 100 where project_id = ID and id = (select min(id) from fees where project_id = ID)`,
    /^劳务个税｜.*｜\d{4}-\d\d \S+ 劳务报酬已扣个税 \S+ 元，按合计重算为 \S+ 元/,
  ],
  [
    "a subject's parents",
    `update subjects set one_id = two_id where project_id = ID and out_code = '24000101'`,
    `update subjects s set one_id = (select p.parent_id from subjects p where p.project_id = ID and p.id = s.parent_id) where project_id = ID and out_code = '24000101'`,
    /科目 24000101 的上级科目不正确$/,
  ],
  [
    'an invoice that is not claimed',
    `create table kept as select * from invoice_keys where project_id = ID and key ~ '^\\d{20}$' order by key limit 1;
      delete from invoice_keys where key in (select key from kept)`,
    `insert into invoice_keys select * from kept; drop table kept`,
    /发票 \S+（号码 \d{20}）没有唯一登记，可能重复报销$/,
  ],
  [
    'an invoice that lines use by more than it is worth',
    `update invoice_uses set amount = amount + 1234 where project_id = ID and invoice_id = (select min(invoice_id) from invoice_uses where project_id = ID)`,
    `update invoice_uses set amount = amount - 1234 where project_id = ID and invoice_id = (select min(invoice_id) from invoice_uses where project_id = ID)`,
    /^引用｜.*发票 \S+（号码 \S+）被付款明细使用的金额超出 12\.34 元$/,
  ],
  [
    'a reference that a trigger checks',
    `alter table payment_lines disable trigger user;
      update payment_lines set pay_category_id = 4711 where project_id = ID and pay_category_id = (select min(id) from payment_types where project_id = ID);
      alter table payment_lines enable trigger user`,
    `alter table payment_lines disable trigger user;
      update payment_lines set pay_category_id = (select min(id) from payment_types where project_id = ID) where project_id = ID and pay_category_id = 4711;
      alter table payment_lines enable trigger user`,
    /付款，付款类型 定金：保存/,
    /付款，付款类型 4711：保存的合计为 0\.00 元/,
    /付款明细 \S+ 引用的付款类型不存在（pay_category_id 4711）$/,
  ],
  [
    'a creator of another company',
    `insert into companies (code, name) values ('other', '别家'); insert into users (code, company_id, name, phone, password_hash, is_super)
      select 'stranger', id, '外人', '13012345678', '', true from companies where code = 'other';
      create table kept as select id, creator_id from contracts where project_id = ID order by id limit 1;
      update contracts set creator_id = (select id from users where code = 'stranger') where project_id = ID and id in (select id from kept)`,
    `update contracts c set creator_id = k.creator_id from kept k where c.project_id = ID and c.id = k.id; drop table kept;
      delete from users where code = 'stranger'; delete from companies where code = 'other'`,
    /1 条合同的创建人不存在或不属于本公司（账号 id \d+）$/,
  ],
]

test.each(WRONG)('finds %s', async (_, change, undo, ...lines) => {
  if (/disable trigger/.test(change) && onSpread('Citus cannot disable triggers of a distributed table'))
    return
  const on = (text: string) => run(text.replaceAll(/\bID\b/g, String(demo.id)))
  await on(change)
  const found = await texts(demo.code)
  await on(undo)
  for (const line of lines) expect(found).toContainEqual(expect.stringMatching(line))
  for (const text of found) {
    expect(text).toContain(`公司 ${demo.companyCode}｜项目 ${demo.code}｜`)
    expect(
      lines.some((line) => line.test(text)) || /^合计｜.*付款类型 |另有 \d+ 处同类问题$/.test(text),
      text,
    ).toBe(true)
  }
})

test('finds what is wrong with a company: quota, bought projects, super administrators, members', async () => {
  const { admin, id } = await app.company()
  const project = await newProject(admin)
  const other = await app.company()
  await run(`update companies set exists_count = 2, buy_count = 3 where id = ${id}`)
  await run(`update users set is_super = false where id = ${admin.userId}`)
  await run(
    `insert into project_members select id, ${other.admin.userId} from projects where code = '${project}'`,
  )
  const found = await texts()
  const of = (company: bigint) => sql<{ code: string }>`select code from companies where id = ${company}`
  const { code } = (await of(id).execute(app.services.db)).rows[0] as { code: string }
  expect(found.filter((line) => line.includes(code))).toEqual([
    `编号与数量｜公司 ${code}｜已创建的项目数记录为 2，实际为 1`,
    `编号与数量｜公司 ${code}｜购买的项目数记录为 3，已付款订单合计为 0`,
    `编号与数量｜公司 ${code}｜超级管理员应为 1 个，实际为 0 个`,
  ])
  expect(found).toContainEqual(expect.stringMatching(/账号 管理员（\S+）参与了其他公司的项目$/))
  await run(`update companies set exists_count = 1, buy_count = 0 where id = ${id}`)
  await run(`update users set is_super = true where id = ${admin.userId}`)
  await run(`delete from project_members where user_id = ${other.admin.userId}`)
  expect(await texts()).toEqual([])
})

test('finds files that are missing, of another size, or of nobody', async () => {
  const { storage, db } = app.services
  const files = await db
    .selectFrom('attachments')
    .select(['code', 'storage_key', 'file_size'])
    .where('project_id', '=', demo.id)
    .where('has_thumb', '=', true)
    .orderBy('id')
    .limit(2)
    .execute()
  const [first, second] = files as [(typeof files)[0], (typeof files)[0]]
  const put = async (key: string, content: string, old = true) => {
    const path = await storage.temp()
    await writeFile(path, content)
    if (old) await utimes(path, 1, 1)
    await storage.put(key, path)
  }
  await storage.remove(first.storage_key)
  await run(
    `update attachments set file_size = file_size + 1 where project_id = ${demo.id} and code = '${second.code}'`,
  )
  await put(`attachments/${demo.code}/nobody.png`, 'abc')
  await put(`attachments/${demo.code}/just-uploaded.png`, 'abc', false)
  await put('attachments/no-project/x.png', 'abcd')
  const found = (await texts()).map((line) => line.replace(/（[^（]*\.\w+）/, '（…）'))
  expect(found.sort()).toEqual(
    [
      `文件｜公司 ${demo.companyCode}｜项目 ${demo.code}｜附件 ${first.code}（…）的文件不在存储中：${first.storage_key}`,
      `文件｜公司 ${demo.companyCode}｜项目 ${demo.code}｜附件 ${second.code}（…）的文件大小为 ${second.file_size} 字节，应为 ${second.file_size + 1n} 字节：${second.storage_key}`,
      `文件｜公司 ${demo.companyCode}｜项目 ${demo.code}｜存储中的文件没有对应的附件：attachments/${demo.code}/nobody.png（3 字节）`,
      '文件｜公司 —｜存储中的文件不属于任何项目：attachments/no-project/x.png（4 字节）',
    ].sort(),
  )
  await storage.remove('attachments/no-project/x.png')
  await storage.remove(`attachments/${demo.code}/nobody.png`)
})

test('the command line: a line for each finding and a status; a rebuild mends sums', async () => {
  const { admin } = await app.company()
  const project = await newProject(admin)
  await book(admin.on(project))
  await run(
    `update sum_changes set amount = amount + 100 where dimension = 'subject' and voucher_category = -1
      and project_id = (select id from projects where code = '${project}')`,
  )
  const checked = await typeCommand(app, 'check', '--project', project)
  expect(checked).toMatchObject({ status: 1, err: '' })
  expect(checked.out).toMatch(
    /^数据库：.*\n合计｜公司 \S+｜项目 \S+｜付款，科目 24000101：保存的合计为 101\.00 元，重算为 100\.00 元\n已检查 1 个项目，发现 1 处问题\n$/,
  )
  expect((await typeCommand(app, 'sums:rebuild', '--project', project, '--json')).out).toMatch(
    /：更正 1 个合计\n\{"projects":1,"corrected":\{".*":1\}\}\n$/,
  )
  expect(await runCommand(app, 'sums:rebuild', { project })).toEqual({
    message: '已重算 1 个项目，合计均正确',
    data: { projects: 1, corrected: {} },
  })
  expect(await runCommand(app, 'check', { project })).toMatchObject({
    message: '已检查 1 个项目，未发现问题',
    failed: false,
  })
  await expect(runCommand(app, 'check', { project: 'none' })).rejects.toThrow('没有编码为 none 的项目')
  const { data } = await admin.get('/audit_logs', { resource: 'project' })
  expect(data.items[0]).toMatchObject({ user_name: '运营人员', action: 'update' })
})

test('sums are mended while people write, by two rebuilds at once, and no write is lost', async () => {
  const { admin } = await app.company()
  const clerk = admin.on(await newProject(admin))
  await book(clerk)
  const project = (await loadProjects(app.services.db, clerk.project ?? '')).at(0) as CheckedProject
  await run(
    `update sum_changes set amount = amount * 3, entries = entries * 3 where project_id = ${project.id}`,
  )
  await run(`update payments set pay_amount = 1 where project_id = ${project.id}`)
  const writer = async () => {
    for (let i = 0; i < 8; i += 1) {
      const { code } = (await book(clerk, { pay_amount: `${i + 1}.50` })).data
      if (i % 3 === 0) await clerk.delete(`/cost_executions/${code}`)
    }
  }
  const rebuilding = async () => {
    let corrected = 0
    for (let i = 0; i < 4; i += 1) corrected += await rebuildSums(app.services, project)
    return corrected
  }
  const [first, second] = await Promise.all([
    rebuilding(),
    rebuilding(),
    writer(),
    writer(),
    writer(),
    writer(),
  ])
  // Seven sums of one line with its voucher types and the number of payments, and the payment's own amount: each once.
  expect(first + second).toBe(8)
  await expectSumsTrue(app.services.db, project.id)
  const { data } = await clerk.get('/cost_executions', { per_page: 1 })
  // 1.50 to 8.50 without the first, fourth and seventh, by four people, and 100.00.
  expect([data.listTotal, data.total_amount_yuan]).toEqual([21, '206.00'])
  expect(await texts(project.code)).toEqual([])
})
