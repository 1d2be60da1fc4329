import { afterAll } from 'vitest'
import { DEFAULT_SUBJECTS } from '../../src/base/subjects/defaults.ts'

/** All subjects of the first level, and those below 1000, 2400 and 9900, which tests name. */
const KEPT = /^(..00|(10|24|99)00.+)$/

const all = [...DEFAULT_SUBJECTS]
const few = all.filter(({ out_code }) => KEPT.test(out_code))

// Projects of tests get 63 default subjects: tests create a thousand projects, and inserting all 381 takes most of the time of that.
DEFAULT_SUBJECTS.splice(0, all.length, ...few)

/** Call it first in a test file: projects that its tests create get all 381 default subjects. */
export function withAllSubjects(): void {
  DEFAULT_SUBJECTS.splice(0, few.length, ...all)
  afterAll(() => void DEFAULT_SUBJECTS.splice(0, all.length, ...few))
}
