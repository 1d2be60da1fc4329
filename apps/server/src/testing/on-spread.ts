import { inject } from 'vitest'

/** Whether the test databases are spread ones (`TEST_SPREAD`), and this test is skipped, as `why` says. For `skipIf`. */
export function onSpread(why: string): boolean {
  const spread = inject('postgres').citus !== undefined
  if (spread) console.error(`SKIPPED on a spread database: ${why}`)
  return spread
}
