import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, type Figure, median, seconds } from './bench.ts'
import { colleague } from './colleague.ts'
import { percentile } from './load.ts'
import { download, importRows } from './spreadsheets.ts'

const ROUNDS = 8
const IDLE_MS = 8_000
const WARM_UP_MS = 2_000
const EVERY_MS = 100

/** `busy`: p99 of a colleague's list requests, ten a second, while 100,000 rows are imported and exported, against idle. */
export async function busyFigures(bench: Bench): Promise<Figure[]> {
  const full = await bench.project()
  const rows = await importRows(bench, full)
  await rows.send(full)
  const small = await bench.project()
  await (await importRows(bench, small, 2_000)).send(small)
  const asking = colleague(bench, 'manager/cost_executions?page=1', small, EVERY_MS)
  const took: [busy: number[], idle: number[]] = [[], []]
  const works: [imports: number[], exports: number[]] = [[], []]
  // Warm-up, also of the program that asks.
  await asking.during(sleep(WARM_UP_MS))
  for (let round = 0; round < ROUNDS; round += 1) {
    took[1].push(...(await asking.during(sleep(IDLE_MS))))
    const project = await bench.project()
    const began = performance.now()
    const timed = (work: Promise<unknown>, times: number[]) =>
      work.then(() => times.push(performance.now() - began))
    const work = [timed(rows.send(project), works[0]), timed(download(bench, full), works[1])]
    took[0].push(...(await asking.during(Promise.all(work))))
  }
  asking.leave()
  const [busy, idle] = took.map((times) => percentile(times, 0.99)) as [number, number]
  return [
    {
      what: "other requests' p99 while one import and one export run ÷ idle",
      goal: '≤ 3',
      ratio: (busy / idle).toFixed(1),
      detail: `${busy.toFixed(0)} ms ÷ ${idle.toFixed(0)} ms; import ${seconds(median(works[0]))}, export ${seconds(median(works[1]))}`,
      means: 'Colleagues go on working while a large file goes in and another comes out.',
    },
  ]
}
