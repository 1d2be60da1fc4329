import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readSheet, type SheetCell } from '@pianzhang/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROGRAMS } from '../../../../../../packages/xlsx/test/programs.ts'
import { randomOf } from '../../../../../../packages/xlsx/test/random.ts'
import { type KnownCell, type KnownRow, workbookOf } from '../../../../../../packages/xlsx/test/workbooks.ts'
import type { TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { installed } from '../../../machines/programs.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'
import { readFlatTable } from './open-document.ts'
import { importFile, upload } from './sheets.ts'

// Workbooks as other programs write them, of which every value is known: what is imported, and what LibreOffice reads in them, is compared with it.

const WORKBOOKS = Number(process.env.WORKBOOKS ?? 1_000)
const SEED = Number(process.env.WORKBOOK_SEED ?? 20_261_130)
/** So many are read by one start of LibreOffice, which ends without a word after some 240. */
const AT_ONCE = 100
const what = `${WORKBOOKS} workbooks of other programs`

const random = randomOf(SEED)
const { below, oneOf, once } = random
const exec = promisify(execFile)

/** A line as it is stored; amounts in fen. */
interface Line {
  pay_at: string
  payer: string
  post: string
  summary: string
  subject: string
  pay_channel: number
  pay_category: string
  voucher_category: number | null
  face_tax_rate: string | null
  pay_amount: string
  remark: string
}

const SIGNS = [...'星河光影长安东方华夏江南海北天地山川文化传媒影视器材租赁玥喆堃𠮷①★ABC123&<>"()（）—·']
const phrase = (most: number) =>
  // A letter at both ends, as blanks there are taken off.
  `影${Array.from({ length: below(most) }, () => oneOf(SIGNS)).join('')}${once(6) ? `${oneOf(['  ', '\n', ' & '])}视` : ''}`
/** Names lose runs of blanks. */
const plain = (text: string) => text.replace(/\s+/g, ' ')
const text = (value: string): KnownCell | null => (value === '' ? null : { kind: 'text', value })
const yuan = (fen: number) =>
  `${fen < 0 ? '-' : ''}${Math.trunc(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`
/** Without zeros behind the point, as a file has a number. */
const decimal = (fen: number) => String(Number(yuan(fen)))

const CHANNELS = [
  ['现金', 1],
  ['银行转账', 2],
  ['网银', 3],
  ['支付宝', 4],
  ['微信', 5],
] as const
const VOUCHERS = [
  ['', null],
  ['增值税专用发票', 1],
  ['电子普通发票', 4],
  ['数电票(普通)', 6],
  ['收据', 12],
] as const

interface Made {
  program: string
  name: string
  rows: KnownRow[]
  bytes: Buffer
  lines: Line[]
}

function makeWorkbook(): Made {
  const program = oneOf(PROGRAMS)
  const lines: Line[] = []
  const fields = Array.from({ length: 3 + below(10) }, () => {
    const [month, day] = [1 + below(12), 1 + below(28)].map((part) => String(part).padStart(2, '0'))
    const pay_at = `${oneOf([2025, 2026])}-${month}-${day}`
    const [channel, pay_channel] = oneOf(CHANNELS)
    const [voucher, voucher_category] = oneOf(VOUCHERS)
    const percent = voucher === '' ? null : oneOf([null, 13, 6, 3, 1])
    const fen = (once(10) ? -1 : 1) * (1 + below(oneOf([999, 99_999, 2_000_000_000])))
    const line = {
      ...{ pay_at, payer: phrase(8), post: once(3) ? '' : phrase(4), summary: once(4) ? '' : phrase(20) },
      ...{ subject: oneOf(['24000101', '10000101']), pay_channel, pay_category: oneOf(['定金', '进度款']) },
      ...{
        voucher_category,
        face_tax_rate: percent === null ? null : `${percent}%`,
        pay_amount: String(fen),
      },
      remark: once(3) ? phrase(30) : '',
    }
    lines.push({ ...line, payer: plain(line.payer), post: plain(line.post) })
    const cells: Record<string, KnownCell | null> = {
      付款序号: oneOf<KnownCell>([
        { kind: 'number', value: String(lines.length) },
        { kind: 'text', value: `A-${lines.length}` },
      ]),
      付款时间: oneOf<KnownCell>([
        { kind: 'date', value: pay_at },
        { kind: 'date', value: pay_at },
        { kind: 'date', value: `${pay_at} 13:45:00` },
        {
          kind: 'text',
          value: oneOf([
            pay_at,
            pay_at.replaceAll('-', '/'),
            `${Number(pay_at.slice(0, 4))}年${Number(month)}月${Number(day)}日`,
          ]),
        },
      ]),
      付款方: text(line.payer),
      '部门/岗位': text(line.post),
      摘要: text(line.summary),
      科目编号: oneOf<KnownCell>([
        { kind: 'number', value: line.subject },
        { kind: 'text', value: line.subject },
      ]),
      付款方式: text(channel),
      付款类型: text(line.pay_category),
      凭证类型: text(voucher),
      票面税率:
        percent === null
          ? null
          : oneOf<KnownCell>([
              { kind: 'number', value: String(percent / 100), percent: true },
              { kind: 'text', value: `${percent}%` },
            ]),
      付款金额: oneOf<KnownCell>([
        { kind: 'number', value: decimal(fen) },
        { kind: 'number', value: decimal(fen) },
        { kind: 'text', value: oneOf([yuan(fen), `￥${yuan(fen)}`]) },
      ]),
      备注: text(line.remark),
      核对: oneOf<KnownCell | null>([
        null,
        { kind: 'boolean', value: oneOf(['TRUE', 'FALSE']) },
        { kind: 'error', value: '#DIV/0!' },
      ]),
    }
    return cells
  })
  const titles = Object.keys(fields[0] ?? {})
  // In an order of the crew's own.
  for (let at = titles.length - 1; at > 0; at--) {
    const other = below(at + 1)
    ;[titles[at], titles[other]] = [titles[other] ?? '', titles[at] ?? '']
  }
  const head = titles.map((title) =>
    text(`${title}${title === '付款金额' ? oneOf(['', '（元）', ' *']) : oneOf(['', '', '*'])}`),
  )
  const rows = [head, ...fields.map((cells) => titles.map((title) => cells[title] ?? null))]
  const name = oneOf(['付款', '2026年3月', '明细 & 汇总', 'Sheet1'])
  return { program: program.name, name, rows, bytes: workbookOf(program, name, rows, random), lines }
}

/** As they are compared: numbers by their value, and LibreOffice has no kind of its own for true and false. */
const alike = (cell: KnownCell | null) => {
  if (cell?.kind === 'boolean') return { kind: 'number', value: cell.value === 'TRUE' ? 1 : 0 }
  return cell?.kind === 'number'
    ? { kind: 'number', value: Number(cell.value) }
    : cell && { kind: cell.kind, value: cell.value }
}
const trimmed = (rows: readonly (readonly (KnownCell | null)[])[]) =>
  rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1).map(alike))

/** A cell of ours in the words of `KnownCell`. */
const known = (cell: SheetCell | undefined): KnownCell | null =>
  cell ? { kind: cell.kind, value: cell.kind === 'number' ? cell.raw : cell.text } : null

describe.skipIf(!installed(what, { soffice: 'libreoffice-calc' }))(what, () => {
  let app: TestApp
  let world: PaymentWorld
  let folder: string
  const made = Array.from({ length: WORKBOOKS }, makeWorkbook)
  const fileOf = (at: number, kind = 'xlsx') => join(folder, `${at}.${kind}`)
  const about = (at: number) => `workbook ${at} of seed ${SEED}, as of ${made[at]?.program}`

  beforeAll(async () => {
    app = await workerApp()
    world = await paymentWorld(app)
    await world.clerk.post('/pay_categories', { name: '定金' })
    folder = await mkdtemp(join(tmpdir(), 'pianzhang-workbooks-'))
    for (const [at, { bytes }] of made.entries()) await writeFile(fileOf(at), bytes)
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('LibreOffice reads in them what was written', async () => {
    for (let from = 0; from < made.length; from += AT_ONCE) {
      const files = made.slice(from, from + AT_ONCE).map((_, index) => fileOf(from + index))
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
      await exec('soffice', [profile, '--headless', '--convert-to', 'fods', '--outdir', folder, ...files], {
        maxBuffer: 2 ** 26,
      })
    }
    for (const [at, { name, rows }] of made.entries())
      expect(trimmed(readFlatTable(await readFile(fileOf(at, 'fods'), 'utf8'), name)), about(at)).toEqual(
        trimmed(rows),
      )
  })

  test('so do we, cell by cell', async () => {
    for (const [at, { rows }] of made.entries()) {
      const read: (KnownCell | null)[][] = []
      for await (const { line, cells } of readSheet(fileOf(at))) read[line - 1] = Array.from(cells, known)
      expect(trimmed(read), about(at)).toEqual(trimmed(rows))
    }
  })

  test('and what is imported is what they say', async () => {
    for (const [at, { bytes, lines }] of made.entries()) {
      const answer = await importFile(world.clerk, await upload(app, world.clerk, bytes, `表${at}`))
      expect(answer.data, about(at)).toMatchObject({
        status: 'succeeded',
        error_items: [],
        total: lines.length,
      })
      expect(await storedLines(answer.data.import_code), about(at)).toEqual(lines)
    }
  })

  /** The lines of an import, in the order of the file. */
  async function storedLines(importCode: string): Promise<Line[]> {
    const { rows } = await sql<Line>`
      select c.pay_at::text, c.payer, c.post, c.summary, s.out_code as subject, d.pay_channel, t.name as pay_category,
        d.voucher_category, d.face_tax_rate, d.pay_amount::text, d.remark
      from payments c
      join payment_lines d on d.project_id = c.project_id and d.payment_id = c.id
      join subjects s on s.project_id = c.project_id and s.id = d.subject_id
      join payment_types t on t.project_id = c.project_id and t.id = d.pay_category_id
      where c.project_id = ${world.projectId}
        and c.import_id = (select i.id from imports i where i.project_id = ${world.projectId} and i.code = ${importCode})
      order by c.id, d.id`.execute(app.services.db)
    return rows
  }
})
