import { approvalFigures } from './approvals.ts'
import { type Bench, type Figure, machine, startBench } from './bench.ts'
import { busyFigures } from './busy.ts'
import { checkFigures } from './check.ts'
import { comboFigures } from './combos.ts'
import { contractFigures } from './contracts.ts'
import { costReportFigures } from './cost-report.ts'
import { feeFigures } from './fees.ts'
import { guardFigures } from './guard.ts'
import { invoiceFigures } from './invoices.ts'
import { loginFigures } from './login.ts'
import { missingFigures } from './missing.ts'
import { openingFigures } from './opening.ts'
import { overviewFigures, shapeFigures } from './overview.ts'
import { byteFigures, pageFigures } from './page.ts'
import { notifyFigures, pairedFigures } from './paired.ts'
import { payableFigures } from './payables.ts'
import { payeeFigures } from './payees.ts'
import { listFigures, saveFigures, statisticsFigures } from './payments.ts'
import { pettyCashFigures } from './petty-cash.ts'
import { TABLE_HEAD, tableRow, writeSection } from './report.ts'
import { exportFigures, importFigures } from './spreadsheets.ts'
import { startFigures } from './start.ts'
import { typingFigures } from './typing.ts'
import { unfoldedFigures } from './unfolded.ts'

// `npm run bench` measures everything, `npm run bench -- import` one part. Prints Markdown tables and writes them to docs/figures.md.
const PARTS: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  // Before the other parts, as they warm up the server.
  start: startFigures,
  list: listFigures,
  combos: comboFigures,
  statistics: statisticsFigures,
  unfolded: unfoldedFigures,
  save: saveFigures,
  guard: guardFigures,
  login: loginFigures,
  contracts: contractFigures,
  overview: overviewFigures,
  shapes: shapeFigures,
  report: costReportFigures,
  payables: payableFigures,
  payees: payeeFigures,
  approvals: approvalFigures,
  fees: feeFigures,
  missing: missingFigures,
  // After the other two, as it adds to their project.
  'petty-cash': pettyCashFigures,
  paired: pairedFigures,
  notify: notifyFigures,
  import: importFigures,
  check: checkFigures,
  export: exportFigures,
  busy: busyFigures,
  invoices: invoiceFigures,
  bytes: byteFigures,
  page: pageFigures,
  opening: openingFigures,
  typing: typingFigures,
}

const named = process.argv.slice(2)
const unknown = named.find((name) => !(name in PARTS))
if (unknown) {
  console.error(`没有名为“${unknown}”的测速，可选：${Object.keys(PARTS).join('、')}`)
  process.exit(2)
}
// Runs with a smaller ledger only try out the bench: their figures are not saved.
const trial = process.env.BENCH_LINES !== undefined
const bench = await startBench()
try {
  console.log(`${machine()}\n\n${TABLE_HEAD}`)
  for (const [name, run] of Object.entries(PARTS)) {
    if (named.length > 0 && !named.includes(name)) continue
    const figures = await run(bench)
    for (const figure of figures) console.log(tableRow(figure))
    if (!trial && figures.length > 0) writeSection(name, figures, Object.keys(PARTS))
  }
} finally {
  await bench.stop()
}
