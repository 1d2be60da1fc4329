import { ask, type Sent } from './operator.ts'

/** Sends notices by the server's own function, on this worker's database. */
export async function sendNotices(sent: Sent): Promise<void> {
  await ask({ sent })
}
