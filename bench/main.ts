import { type Bench, type Figure, machine, startBench } from './bench.ts'
import { busyFigures } from './busy.ts'
import { openingFigures } from './opening.ts'
import { byteFigures, pageFigures } from './page.ts'
import { notifyFigures, pairedFigures } from './paired.ts'
import { listFigures, saveFigures, statisticsFigures } from './payments.ts'
import { exportFigures, importFigures } from './spreadsheets.ts'
import { startFigures } from './start.ts'

// `npm run bench` measures everything, `npm run bench -- import` one part. Prints a Markdown table for the README.
const PARTS: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  // First: later the server has worked.
  start: startFigures,
  list: listFigures,
  statistics: statisticsFigures,
  save: saveFigures,
  paired: pairedFigures,
  notify: notifyFigures,
  import: importFigures,
  export: exportFigures,
  busy: busyFigures,
  bytes: byteFigures,
  page: pageFigures,
  opening: openingFigures,
}

const named = process.argv.slice(2)
const unknown = named.find((name) => !(name in PARTS))
if (unknown) {
  console.error(`没有名为“${unknown}”的测速，可选：${Object.keys(PARTS).join('、')}`)
  process.exit(2)
}
const bench = await startBench()
try {
  console.log(`${machine()}\n\n| what | goal | measured | medians | for a user |\n|---|---|---|---|---|`)
  for (const [name, run] of Object.entries(PARTS))
    if (named.length === 0 || named.includes(name))
      for (const { what, goal, ratio, detail, means } of await run(bench))
        console.log(`| ${what} | ${goal} | ${ratio} | ${detail} | ${means} |`)
} finally {
  await bench.stop()
}
