/** Answers come later than their Date says, and it has whole seconds: a difference of minutes is one of the clocks. */
const EXACT_MS = 120_000

/** How far the server's clock is ahead of this computer's; 0 where they agree. */
let aheadMs = 0

/** Reads the server's time from an answer, as a computer whose clock is wrong would propose wrong days. */
export function setByServer({ headers }: Response): void {
  const difference = Date.parse(headers.get('Date') ?? '') - Date.now()
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) > EXACT_MS ? difference : 0
}

/** The time by the server's clock, as of its last answer. */
export const serverTime = (): Date => new Date(Date.now() + aheadMs)
