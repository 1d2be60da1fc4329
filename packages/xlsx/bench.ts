// `node packages/xlsx/bench.ts [rows]`: rows per second and memory of reading and writing, beside hucre on the same rows.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readXlsx, XlsxStreamWriter } from 'hucre/xlsx'
import { type CellValue, type OutColumn, readSheet, writeSheet } from './src/index.ts'

const COLUMNS: OutColumn[] = [
  { title: 'No.', kind: 'number' },
  { title: 'Day', kind: 'date' },
  ...['Payer', 'Department', 'Summary', 'Account', 'Channel', 'Type', 'Note'].map(
    (title): OutColumn => ({ title, kind: 'text' }),
  ),
  { title: 'Amount', kind: 'money' },
  { title: 'Tax', kind: 'money' },
  { title: 'Rate', kind: 'percent' },
]

function row(n: number): CellValue[] {
  const day = new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10)
  const texts = [`供应商${n % 700}有限公司`, '制片组', `第${n % 80}场 结算`, String(24_000_101 + (n % 300))]
  return [
    n,
    day,
    ...texts,
    '网银',
    '进度款',
    n % 9 === 0 ? '原件已归档' : '',
    BigInt(n * 37),
    BigInt(n),
    '0.06',
  ]
}

async function* batches(rows: number): AsyncGenerator<CellValue[][]> {
  for (let from = 0; from < rows; from += 1_000)
    yield Array.from({ length: Math.min(1_000, rows - from) }, (_, at) => row(from + at))
}

const CASES: Record<string, (path: string, rows: number) => Promise<void>> = {
  write: (path, rows) =>
    pipeline(writeSheet([{ name: 'Data', columns: COLUMNS, rows: batches(rows) }]), createWriteStream(path)),
  read: async (path) => {
    for await (const _ of readSheet(path));
  },
  'write by hucre': async (path, rows) => {
    const writer = new XlsxStreamWriter({ name: 'Data' })
    for await (const batch of batches(rows))
      for (const values of batch)
        writer.addRow(
          values.map((value) => (typeof value === 'bigint' ? Number(value) / 100 : value)) as never,
        )
    await pipeline([await writer.finish()], createWriteStream(path))
  },
  'read by hucre': async (path) => {
    await readXlsx(new Uint8Array(await readFile(path)))
  },
}

const [name, path, count = '100000'] = process.argv.slice(2)
if (process.send && name && path) {
  const before = process.resourceUsage().maxRSS
  const start = performance.now()
  await CASES[name]!(path, Number(count))
  process.send({ ms: performance.now() - start, kb: process.resourceUsage().maxRSS - before })
} else {
  const rows = Number(name ?? 100_000)
  const folder = await mkdtemp(join(tmpdir(), 'xlsx-bench-'))
  try {
    const file = join(folder, 'ours.xlsx')
    console.log(`${rows} rows × ${COLUMNS.length} columns, each in a process of its own, the best of three`)
    for (const each of Object.keys(CASES)) {
      const target = each === 'write by hucre' ? join(folder, 'hucre.xlsx') : file
      let [ms, kb] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      for (let round = 0; round < 3; round += 1) {
        const child = fork(import.meta.filename, [each, target, String(rows)])
        const [result] = (await once(child, 'message')) as [{ ms: number; kb: number }]
        ms = Math.min(ms, result.ms)
        kb = Math.min(kb, result.kb)
      }
      const speed = Math.round(rows / (ms / 1000)).toLocaleString('en')
      console.log(
        `${each.padEnd(15)} ${speed.padStart(9)} rows/s  ${(kb / 1024).toFixed(0).padStart(4)} MB above start`,
      )
    }
    console.log(`file: ${((await stat(file)).size / 1_000_000).toFixed(1)} MB`)
  } finally {
    await rm(folder, { recursive: true })
  }
}
