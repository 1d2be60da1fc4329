import { FAILURES } from '@pianzhang/contract/errors'

/** For the calls of a FormDialog: the failures that it shows itself, a record that is gone, a colleague's save and wrong fields. */
export const handled = [FAILURES.notFound.code, FAILURES.stale.code, FAILURES.invalid.code] as const
