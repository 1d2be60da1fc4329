import { inject } from 'vitest'

/** For `test.skipIf`: true if `TEST_SPREAD` has the tests run on databases spread by Citus; then prints `why` the test cannot. */
export function onSpread(why: string): boolean {
  const spread = inject('postgres').citus !== undefined
  if (spread) console.error(`SKIPPED on a spread database: ${why}`)
  return spread
}
