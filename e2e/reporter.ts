import { relative } from 'node:path'
import { stripVTControlCharacters as plain } from 'node:util'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'

/** One line for each file, and what is needed of a failed test: where it stands, the assertion, the picture. */
export default class FilesReporter implements Reporter {
  #root = ''
  readonly #files = new Map<string, { left: number; seconds: number; failed: number; tests: number }>()

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#root = process.cwd()
    for (const test of suite.allTests()) {
      const file = this.#files.get(test.location.file) ?? { left: 0, seconds: 0, failed: 0, tests: 0 }
      this.#files.set(test.location.file, { ...file, left: file.left + 1, tests: file.tests + 1 })
    }
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = this.#files.get(test.location.file)
    if (!file) return
    file.left -= 1
    file.seconds += result.duration / 1000
    if (!test.ok()) {
      file.failed += 1
      this.#explain(test, result)
    }
    if (file.left > 0) return
    const counts = file.failed > 0 ? `${file.failed} of ${file.tests} failed` : String(file.tests)
    console.log(
      `${file.failed > 0 ? '✗' : '✓'} ${this.#named(test.location.file)} (${counts}) ${file.seconds.toFixed(1)} s`,
    )
  }

  onError(error: TestError): void {
    console.log(error.stack ?? error.message ?? error.value ?? '')
  }

  #explain(test: TestCase, { errors, attachments }: TestResult): void {
    const at = `${this.#named(test.location.file)}:${test.location.line}`
    console.log(`✗ ${at} ${test.title}`)
    for (const { message = '', location, snippet = '' } of errors) {
      console.log(plain(message))
      if (location) console.log(`  at ${this.#named(location.file)}:${location.line}\n${plain(snippet)}`)
    }
    for (const { path, contentType } of attachments)
      if (path && contentType === 'image/png') console.log(`  picture: ${this.#named(path)}`)
  }

  #named = (path: string): string => relative(this.#root, path)
}
