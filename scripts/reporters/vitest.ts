import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { type Failure, inCheckout, Progress, quoted, settings } from './results.ts'

type TestError = NonNullable<ReturnType<TestCase['result']>['errors']>[number]
/** The most calls that are shown of an error. */
const CALLS = 5
type ConsoleLog = Parameters<NonNullable<Reporter['onUserConsoleLog']>>[0]

/** Prints failed tests only, with what they printed. */
export default class FailedTests implements Reporter {
  readonly #progress = new Progress()
  /** By the test or file that printed it; what a test prints last arrives after its result. */
  readonly #printed = new Map<string, string>()
  readonly #failed = new Map<string, Failure>()

  onTestModuleQueued(): void {
    this.#progress.total++
  }

  onUserConsoleLog({ taskId = '', content }: ConsoleLog): void {
    // A test that this machine cannot run says so.
    if (content.startsWith('SKIPPED')) this.#progress.print(content)
    this.#printed.set(taskId, (this.#printed.get(taskId) ?? '') + content)
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'passed') this.#progress.passed++
    if (state === 'failed') this.#fail(test, errors)
  }

  onTestModuleEnd(module: TestModule): void {
    const file = inCheckout(module.moduleId)
    const { setupDuration, collectDuration, duration } = module.diagnostic()
    this.#progress.time(file, (setupDuration + collectDuration + duration) / 1000)
    // A file that could not be loaded, or whose `beforeAll` failed, has no failed test.
    for (const suite of [module, ...module.children.allSuites()])
      if (suite.errors().length > 0) this.#fail(suite, suite.errors())
    this.#progress.finish(file)
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly TestError[]): void {
    for (const error of unhandled)
      this.#progress.fail({
        place: placeOf([error]) ?? 'unhandled error',
        title: '',
        text: textOf(error),
        again: '',
      })
    for (const [id, failure] of this.#failed) failure.text += `\n${this.#printed.get(id) ?? ''}`
    this.#progress.save()
  }

  #fail(task: TestCase | TestSuite | TestModule, errors: readonly TestError[] = []): void {
    const module = task.type === 'module' ? task : task.module
    const file = inCheckout(module.moduleId)
    const title = task.type === 'module' ? '' : task.fullName
    // `-t` is a regular expression of the titles, joined by spaces.
    const named = title
      ? ` -t ${quoted(title.replaceAll(' > ', ' ').replaceAll(/[^\p{L}\p{N} ,:=_-]/gu, '.'))}`
      : ''
    const failure: Failure = {
      place: placeOf(errors, module.moduleId) ?? file,
      title,
      text: errors.map(textOf).join('\n'),
      again: `${settings()}npx vitest run --project ${module.project.name} ${quoted(file)}${named}`,
    }
    this.#failed.set(task.id, failure)
    this.#progress.fail(failure)
  }
}

/** The line in the test's own file, else the first one of ours. */
function placeOf(errors: readonly TestError[], file?: string): string | undefined {
  const stack = errors.flatMap((error) => error.stacks ?? [])
  const found =
    stack.find((frame) => frame.file === file) ?? stack.find((frame) => !frame.file.includes('node_modules'))
  return found && `${inCheckout(found.file)}:${found.line}`
}

/** The assertion, and for an error of the product the calls that led to it. */
function textOf(error: TestError): string {
  const cause = error.cause ? `\ncaused by ${textOf(error.cause)}` : ''
  const calls = (error.stacks ?? [])
    .filter(({ file }) => !file.includes('node_modules'))
    .slice(0, CALLS)
    .map(({ file, line, method }) => `\n  at ${inCheckout(file)}:${line} ${method}`)
  const diff = typeof error.diff === 'string' ? `\n${error.diff}` : ''
  return `${error.message}${diff}${calls.length > 1 ? calls.join('') : ''}${cause}`
}
