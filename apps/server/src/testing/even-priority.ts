import { lowered } from '../platform/priority.ts'

// The test beside it uses its core fully and would make lowered work wait; `priority.test.ts` tests with the product's niceness.
lowered.niceness = 0
