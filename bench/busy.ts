import { type Bench, type Figure, median, seconds } from './bench.ts'
import { paced, percentile } from './load.ts'
import { download, importRows } from './spreadsheets.ts'

const ROUNDS = 3
const IDLE_MS = 15_000

/** `busy`: p99 of a colleague's list requests, ten a second, while 100,000 rows are imported and exported, against idle. */
export async function busyFigures(bench: Bench): Promise<Figure[]> {
  const full = await bench.project()
  const rows = await importRows(bench, full)
  await rows.send(full)
  const colleague = await bench.project()
  await (await importRows(bench, colleague, 2_000)).send(colleague)
  const ask = async () =>
    void (await bench.call('GET', 'manager/cost_executions?page=1', undefined, colleague))
  const took: [busy: number[], idle: number[]] = [[], []]
  const works: [imports: number[], exports: number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const until = performance.now() + IDLE_MS
    took[1].push(...(await paced(100, () => performance.now() > until, ask)))
    const project = await bench.project()
    let over = false
    const began = performance.now()
    const timed = (work: Promise<unknown>, times: number[]) =>
      work.then(() => times.push(performance.now() - began))
    const work = Promise.all([
      timed(rows.send(project), works[0]),
      timed(download(bench, full), works[1]),
    ]).finally(() => {
      over = true
    })
    took[0].push(...(await paced(100, () => over, ask)))
    await work
  }
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
