import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What one test runner reports to `scripts/report.mjs`. */
export interface Results {
  passed: number
  failures: Failure[]
  files: { file: string; seconds: number }[]
}

export interface Failure {
  /** `file:line` of the assertion. */
  place: string
  title: string
  /** The assertion, and what the test printed. */
  text: string
  picture?: string
  /** The command that repeats the test alone. */
  again: string
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The path in the checkout. */
export const inCheckout = (path: string): string => relative(ROOT, path)

/** Quoted for a shell. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Settings that the run has and its repetition needs. */
export const settings = (): string =>
  ['TEST_ALL', 'TEST_SPREAD', 'TEST_CITUS_URL', 'SEED']
    .flatMap((name) => (process.env[name] ? [`${name}=${quoted(process.env[name])} `] : []))
    .join('')

/** Prints a line for each finished file on a terminal, elsewhere only the failed tests. */
export class Progress {
  #done = 0
  readonly #seconds = new Map<string, number>()
  readonly failures: Failure[] = []
  passed = 0

  /** Of files, or of tests. */
  total = 0

  time(file: string, seconds: number): void {
    this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + seconds)
  }

  fail(failure: Failure): void {
    this.failures.push(failure)
    this.print(`✗ ${failure.place} ${failure.title}\n`)
  }

  finish(file: string): void {
    this.#done++
    if (process.stdout.isTTY) this.print(`${this.#done}/${this.total} ${file}`)
  }

  /** Writes the results where `TEST_RESULTS` says. */
  save(): void {
    if (process.stdout.isTTY) this.print('')
    const files = [...this.#seconds].map(([file, seconds]) => ({ file, seconds }))
    const results: Results = { passed: this.passed, failures: this.failures, files }
    if (process.env.TEST_RESULTS) writeFileSync(process.env.TEST_RESULTS, JSON.stringify(results))
  }

  /** On a terminal the line of progress is written over. */
  print(text: string): void {
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${text}` : text)
  }
}
