import { afterAll } from 'vitest'
import { DEFAULT_SUBJECTS } from '../../src/modules/subjects/defaults.ts'

/** The first level whole, and below it what the tests name. */
const KEPT = /^(..00|(10|24|99)00.+)$/

const all = [...DEFAULT_SUBJECTS]
const few = all.filter(({ out_code }) => KEPT.test(out_code))

// Projects of tests begin with 63 subjects: inserting all 381 takes most of the time of making one, of which tests make a thousand.
DEFAULT_SUBJECTS.splice(0, all.length, ...few)

/** From now on, and until the tests of the calling file have ended, new projects have all default subjects. */
export function withAllSubjects(): void {
  DEFAULT_SUBJECTS.splice(0, few.length, ...all)
  afterAll(() => void DEFAULT_SUBJECTS.splice(0, all.length, ...few))
}
