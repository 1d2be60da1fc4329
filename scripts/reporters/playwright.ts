import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { inCheckout, Progress, settings } from './results.ts'

/** Prints failed browser tests only, with the path of their picture. */
export default class FailedTests implements Reporter {
  readonly #progress = new Progress()

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#progress.total = suite.allTests().length
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = inCheckout(test.location.file)
    this.#progress.time(file, result.duration / 1000)
    if (test.ok() && result.status !== 'skipped') this.#progress.passed++
    // What a test that was interrupted lacks is no failure of its own.
    if (!test.ok() && result.status !== 'interrupted') this.#fail(test, result)
    this.#progress.finish(file)
  }

  onError(error: TestError): void {
    this.#progress.fail({
      place: placeOf(error) ?? 'e2e',
      title: '',
      text: error.message ?? error.value ?? '',
      again: '',
    })
  }

  onEnd(): void {
    this.#progress.save()
  }

  printsToStdio(): boolean {
    return true
  }

  #fail(test: TestCase, result: TestResult): void {
    const file = inCheckout(test.location.file)
    const printed = [...result.stdout, ...result.stderr].join('')
    const picture = result.attachments.find(({ name, path }) => name === 'screenshot' && path)?.path
    const [, , , ...titles] = test.titlePath()
    this.#progress.fail({
      place: (result.error && placeOf(result.error)) ?? `${file}:${test.location.line}`,
      title: titles.join(' > '),
      text: [...result.errors.map((error) => error.message ?? error.value ?? ''), printed].join('\n'),
      ...(picture && { picture: inCheckout(picture) }),
      again: `${settings()}npx playwright test --config e2e/playwright.config.ts ${file}:${test.location.line}`,
    })
  }
}

const placeOf = ({ location }: TestError): string | undefined =>
  location && `${inCheckout(location.file)}:${location.line}`
