import { isDeepStrictEqual } from 'node:util'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { chromiumExecutable } from '../e2e/browser.ts'
import { FOCUSED, focused } from '../e2e/keyboard.ts'
import { type Bench, type Figure, seconds } from './bench.ts'
import { startEarlier } from './earlier.ts'
import { budgetsTyped, paymentsTyped, pettyCashTyped, type TypedRecord } from './typed-records.ts'

/** The last commit in which a form closes after each save. */
const COMMIT = '58cff1a4'
/** Ten keys a second. */
const DELAY = { delay: 100 }
const MOST_STOPS = 40
/** A trial types fewer records. */
const MOST = Number(process.env.BENCH_LINES ?? 1_000)

interface Form {
  what: string
  address: string
  open: string
  path: string
  records: (subjects: readonly string[]) => TypedRecord[]
  /** Fields of the saved records that are compared, so that both versions typed the same. */
  saved: readonly string[]
  /** The key that goes from field to field. */
  by: 'Enter' | 'Tab'
  /** Fields of one line in which Enter submits a dialog. */
  enters: readonly string[]
  /** What 保存并继续 keeps, and where it goes on. */
  kept: readonly string[]
  goesOnAt: string
  /** A field that is unticked in 继续时保留的内容, because it differs in each record. */
  dropped?: string
}

const CHOICES = ['科目', '付款方式', '付款类型']
const FORMS: readonly Form[] = [
  {
    what: 'twenty payments',
    address: '/implement/cost?activeName=second',
    open: '新增付款明细',
    path: 'cost_executions',
    records: paymentsTyped,
    saved: ['pay_at', 'payer', 'post', 'summary', 'pay_amount_yuan'],
    by: 'Enter',
    enters: [],
    kept: ['付款时间', '部门/岗位', '科目', '付款方式', '付款类型'],
    goesOnAt: '付款方',
    dropped: '付款方',
  },
  {
    what: 'thirty budget lines',
    address: '/budget/cost?activeName=second',
    open: '新增费用预算',
    path: 'cost_budgets',
    records: budgetsTyped,
    saved: ['subject_three_out_code', 'unit_price_yuan', 'quantity', 'unit', 'amount_yuan'],
    by: 'Tab',
    enters: ['单价（元）', '数量', '单位'],
    kept: ['科目', '单位'],
    goesOnAt: '科目',
  },
  {
    what: 'forty details of petty cash',
    address: '/implement/cash?activeName=d',
    open: '新增备用金明细',
    path: 'imprests',
    records: pettyCashTyped,
    saved: ['pay_at', 'payer', 'post', 'pay_amount_yuan', 'subject_three_out_code', 'summary'],
    by: 'Tab',
    enters: [],
    kept: ['付款时间', '付款方', '部门/岗位', '科目', '付款方式'],
    goesOnAt: '付款金额（元）',
  },
]

/** An amount as it is typed with the fewest keys; `words`: 600万 is understood. */
const amountText = (yuan: number, words: boolean): string =>
  words && yuan >= 10_000 && yuan % 1_000 === 0 ? `${yuan / 10_000}万` : String(yuan)

/** Whether typing replaces what the focused field holds. */
const IS_FREE = `(() => {
  const { value = '', selectionStart, selectionEnd } = document.activeElement
  return value === '' || (selectionStart === 0 && selectionEnd === value.length)
})()`

const IS_OPEN = `document.activeElement.getAttribute('aria-expanded') === 'true'`

/** A person at the keyboard of one version, who counts the keys. */
class Typist {
  keys = 0
  private readonly page: Page
  private readonly form: Form
  /** Whether the version has 保存并继续, and understands 万. */
  private readonly goesOn: boolean

  constructor(page: Page, form: Form, goesOn: boolean) {
    this.page = page
    this.form = form
    this.goesOn = goesOn
  }

  private async press(key: string): Promise<void> {
    this.keys += key.split('+').length
    await this.page.keyboard.press(key, DELAY)
  }

  private async type(text: string): Promise<void> {
    this.keys += text.length
    await this.page.keyboard.type(text, DELAY)
  }

  /** Goes to a stop, by the nearer way if it is a field. */
  private async goTo(stop: string, fields: readonly string[] = []): Promise<void> {
    const wanted = fields.indexOf(stop)
    for (let step = 0; step < MOST_STOPS; step += 1) {
      const now = await focused(this.page)
      if (now === stop) return
      const at = fields.indexOf(now)
      const back = wanted >= 0 && at > wanted
      await this.press(back ? 'Shift+Tab' : at >= 0 ? this.form.by : 'Tab')
    }
    throw new Error(`no stop ${stop}`)
  }

  private get box(): Locator {
    return this.page.getByRole('dialog', { name: this.form.open })
  }

  /** Waits, without a key, until the focus is in this field, or any. */
  private async until(field?: string): Promise<void> {
    const first = this.box.locator(':is(form, [data-field]) :is(input, textarea):focus')
    await first.waitFor()
    if (field !== undefined) await this.page.waitForFunction(`${FOCUSED} === ${JSON.stringify(field)}`)
  }

  /** Types what differs from the values that the form has. */
  private async fill(record: TypedRecord, has: TypedRecord): Promise<string> {
    const fields = Object.keys(record)
    let last = ''
    for (const field of fields) {
      const value = record[field] ?? ''
      if (has[field] === value) continue
      await this.goTo(field, fields)
      if (!(await this.page.evaluate(IS_FREE))) await this.press('Control+A')
      await this.type(typeof value === 'number' ? amountText(value, this.goesOn) : value)
      // An open list takes what was typed when it is left.
      if (CHOICES.includes(field)) await this.press(this.form.by)
      last = field
    }
    return last
  }

  /** Saves and closes: by Ctrl+S, or as the earlier version offers it. */
  private async close(last: string): Promise<void> {
    if (this.goesOn) await this.press('Control+s')
    else if (this.form.by === 'Enter') await this.press('Control+Enter')
    else if (this.form.enters.includes(last)) {
      // The first Enter closes an open list of suggestions.
      if (await this.page.evaluate(IS_OPEN)) await this.press('Enter')
      await this.press('Enter')
    } else {
      await this.goTo('确定')
      await this.press('Enter')
    }
    await this.box.waitFor({ state: 'hidden' })
  }

  /** Does not keep a field from now on. */
  private async drop(field: string): Promise<void> {
    await this.goTo('继续时保留的内容')
    await this.press('Enter')
    await this.goTo(field)
    await this.press('Space')
    await this.press('Escape')
  }

  /** Types all records, from the list to the list. */
  async typeAll(records: readonly TypedRecord[]): Promise<void> {
    const { open, dropped, kept, goesOnAt } = this.form
    const button = this.page.getByRole('button', { name: open, exact: true }).first()
    await button.focus()
    let has: TypedRecord = {}
    for (const [index, record] of records.entries()) {
      const fresh = index === 0 || !this.goesOn
      if (fresh) {
        await this.page.waitForFunction(
          `document.activeElement.textContent.replace(/\\s/g, '') === ${JSON.stringify(open)}`,
        )
        await this.press('Enter')
        await this.until()
      }
      if (fresh && this.goesOn && dropped) await this.drop(dropped)
      const last = await this.fill(record, has)
      if (!this.goesOn || index === records.length - 1) await this.close(last)
      else {
        const saved = this.page.waitForResponse((answer) => answer.request().method() === 'POST')
        await this.press('Control+Enter')
        await saved
        await this.until(goesOnAt)
        has = Object.fromEntries(kept.map((field) => [field, record[field] ?? '']))
      }
    }
  }
}

interface Typed {
  keys: number
  ms: number
  saved: unknown[]
}

/** Types a form's records in one version, in a project of its own. */
async function typeIn(context: BrowserContext, bench: Bench, form: Form, goesOn: boolean): Promise<Typed> {
  const project = await bench.project()
  const options = await bench.call<{ items: { label: string }[] }>(
    'GET',
    'manager/selects/subjects?per_page=1000',
    undefined,
    project,
  )
  const subjects = options.items
    .map(({ label }) => label.split(' ')[0] ?? '')
    .filter((one) => one.length === 8)
  const records = form.records(subjects).slice(0, MOST)
  const page = await context.newPage()
  await page.goto(`${bench.address}${form.address}&project=${project}`)
  await page.getByRole('button', { name: form.open, exact: true }).first().waitFor()
  const typist = new Typist(page, form, goesOn)
  const start = performance.now()
  await typist.typeAll(records)
  const ms = performance.now() - start
  await page.close()
  const { items } = await bench.call<{ items: Record<string, unknown>[] }>(
    'GET',
    `manager/${form.path}?per_page=100`,
    undefined,
    project,
  )
  const saved = items.map((item) => form.saved.map((field) => item[field]))
  if (saved.length !== records.length)
    throw new Error(`${form.what}: ${saved.length} of ${records.length} saved`)
  return { keys: typist.keys, ms, saved: saved.map(String).toSorted() }
}

/** `typing`: the same records typed by keyboard, ten keys a second, in the shortest way that each version offers. */
export async function typingFigures(bench: Bench): Promise<Figure[]> {
  const earlier = await startEarlier(COMMIT, { page: true })
  if (!earlier) return []
  const { executablePath, args, env } = await chromiumExecutable()
  const browser = await chromium.launch({ executablePath, args, env })
  const context = async (of: Bench) => {
    const one = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
    await one.addCookies([{ name: 'token', value: of.token, url: of.address }])
    return one
  }
  try {
    const [now, before] = [await context(bench), await context(earlier.bench)]
    const figures: Figure[] = []
    for (const form of FORMS) {
      const ours = await typeIn(now, bench, form, true)
      const theirs = await typeIn(before, earlier.bench, form, false)
      if (!isDeepStrictEqual(ours.saved, theirs.saved))
        throw new Error(`${form.what}: the versions saved different records`)
      figures.push({
        what: `${form.what} typed by keyboard, ten keys a second: time ÷ that of commit ${COMMIT}`,
        goal: '',
        ratio: (ours.ms / theirs.ms).toFixed(2),
        detail: `${ours.keys} keys, ${seconds(ours.ms)} ÷ ${theirs.keys} keys, ${seconds(theirs.ms)}`,
        means: 'A stack of papers is in the books sooner.',
      })
    }
    return figures
  } finally {
    await browser.close()
    await earlier.stop()
  }
}
