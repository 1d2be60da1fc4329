import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { smallTargets } from './targets.ts'
import { expect, type Page } from './test.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Violations of WCAG 2.2 AA and best practices as axe finds them, and of the rules in `targets.ts`: one line each. */
export async function complaints(page: Page): Promise<string[]> {
  // Moves the pointer away, as it could open a tooltip over the page.
  await page.mouse.move(0, 0)
  await page.evaluate('scrollTo(0, 0)')
  // Evaluated by the debugger, as the page's Content-Security-Policy refuses foreign scripts.
  await page.evaluate(AXE)
  // Also a single character, such as –, must be seen.
  await page.evaluate(
    `axe.configure({ checks: [{ id: 'color-contrast', options: { ignoreLength: true } }] })`,
  )
  const { violations, passed } = (await page.evaluate(`axe.run({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }).then(({ violations, passes }) => ({ violations, passed: passes.length }))`)) as {
    violations: Violation[]
    passed: number
  }
  // Passed rules: without any, axe has not run.
  expect(passed).toBeGreaterThan(10)
  const found = await smallTargets(page)
  for (const { id, help, nodes } of violations)
    for (const { target, failureSummary } of nodes) {
      const place = target.join(' ')
      if (id !== 'target-size' || (await isSmallInTheMiddle(page, place)))
        found.push(`${id} (${help}): ${place}\n${failureSummary}`)
    }
  return found
}

/** axe measures only the part of a target that no sticky bar covers, so the target is measured again in the middle of the window. */
async function isSmallInTheMiddle(page: Page, selector: string): Promise<boolean> {
  const name = JSON.stringify(selector)
  await page.evaluate(`document.querySelector(${name})?.scrollIntoView({ block: 'center' })`)
  const still =
    await page.evaluate(`axe.run({ include: [${name}] }, { runOnly: { type: 'rule', values: ['target-size'] } })
    .then(({ violations }) => violations.length > 0)`)
  await page.evaluate('scrollTo(0, 0)')
  return Boolean(still)
}
