import { FAILURES } from '@pianzhang/contract/errors'

/** Failures that FormDialog shows itself: record gone, edited by a colleague, wrong fields. */
export const handled = [FAILURES.notFound.code, FAILURES.stale.code, FAILURES.invalid.code] as const
