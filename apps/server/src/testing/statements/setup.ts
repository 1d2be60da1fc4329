import { afterAll, beforeAll, inject } from 'vitest'
import { brokenRules } from './rules.ts'
import { recordStatements, takeSent } from './sent.ts'

/** What is of all projects at once by its nature, and why it may be. */
const EXEMPT: readonly (readonly [RegExp, string])[] = [
  [
    /^backup\//,
    'COPY of whole tables and the highest number of each; over a spread database it is a tool of its own',
  ],
  [
    /^platform\/migrate\.ts/,
    'migrations 0001 to 0009 are run before anything is spread; rule 6 is for those after them',
  ],
]

recordStatements()
beforeAll(() => void takeSent())

/** Fails a file whose tests made the server send a statement that could not be spread over Citus. */
afterAll(() => {
  const tables = inject('tables')
  const wrong: string[] = []
  for (const { statement, line } of takeSent()) {
    if (EXEMPT.some(([pattern]) => pattern.test(line))) continue
    const broken = brokenRules(statement, tables)
    if (broken.length > 0)
      wrong.push(`${line}: ${broken.join('; ')}\n    ${statement.replace(/\s+/g, ' ').trim()}`)
  }
  if (wrong.length > 0)
    throw new Error(
      `statements that break a rule of "Statements" in ARCHITECTURE.md:\n${wrong.slice(0, 20).join('\n')}`,
    )
})
