import { seeded } from '../apps/server/src/start/demo/random.ts'
import { photograph } from '../apps/server/test/files/photograph.ts'
import { type Bench, type Figure, median } from './bench.ts'
import { paced, percentile } from './load.ts'
import { importRows } from './spreadsheets.ts'

const PHOTOGRAPHS = 100
/** Of one request. */
const BATCH = 10
const ROUNDS = 3
const IDLE_MS = 10_000
/** Requests of ten pictures per round, one after the other: one takes less than a second, too short for a p99. */
const BATCHES = 12

interface Read {
  items: { invoice_number: string }[]
}

/**
 * `invoices`: photographs of invoices (rotated to 10°, blurred, JPEG quality 50, a QR code of 200 px in 1,600): how many QR codes are
 * read, how long one takes, and p99 of a colleague's list requests meanwhile, against idle.
 */
export async function invoiceFigures(bench: Bench): Promise<Figure[]> {
  const random = seeded(20_261_122)
  const project = await bench.project()
  const numbers = Array.from(
    { length: PHOTOGRAPHS },
    () => `26${random.int(1e8, 1e9 - 1)}${random.int(1e8, 1e9 - 1)}`,
  )
  const codes: string[] = []
  for (const number of numbers) {
    const coded = `01,32,,${number},${random.int(1, 9999)}.50,20261102,,${number.slice(-4)},`
    const shot = {
      angle: random.int(-100, 100) / 10,
      blur: random.int(5, 13) / 10,
      shear: random.int(-6, 6) / 100,
    }
    const picture = await photograph(
      { coded, number, date: '2026-11-02', amount: '1234.50' },
      { ...shot, quality: 50, width: 1600 },
    )
    codes.push(await upload(bench, project, picture))
  }
  const post = (attachment_codes: string[]) =>
    bench.call<Read>('POST', 'manager/invoices', { attachment_codes }, project)
  // Starts the process that reads; it stays for a minute.
  await post(codes.slice(0, 1))
  let found = 0
  const times: number[] = []
  for (const [index, code] of codes.entries()) {
    const start = performance.now()
    const { items } = await post([code])
    times.push(performance.now() - start)
    if (items[0]?.invoice_number === numbers[index]) found += 1
  }
  const colleague = await bench.project()
  await (await importRows(bench, colleague, 2_000)).send(colleague)
  const list = async () =>
    void (await bench.call('GET', 'manager/cost_executions?page=1', undefined, colleague))
  const took: [busy: number[], idle: number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const until = performance.now() + IDLE_MS
    took[1].push(...(await paced(50, () => performance.now() > until, list)))
    let over = false
    const work = (async () => {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const from = (batch * BATCH) % PHOTOGRAPHS
        await post(codes.slice(from, from + BATCH))
      }
    })().finally(() => {
      over = true
    })
    took[0].push(...(await paced(50, () => over, list)))
    await work
  }
  const [busy, idle] = took.map((each) => percentile(each, 0.99)) as [number, number]
  return [
    {
      what: `QR codes found in ${PHOTOGRAPHS} photographs of invoices`,
      goal: `≥ 95`,
      ratio: String(found),
      detail: `to 10°, blurred, JPEG quality 50`,
      means: 'A photograph by phone fills in the invoice.',
    },
    {
      what: 'one photograph, from the request to the stored invoice',
      goal: '≤ 300 ms',
      ratio: `${Math.round(median(times))} ms`,
      detail: `of ${times.length}, the slowest ${Math.round(Math.max(...times))} ms`,
      means: 'Ten pictures are read while one looks at the first.',
    },
    {
      what: "a list's p99 while ten photographs are read ÷ idle",
      goal: '≤ 3',
      ratio: (busy / idle).toFixed(1),
      detail: `${busy.toFixed(0)} ms ÷ ${idle.toFixed(0)} ms`,
      means: 'Colleagues do not notice the reading.',
    },
  ]
}

async function upload(bench: Bench, project: string, file: Buffer): Promise<string> {
  const key = 'manager/attachments/发票-1732150000000.jpg'
  const { token, upload_url } = await bench.call<{ token: string; upload_url: string }>(
    'POST',
    'common/qinius',
    { key },
    project,
  )
  const form = new FormData()
  form.set('token', token)
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(file)]), '发票.jpg')
  const response = await fetch(upload_url, { method: 'POST', body: form })
  const { code, data } = (await response.json()) as { code: number; data: { code: string } }
  if (code !== 0) throw new Error(`an upload was answered ${code}`)
  return data.code
}
