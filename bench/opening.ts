import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumExecutable } from '../e2e/browser.ts'
import { type Bench, type Figure, median, seconds } from './bench.ts'
import { startEarlier } from './earlier.ts'
import { fillLedger } from './ledger.ts'

/** The commit that issue 11's figures compare with. */
const COMMIT = '5c73462'
/** A payment has two lines. */
const LINES = 6_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 11)
const FIRST_VISITS = 5
/** The page continues to load after the first row is painted; the next opening starts afterwards. */
const SETTLE_MS = 1_500
const SLOW_LINE = {
  offline: false,
  latency: 20,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 1_250_000,
}

/** Milliseconds of one opening, from the start of the navigation. */
interface Opening {
  /** Until the first row of payments is painted. */
  row: number
  /** CPU time of the main thread until the page is idle. */
  cpu: number
}

/**
 * Runs in the page: the time of the frame that paints the first payment number. The MutationObserver runs in the
 * task that inserts the row; the message is handled after the next frame.
 */
const WATCH = `
  window.firstRow = new Promise((painted) => {
    new MutationObserver((_, observer) => {
      const numbers = [...document.querySelectorAll('main tr button')]
      if (!numbers.some(({ textContent }) => /^FK\\d/.test(textContent))) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => painted(performance.now())
        port2.postMessage(0)
      })
    }).observe(document, { childList: true, subtree: true })
  })`

/** A logged-in browser with a disk cache of its own, for the server of one version. */
export class Visitor {
  private readonly context: BrowserContext
  private readonly page: Page
  private readonly devtools: CDPSession
  private readonly address: string

  private constructor(context: BrowserContext, page: Page, devtools: CDPSession, address: string) {
    this.context = context
    this.page = page
    this.devtools = devtools
    this.address = address
  }

  /** `filled`: a project with payments; a new one unless given. */
  static async of(bench: Bench, profile: string, filled?: string): Promise<Visitor> {
    const project = filled ?? (await fillLedger(bench, LINES))
    await bench.call('POST', `manager/projects/${project}/selected`)
    const { executablePath, args, env } = await chromiumExecutable()
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args,
      env,
      locale: 'zh-CN',
      viewport: { width: 1440, height: 900 },
    })
    await context.addCookies([{ name: 'token', value: bench.token, url: bench.address }])
    await context.addInitScript(WATCH)
    const page = context.pages()[0] ?? (await context.newPage())
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const search = new URLSearchParams({ activeName: 'second', project })
    return new Visitor(context, page, devtools, `${bench.address}/implement/cost?${search}`)
  }

  private async cpu(): Promise<number> {
    const { metrics } = await this.devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }

  async open(slowdown: number): Promise<Opening> {
    // Leaves the page first, at full speed, so that unloading it is not measured.
    await this.page.goto('about:blank')
    await this.devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const before = await this.cpu()
    await this.page.goto(this.address, { waitUntil: 'commit' })
    const row = Number(await this.page.evaluate('window.firstRow'))
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS * slowdown))
    const cpu = (await this.cpu()) - before
    await this.devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return { row, cpu }
  }

  /** With an empty cache, over a line of 10 Mbit/s. */
  async openFirst(slowdown: number): Promise<Opening> {
    await this.page.goto('about:blank')
    await this.devtools.send('Network.enable')
    await this.devtools.send('Network.clearBrowserCache')
    await this.devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
    const opening = await this.open(slowdown)
    await this.devtools.send('Network.disable')
    return opening
  }

  close = () => this.context.close()
}

type Measured = { what: string; goal: string; rounds: number; open: (visitor: Visitor) => Promise<Opening> }

const CASES: Measured[] = [
  { what: 'opened again', goal: '≤ 0.5', rounds: ROUNDS, open: (visitor) => visitor.open(1) },
  { what: 'opened again, CPU 4 × slower', goal: '≤ 0.5', rounds: ROUNDS, open: (visitor) => visitor.open(4) },
  {
    what: 'first visit over 10 Mbit/s, CPU 4 × slower',
    goal: '',
    rounds: Math.min(ROUNDS, FIRST_VISITS),
    open: (visitor) => visitor.openFirst(4),
  },
]

/** `opening`: from the navigation to the first painted row of 明细, this code and an earlier commit in turns. */
export async function openingFigures(bench: Bench): Promise<Figure[]> {
  const earlier = await startEarlier(COMMIT, { page: true })
  if (!earlier) return []
  const profiles = await mkdtemp(join(tmpdir(), 'pianzhang-bench-browser-'))
  const visitors: Visitor[] = []
  try {
    for (const [index, one] of [bench, earlier.bench].entries())
      visitors.push(await Visitor.of(one, join(profiles, String(index))))
    const [now, before] = visitors as [Visitor, Visitor]
    const figures: Figure[] = []
    for (const measured of CASES) figures.push(await compare(measured, now, before))
    return figures
  } finally {
    for (const visitor of visitors) await visitor.close()
    await earlier.stop()
    await rm(profiles, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function compare(
  { what, goal, rounds, open }: Measured,
  now: Visitor,
  before: Visitor,
): Promise<Figure> {
  // V8 caches compiled code for files that were loaded twice.
  for (let warm = 0; warm < 3; warm += 1) for (const visitor of [now, before]) await visitor.open(1)
  const taken = new Map<Visitor, Opening[]>([
    [now, []],
    [before, []],
  ])
  for (let round = 0; round < rounds; round += 1)
    for (const visitor of round % 2 ? [now, before] : [before, now])
      taken.get(visitor)?.push(await open(visitor))
  const of = (visitor: Visitor, figure: keyof Opening) => (taken.get(visitor) ?? []).map((one) => one[figure])
  const rows = [median(of(now, 'row')), median(of(before, 'row'))] as const
  const cpus = [median(of(now, 'cpu')), median(of(before, 'cpu'))] as const
  return {
    what: `明细 ${what}: navigation → first row painted ÷ that of commit ${COMMIT}`,
    goal,
    ratio: (rows[0] / rows[1]).toFixed(2),
    detail: `${seconds(rows[0])} (fastest ${seconds(Math.min(...of(now, 'row')))}) ÷ ${seconds(rows[1])} (${seconds(Math.min(...of(before, 'row')))}), ${rounds} each; CPU time of the whole opening ${(cpus[0] / cpus[1]).toFixed(2)}: ${seconds(cpus[0])} ÷ ${seconds(cpus[1])}`,
    means: 'A page opened again is there at once.',
  }
}
