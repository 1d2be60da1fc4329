import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from './test.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Violations of WCAG 2.2 AA and of axe's best practices, one line each. */
export async function complaints(page: Page): Promise<string[]> {
  // Moves the pointer away, as it could open a tooltip over the page.
  await page.mouse.move(0, 0)
  // Scrolls to the top: a target that is half under the sticky bar counts as too small.
  await page.evaluate('scrollTo(0, 0)')
  // Evaluated by the debugger, as the page's Content-Security-Policy refuses foreign scripts.
  await page.evaluate(AXE)
  const { violations, passed } = (await page.evaluate(`axe.run({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }).then(({ violations, passes }) => ({ violations, passed: passes.length }))`)) as {
    violations: Violation[]
    passed: number
  }
  // Passed rules: without any, axe has not run.
  expect(passed).toBeGreaterThan(10)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n${node.failureSummary}`),
  )
}
