import { refused } from '../../platform/http/errors.ts'

/** Throws 422 for a voided invoice, which cannot be checked. */
export function refuseVoided({ voided_at }: { voided_at: Date | null }): void {
  if (voided_at !== null) throw refused('该发票已作废，请先撤销作废')
}
