import { lowered } from '../../src/platform/workers/priority.ts'

// Other test files use the cores fully and would make lowered work wait; `priority.test.ts` tests with the product's niceness.
lowered.niceness = 0
