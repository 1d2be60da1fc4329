import { afterAll, beforeAll, inject } from 'vitest'
import { brokenOnce } from './rules.ts'
import { recordStatements, takeSent } from './sent.ts'

/** Source files whose statements concern all projects, and why that is allowed. */
const EXEMPT: readonly (readonly [RegExp, string])[] = [
  [
    /^src\/operator\/backup\//,
    'COPY of whole tables and the highest id of each; a distributed database needs another backup tool',
  ],
  [/^src\/(operator|platform\/database)\/spread\//, 'an operator spreads all projects at once'],
  [
    /^src\/platform\/database\/migrations\/migrate\.ts/,
    '0001_schema.sql runs before tables are distributed; rule 6 is for later migrations',
  ],
]

recordStatements()
beforeAll(() => void takeSent())

/** Fails a test file if the server sent a statement that breaks a rule. */
afterAll(() => {
  const tables = inject('tables')
  const wrong: string[] = []
  for (const { statement, line } of takeSent()) {
    if (EXEMPT.some(([pattern]) => pattern.test(line))) continue
    const broken = brokenOnce(statement, tables)
    if (broken.length > 0)
      wrong.push(`${line}: ${broken.join('; ')}\n    ${statement.replace(/\s+/g, ' ').trim()}`)
  }
  if (wrong.length > 0)
    throw new Error(`statements that break a rule for SQL (docs/sql.md):\n${wrong.slice(0, 20).join('\n')}`)
})
